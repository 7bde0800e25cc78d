"""Fields of one width, 1 to 32 bits: groups of 512 in sixteen lanes, then a plain rest."""

from __future__ import annotations

import numpy as np

from ..errors import MalformedInput

GROUP = 512
_LANES = 16
_SLOTS = 32


def byte_length(count: int, width: int) -> int:
    """The bytes that ``count`` fields take; none where the width is 0."""
    return (count * width + 7) // 8


def unpack(data: bytes, at: int, width: int, count: int) -> np.ndarray:
    """The fields as ``uint32``; zeros where the width is 0. Bytes and padding were checked before."""
    fields = np.zeros(count, np.uint32)
    if width == 0:
        return fields
    groups = count // GROUP
    words = np.frombuffer(data, "<u4", groups * width * _LANES, at).astype(np.uint32, copy=False)
    words = words.reshape(groups, width, _LANES)
    whole = fields[: groups * GROUP].reshape(groups, _SLOTS, _LANES)
    mask = np.uint32((1 << width) - 1)
    for slot in range(_SLOTS):
        word, shift = divmod(slot * width, 32)
        field = words[:, word] >> np.uint32(shift)
        if shift + width > 32:
            field |= words[:, word + 1] << np.uint32(32 - shift)
        whole[:, slot] = field & mask
    rest = count - groups * GROUP
    if rest:
        packed = np.frombuffer(data, np.uint8, byte_length(rest, width), at + 4 * words.size)
        bits = np.unpackbits(packed, bitorder="little")[: rest * width].reshape(rest, width)
        fields[-rest:] = bits @ (np.uint64(1) << np.arange(width, dtype=np.uint64))
    return fields


def pack(values: np.ndarray, width: int) -> bytes:
    """Packs values of 0 to 2^width - 1, which is 0 to 32."""
    values = np.asarray(values)
    too_large = np.flatnonzero((values < 0) | (values >= 1 << width))
    if too_large.size:
        i = int(too_large[0])
        raise ValueError(f"value {values[i]} at index {i} does not fit in {width} bits (largest {(1 << width) - 1})")
    if width == 0:
        return b""
    fields = values.astype(np.uint32)
    groups = fields.size // GROUP
    whole = fields[: groups * GROUP].reshape(groups, _SLOTS, _LANES)
    words = np.zeros((groups, width, _LANES), np.uint32)
    for slot in range(_SLOTS):
        word, shift = divmod(slot * width, 32)
        words[:, word] |= whole[:, slot] << np.uint32(shift)
        if shift + width > 32:
            words[:, word + 1] |= whole[:, slot] >> np.uint32(32 - shift)
    rest = fields[groups * GROUP :, None] >> np.arange(width, dtype=np.uint32) & np.uint32(1)
    return words.astype("<u4").tobytes() + np.packbits(rest.astype(np.uint8), bitorder="little").tobytes()


def require_zero_padding(data: bytes, at: int, count: int, width: int) -> None:
    """Refuses set bits behind the last field."""
    used = count * width % 8
    last = at + byte_length(count, width) - 1
    if used and data[last] >> used:
        raise MalformedInput(last, "padding bits that are not zero")

"""Values -1, 0, 1, five to a byte."""

from __future__ import annotations

import numpy as np

from ..errors import MalformedInput

_PER_BYTE = 5
_GROUP = 320
_BYTE_VALUES = 3**_PER_BYTE
_WEIGHTS = 3 ** np.arange(_PER_BYTE)
_TRITS = (np.arange(_BYTE_VALUES)[:, None] // _WEIGHTS % 3 - 1).astype(np.int32)


def byte_length(count: int) -> int:
    """The bytes that ``count`` trits take."""
    return (count + _PER_BYTE - 1) // _PER_BYTE


def unpack(data: bytes, at: int, count: int) -> np.ndarray:
    """The trits as ``int32``; their bytes are there."""
    packed = np.frombuffer(data, np.uint8, byte_length(count), at)
    _require_trits(packed, at, count)
    whole = count // _GROUP * _GROUP
    groups = _TRITS[packed[: whole // _PER_BYTE]].reshape(-1, 16, 4, _PER_BYTE)  # group, lane, byte, digit
    rest = _TRITS[packed[whole // _PER_BYTE :]].reshape(-1)
    return np.concatenate((groups.transpose(0, 2, 3, 1).reshape(-1), rest[: count - whole]))


def _require_trits(packed: np.ndarray, at: int, count: int) -> None:
    too_large = np.flatnonzero(packed >= _BYTE_VALUES)
    if too_large.size:
        i = int(too_large[0])
        raise MalformedInput(at + i, f"byte {packed[i]}, five trits make at most {_BYTE_VALUES - 1}")
    in_last = count % _PER_BYTE
    if in_last and packed[-1] >= 3**in_last:
        raise MalformedInput(
            at + packed.size - 1, f"byte {packed[-1]}, the last {in_last} trits make at most {3**in_last - 1}"
        )


def pack(trits: np.ndarray) -> bytes:
    """Packs values that are -1, 0 or 1."""
    digits = np.asarray(trits, np.int64) + 1
    whole = digits.size // _GROUP * _GROUP
    groups = digits[:whole].reshape(-1, 4, _PER_BYTE, 16).transpose(0, 3, 1, 2)
    rest = np.zeros(_PER_BYTE * byte_length(digits.size - whole), np.int64)
    rest[: digits.size - whole] = digits[whole:]
    return b"".join(
        (part.reshape(-1, _PER_BYTE) @ _WEIGHTS).astype(np.uint8).tobytes() for part in (groups, rest)
    )

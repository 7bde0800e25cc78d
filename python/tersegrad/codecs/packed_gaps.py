"""Gaps between indices in blocks of 512, each with a smallest gap and a width of its own."""

from __future__ import annotations

from typing import Optional

import numpy as np

from ..errors import MalformedInput
from . import fixed_width
from .direct_code import BLOCK, BLOCK_HEADER_BYTES, plain_width
from .little_endian import put, signed


class Blocks:
    """The blocks of ``count`` gaps in ``data[start:end]``, up to the first one that is refused."""

    def __init__(self, data: bytes, start: int, end: int, count: int):
        self._data = data
        self._count = count
        self._widths: list[int] = []
        self._smallest: list[int] = []
        #: Where each block ends.
        self.ends_at: list[int] = []
        #: Behind the last block.
        self.at = start
        self.failure: Optional[MalformedInput] = None
        try:
            for first in range(0, count, BLOCK):
                self._open(min(BLOCK, count - first), end)
        except MalformedInput as refused:
            self.failure = refused

    def _open(self, fields: int, end: int) -> None:
        data, at = self._data, self.at
        if end - at < BLOCK_HEADER_BYTES:
            raise MalformedInput(end, "the header of a block of gaps is cut off")
        width, smallest = signed(data, at, 1), signed(data, at + 1, 4)
        if not 0 <= width <= 31 or smallest < 0:
            raise MalformedInput(at, f"a block of gaps of width {width} from {smallest} on")
        at += BLOCK_HEADER_BYTES
        length = fixed_width.byte_length(fields, width)
        if end - at < length:
            raise MalformedInput(end, f"a block of {fields} gaps of {width} bits is cut off")
        fixed_width.require_zero_padding(data, at, fields, width)
        self._widths.append(width)
        self._smallest.append(smallest)
        self.at = at + length
        self.ends_at.append(self.at)

    def gaps(self) -> np.ndarray:
        """The gaps of all blocks; those of one width are unpacked together."""
        present = min(self._count, BLOCK * len(self._widths))
        gaps = np.repeat(np.array(self._smallest, np.int64), BLOCK)[:present]
        whole = present // BLOCK
        for width in set(self._widths[:whole]):
            blocks = [i for i in range(whole) if self._widths[i] == width]
            packed = b"".join(self._data[self.ends_at[i] - BLOCK // 8 * width : self.ends_at[i]] for i in blocks)
            fields = fixed_width.unpack(packed, 0, width, BLOCK * len(blocks))
            gaps[: whole * BLOCK].reshape(-1, BLOCK)[blocks] += fields.reshape(-1, BLOCK)
        rest = present - whole * BLOCK
        if rest:
            width = self._widths[-1]
            at = self.ends_at[-1] - fixed_width.byte_length(rest, width)
            gaps[-rest:] += fixed_width.unpack(self._data, at, width, rest)
        return gaps


def _ranges(gaps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The smallest and the largest gap of each block."""
    starts = np.arange(0, gaps.size, BLOCK)
    if gaps.size == 0:
        return gaps, gaps
    return np.minimum.reduceat(gaps, starts), np.maximum.reduceat(gaps, starts)


def byte_length(gaps: np.ndarray) -> int:
    """The bytes of all blocks."""
    smallest, largest = _ranges(gaps)
    widths = [plain_width(int(difference) + 1) for difference in largest - smallest]
    counts = [BLOCK] * (len(widths) - 1) + [gaps.size - BLOCK * (len(widths) - 1)]
    return sum(BLOCK_HEADER_BYTES + fixed_width.byte_length(*each) for each in zip(counts, widths))


def write(gaps: np.ndarray) -> bytes:
    """All blocks."""
    smallest, largest = _ranges(gaps)
    parts = []
    for block in range(smallest.size):
        width = plain_width(int(largest[block] - smallest[block]) + 1)
        fields = gaps[block * BLOCK : (block + 1) * BLOCK] - smallest[block]
        parts.append(put(width, 1) + put(int(smallest[block]), 4) + fixed_width.pack(fields, width))
    return b"".join(parts)

"""Reads sorted index sets whose code writes the indices themselves."""

from __future__ import annotations

from typing import Callable

import numpy as np

from ..errors import MalformedInput
from . import bit_positions, fixed_width, packed_gaps, squeezed
from .direct_code import BITMAP, BLOCK, ELIAS_FANO, PACKED_GAPS, PLAIN, RICE, SQUEEZED, plain_width
from .direct_message import DirectMessage
from .first_failure import FirstFailure, block_ends


class DirectReader(DirectMessage):
    """Checks the lengths when it is made, and all else in :meth:`read`."""

    def __init__(self, data: bytes, start: int, end: int, count: int, universe: int):
        super().__init__(data, start, end, count, universe)
        if self._code in (RICE, ELIAS_FANO, SQUEEZED):
            self._require_low_bits()
        else:
            self._require_parameter(plain_width(universe) if self._code == PLAIN else 0)
        if self._code == BITMAP:
            self._require_length(1 + (universe + 7) // 8)
        elif self._code == PLAIN:
            self._require_length(1 + fixed_width.byte_length(count, self._parameter))
            self._require_zero_padding()
        if self._code == SQUEEZED:
            self._squeezed = self._read_squeezed()
        if count == 0:
            self.read()

    def read(self) -> np.ndarray:
        """All indices, in increasing order."""
        readers: dict[int, Callable[[], np.ndarray]] = {
            BITMAP: self._bitmap,
            PLAIN: self._plain,
            RICE: self._rice,
            ELIAS_FANO: self._elias_fano,
            PACKED_GAPS: self._packed_gaps,
            SQUEEZED: self._rice_squeezed,
        }
        return readers[self._code]()

    def _bitmap(self) -> np.ndarray:
        positions = bit_positions.read(self._data, self._start + 1, self._end)
        failure = FirstFailure()
        self._note_missing(positions, failure)
        self._note_outside(positions, 0, failure)
        failure.raise_it()
        self._require_no_more(positions, self._start + 1)
        return positions

    def _plain(self) -> np.ndarray:
        indices = self._fields()
        failure = FirstFailure()
        self._note_disorder(indices, failure)
        self._note_outside(indices, self._parameter, failure)
        failure.raise_it()
        return indices

    def _elias_fano(self) -> np.ndarray:
        bits_at = self._bits_at()
        positions = bit_positions.read(self._data, bits_at, self._end)
        failure = FirstFailure()
        self._note_missing(positions, failure)
        present = min(self._count, positions.size)
        high = positions[:present] - np.arange(present) << self._parameter
        indices = self._fields()[:present] | high
        self._note_outside(high, self._parameter, failure)
        self._note_disorder(indices, failure)
        self._note_outside(indices, self._parameter, failure)
        failure.raise_it()
        self._require_end(positions, bits_at)
        return indices

    def _rice(self) -> np.ndarray:
        bits_at = self._bits_at()
        positions = bit_positions.read(self._data, bits_at, self._end)
        failure = FirstFailure()
        self._note_missing(positions, failure)
        indices = self._indices_of_gaps(positions)
        self._note_outside(indices, self._parameter, failure)
        failure.raise_it()
        self._require_end(positions, bits_at)
        return indices

    def _read_squeezed(self) -> squeezed.Reading:
        # The gaps add up to what is absent, at most, so their high parts add up to no more than this.
        limit = self._count + (self._universe - self._count >> self._parameter)
        reading = squeezed.read(self._data, self._bits_at(), self._end, self._count, limit)
        if reading.failure is not None and reading.positions.size == 0:
            raise reading.failure
        return reading

    def _rice_squeezed(self) -> np.ndarray:
        positions, cut_off, reader = self._squeezed
        failure = FirstFailure()
        if cut_off is not None:
            failure.note(positions.size // BLOCK, cut_off)
        indices = self._indices_of_gaps(positions)
        self._note_outside(indices, self._parameter, failure)
        failure.raise_it()
        if positions.size > self._count:
            raise reader.malformed("a one bit after the last index")
        reader.require_end()
        return indices

    def _packed_gaps(self) -> np.ndarray:
        blocks = packed_gaps.Blocks(self._data, self._start + 1, self._end, self._count)
        failure = FirstFailure()
        if blocks.failure is not None:
            failure.note(len(blocks.ends_at), blocks.failure)
        indices = np.cumsum(blocks.gaps() + 1) - 1
        last = indices[block_ends(self._count, indices.size) - 1]
        outside = np.flatnonzero(last >= self._universe)
        if outside.size:
            block = int(outside[0])
            failure.note(block, self._not_below(blocks.ends_at[block], int(last[block])))
        failure.raise_it()
        if blocks.at != self._end:
            raise MalformedInput(blocks.at, "bytes after the last index")
        return indices

    def _indices_of_gaps(self, positions: np.ndarray) -> np.ndarray:
        present = min(self._count, positions.size)
        quotients = np.diff(positions[:present], prepend=-1) - 1
        return np.cumsum((quotients << self._parameter | self._fields()[:present]) + 1) - 1

    def _fields(self) -> np.ndarray:
        return fixed_width.unpack(self._data, self._start + 1, self._parameter, self._count).astype(np.int64)

    def _note_missing(self, positions: np.ndarray, failure: FirstFailure) -> None:
        if positions.size < self._count:
            reason = "the bit string ends before the last index"
            failure.note(positions.size // BLOCK, MalformedInput(self._end, reason))

    def _note_outside(self, indices: np.ndarray, width: int, failure: FirstFailure) -> None:
        last = indices[block_ends(self._count, indices.size) - 1]
        outside = np.flatnonzero(last >= self._universe)
        if outside.size:
            block = int(outside[0])
            failure.note(block, self._not_below(self._fields_end(block, width), int(last[block])))

    def _note_disorder(self, indices: np.ndarray, failure: FirstFailure) -> None:
        disorder = np.flatnonzero(np.diff(indices, prepend=-1) <= 0)
        if disorder.size:
            block = int(disorder[0]) // BLOCK
            at = self._fields_end(block, self._parameter)
            failure.note(block, MalformedInput(at, "indices that do not increase"))

    def _not_below(self, at: int, index: int) -> MalformedInput:
        return MalformedInput(at, f"index {index} is not below {self._universe}")

    def _require_no_more(self, positions: np.ndarray, bits_at: int) -> None:
        if positions.size > self._count:
            raise MalformedInput(bits_at + int(positions[self._count]) // 8, "a one bit after the last index")

    def _require_end(self, positions: np.ndarray, bits_at: int) -> None:
        self._require_no_more(positions, bits_at)
        expected = bits_at + bit_positions.byte_length(positions)
        if expected != self._end:
            raise MalformedInput(expected, "bytes after the last index")

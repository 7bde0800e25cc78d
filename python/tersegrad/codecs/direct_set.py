"""A sorted index set, measured in every code that writes the indices themselves, and written in one of them."""

from __future__ import annotations

import numpy as np

from . import bit_positions, fixed_width, packed_gaps, squeezed
from .direct_code import BITMAP, ELIAS_FANO, MAX_LOW_BITS, PACKED_GAPS, PLAIN, RICE, SQUEEZED, plain_width, tag

# From which to which density the other codes take more than 1.4 % over the entropy of randomly placed indices.
_UNLUCKY = (
    (0.3265, 0.431),
    (0.1835, 0.246),
    (0.1001, 0.1275),
    (0.0531, 0.0637),
    (0.0278, 0.0314),
    (0.0144, 0.0158),
)
_LEAST_ONES = 0.32


class DirectSet:
    """``indices`` are ``int64``, increasing, from 0 to ``universe - 1``."""

    def __init__(self, indices: np.ndarray, universe: int):
        self._indices = indices
        self._gaps = np.diff(indices, prepend=-1) - 1
        self._universe = universe
        count = indices.size
        density = count / universe if count else 1.0
        width = plain_width(universe)
        rice = _rice_parameter(density)
        fano, fano_bytes = self._elias_fano()
        squeeze = _squeezed_parameter(density)
        self._parameters = {BITMAP: 0, PLAIN: width, RICE: rice, ELIAS_FANO: fano, PACKED_GAPS: 0, SQUEEZED: squeeze}
        self._bytes = {
            BITMAP: 1 + (universe + 7) // 8,
            PLAIN: 1 + fixed_width.byte_length(count, width),
            RICE: self._split_bytes(rice, int((self._gaps >> rice).sum())),
            ELIAS_FANO: fano_bytes,
            PACKED_GAPS: 1 + packed_gaps.byte_length(self._gaps),
        }
        if any(low <= density <= high for low, high in _UNLUCKY):
            bits = int(squeezed.LENGTHS[self._gap_string(squeeze)].sum(dtype=np.int64))
            self._bytes[SQUEEZED] = 1 + fixed_width.byte_length(count, squeeze) + (bits + 7) // 8

    def runs(self) -> int:
        """How many runs of consecutive indices there are."""
        return int(np.count_nonzero(np.diff(self._indices, prepend=-2) != 1))

    def codes(self) -> "set[int]":
        """The codes that a writer considers."""
        return set(self._bytes)

    def cheapest(self) -> int:
        """The code with the fewest bytes, the first of them on a tie."""
        return min(self._bytes, key=lambda code: (self._bytes[code], code))

    def byte_length(self) -> int:
        """The bytes in that code."""
        return self._bytes[self.cheapest()]

    def write(self) -> bytes:
        """The set in its cheapest code."""
        return self.write_as(self.cheapest())

    def write_as(self, code: int) -> bytes:
        """The set in a given code."""
        indices, parameter = self._indices, self._parameters[code]
        head = bytes([tag(code, parameter)])
        mask = (1 << parameter) - 1
        if code == BITMAP:
            return head + bit_positions.string(indices, (self._universe + 7) // 8).tobytes()
        if code == PLAIN:
            return head + fixed_width.pack(indices, parameter)
        if code == RICE:
            return head + fixed_width.pack(self._gaps & mask, parameter) + self._gap_string(parameter).tobytes()
        if code == SQUEEZED:
            return head + fixed_width.pack(self._gaps & mask, parameter) + squeezed.write(self._gap_string(parameter))
        if code == ELIAS_FANO:
            positions = (indices >> parameter) + np.arange(indices.size)
            string = bit_positions.string(positions, bit_positions.byte_length(positions))
            return head + fixed_width.pack(indices & mask, parameter) + string.tobytes()
        return head + packed_gaps.write(self._gaps)

    def _gap_string(self, low: int) -> np.ndarray:
        """The bit string of a Rice code with ``low`` bits in fields."""
        positions = np.cumsum((self._gaps >> low) + 1) - 1
        return bit_positions.string(positions, bit_positions.byte_length(positions))

    def _split_bytes(self, low: int, high: int) -> int:
        """Bytes with ``low`` bits of every number in fields and ``high`` zeros between the ones of a bit string."""
        count = self._indices.size
        return 1 + fixed_width.byte_length(count, low) + ((count + high + 7) // 8 if count else 0)

    def _elias_fano(self) -> tuple[int, int]:
        """The parameter with the fewest bytes, and these."""
        last = int(self._indices[-1]) if self._indices.size else 0
        sizes = [self._split_bytes(low, last >> low) for low in range(MAX_LOW_BITS + 1)]
        return sizes.index(min(sizes)), min(sizes)


def _rice_parameter(density: float) -> int:
    """The parameter r with the least r + 1 / (1 - (1 - density)^(2^r)), in the steps of the Java writer."""
    best = 0
    hit = density
    length = 1 / hit
    for r in range(1, MAX_LOW_BITS + 1):
        hit *= 2 - hit
        if not r + 1 / hit < length:
            break
        best, length = r, r + 1 / hit
    return best


def _squeezed_parameter(density: float) -> int:
    """The least parameter with which enough bits of the bit string are ones."""
    ones = density
    parameter = 0
    while ones < _LEAST_ONES and parameter < MAX_LOW_BITS:
        ones *= 2 - ones
        parameter += 1
    return parameter

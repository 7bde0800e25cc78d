"""The bytes of a sorted index set in one code, and the checks of their lengths."""

from __future__ import annotations

from ..errors import MalformedInput
from . import fixed_width
from .direct_code import BLOCK, DIRECT_CODES, MAX_LOW_BITS, NAMES, code_of


class DirectMessage:
    """The set of ``count`` indices below ``universe`` in ``data[start:end]``."""

    def __init__(self, data: bytes, start: int, end: int, count: int, universe: int):
        if start == end:
            raise MalformedInput(start, "an index set begins with a tag byte, but nothing is there")
        self._data, self._start, self._end = data, start, end
        self._count, self._universe = count, universe
        self._code, self._parameter = code_of(data[start]), data[start] >> 3
        if self._code >= DIRECT_CODES:
            raise MalformedInput(start, f"{NAMES[self._code]} inside another index set")

    def _bits_at(self) -> int:
        return self._start + 1 + fixed_width.byte_length(self._count, self._parameter)

    def _fields_end(self, block: int, width: int) -> int:
        """Where the fields of a block end."""
        return self._start + 1 + fixed_width.byte_length(min(self._count, (block + 1) * BLOCK), width)

    def _require_low_bits(self) -> None:
        length = self._end - self._start
        if self._parameter > MAX_LOW_BITS:
            raise MalformedInput(self._start, f"parameter {self._parameter}, the largest is {MAX_LOW_BITS}")
        low_bytes = fixed_width.byte_length(self._count, self._parameter)
        # A bit string of 2^31 bits or more is what no writer makes.
        if not 0 <= length - 1 - low_bytes <= (1 << 28) - 1:
            reason = f"{self._count} fields of {self._parameter} bits and a bit string do not make {length} bytes"
            raise MalformedInput(self._end, reason)
        self._require_zero_padding()

    def _require_zero_padding(self) -> None:
        if self._parameter > 0:
            fixed_width.require_zero_padding(self._data, self._start + 1, self._count, self._parameter)

    def _require_parameter(self, expected: int) -> None:
        if self._parameter != expected:
            name = NAMES[self._code]
            raise MalformedInput(self._start, f"{name} with parameter {self._parameter}, here it must be {expected}")

    def _require_length(self, expected: int) -> None:
        length = self._end - self._start
        if length != expected:
            raise MalformedInput(
                min(self._end, self._start + expected),
                f"{NAMES[self._code]} of {self._count} indices below {self._universe} takes {expected} bytes, "
                f"these are {length}",
            )

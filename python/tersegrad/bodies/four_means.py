"""Every element as one of four values of its row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import fixed_width
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from . import packed_fields
from .body import Body, View, add_scaled, scheme

_FIELDS = 4
_OF_ROW = 16
_BITS = 2


@scheme(26, "FOUR_MEANS")
@dataclass(frozen=True, eq=False)
class FourMeans(Body):
    """``| row, 4 bytes | four values of each row, 4 bytes each | codes |``"""

    #: How many elements share four values.
    row: int
    #: A row of four for each row of elements.
    values: np.ndarray
    codes: np.ndarray

    @classmethod
    def read(cls, view: View) -> "FourMeans":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        row = signed(data, start, 4)
        if row < 1 or view.elements % row:
            what = f"rows of {unsigned(data, start, 4)} elements, and there are {view.elements}"
            raise MalformedInput(start, what)
        rows = view.elements // row
        codes_at = start + _FIELDS + _OF_ROW * rows
        view.require_length(codes_at - start + fixed_width.byte_length(view.elements, _BITS))
        values = floats.get_all(data, start + _FIELDS, 4 * rows)
        bad = np.flatnonzero(~np.isfinite(values) | ((values == 0) & np.signbit(values)))
        if bad.size:
            at = start + _FIELDS + 4 * int(bad[0])
            floats.read(data, at)
            raise MalformedInput(at, "the value -0.0 has to be 0.0")
        codes, _ = packed_fields.read(data, codes_at, _BITS, view.elements, 3)
        return cls(row, values.reshape(rows, 4), codes)

    def write(self) -> bytes:
        return put(self.row, 4) + floats.write_all(self.values.reshape(-1)) + fixed_width.pack(self.codes, _BITS)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        rows = np.arange(self.codes.size) // self.row
        add_scaled(self.values[rows, self.codes], weight, target)

    def describe(self) -> str:
        return f"four values for each row of {self.row}"

    def padding_bits(self) -> int:
        return -self.codes.size * _BITS % 8

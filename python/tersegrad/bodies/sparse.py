"""Some elements, all others zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..codecs import index_sets
from ..codecs.little_endian import put, unsigned
from ..errors import MalformedInput
from . import sparse_values
from .body import Body, View, scheme
from .sparse_values import FORMATS, FloatValues, LevelValues, MagnitudeValues

_FIELDS = 5


def read_count(view: View, at: int) -> int:
    """A count that is not above the number of elements."""
    count = unsigned(view.data, view.start + at, 4)
    if count > view.elements:
        raise MalformedInput(view.start + at, f"{count} of {view.elements} elements")
    return count


@scheme(4, "SPARSE")
@dataclass(frozen=True, eq=False)
class Sparse(Body):
    """``| value format, 1 byte | count, 4 bytes | index set | values |``"""

    length: int
    indices: np.ndarray
    values: "FloatValues | LevelValues | MagnitudeValues"
    #: The width of rows in which indices may cluster, for their index set; 0 for none.
    rows_of: int = index_sets.USUAL_ROW_WIDTH

    @classmethod
    def read(cls, view: View) -> "Sparse":
        view.require_at_least(_FIELDS)
        number = view.data[view.start]
        if number >= len(FORMATS):
            raise MalformedInput(view.start, f"value format {number}, known are 0 to {len(FORMATS) - 1}")
        count = read_count(view, 1)
        value_bytes = sparse_values.byte_length(number, count)
        if view.length - _FIELDS < value_bytes:
            reason = f"{count} values take {value_bytes} bytes, the body has {view.length}"
            raise MalformedInput(view.end, reason)
        values_at = view.end - value_bytes
        indices = index_sets.read(view.data, view.start + _FIELDS, values_at, count, view.elements)
        rows_of = index_sets.row_width(view.data, view.start + _FIELDS)
        return cls(view.elements, indices, sparse_values.read(number, view.data, values_at, count), rows_of)

    def write(self) -> bytes:
        head = put(FORMATS.index(self.values.kind), 1) + put(self.indices.size, 4)
        return head + index_sets.write(self.indices, self.length, self.rows_of) + self.values.write()

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        target[self.indices] += weight * self.values.floats

    def padding_bits(self) -> int:
        return -self.indices.size * self.values.bits % 8 if isinstance(self.values, MagnitudeValues) else 0

    def describe(self) -> str:
        return f"{self.indices.size} elements with their values as {self.values.kind}, all others 0"

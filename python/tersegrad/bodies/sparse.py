"""Some elements, all others zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..codecs import index_sets
from ..codecs.little_endian import put, unsigned
from ..errors import MalformedInput
from . import sparse_values
from .body import Body, View, scheme
from .sparse_values import FORMATS, FloatValues, LevelValues

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
    values: "FloatValues | LevelValues"

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
        return cls(view.elements, indices, sparse_values.read(number, view.data, values_at, count))

    def write(self) -> bytes:
        head = put(FORMATS.index(self.values.kind), 1) + put(self.indices.size, 4)
        return head + index_sets.write(self.indices, self.length) + self.values.write()

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        target[self.indices] += weight * self.values.floats

    def describe(self) -> str:
        return f"{self.indices.size} elements with their values as {self.values.kind}, all others 0"

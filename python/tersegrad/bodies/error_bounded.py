"""Levels of all elements within an error bound, and floats for those without a level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import index_sets
from ..codecs.little_endian import put, unsigned
from ..errors import MalformedInput
from .body import Body, View, add_scaled, scheme
from .entropy_levels import SPARSE, EntropyLevels, read_length

_FIELDS = 4


@scheme(21, "ERROR_BOUNDED_LEVELS")
@dataclass(frozen=True, eq=False)
class ErrorBounded(Body):
    """``| count, 4 bytes | bytes of the index set, 4 bytes | index set | floats | body of entropy-coded levels |``"""

    length: int
    #: Of the elements that are sent as floats.
    indices: np.ndarray
    values: np.ndarray
    #: None if all elements are sent as floats.
    levels: "EntropyLevels | None"

    @classmethod
    def read(cls, view: View) -> "ErrorBounded":
        view.require_at_least(_FIELDS)
        data, start, elements = view.data, view.start, view.elements
        count = unsigned(data, start, 4)
        if count > elements:
            raise MalformedInput(start, f"{count} floats for {elements} elements")
        at = start + _FIELDS
        where = (at, at)
        if 0 < count < elements:
            view.require_at_least(_FIELDS + 4)
            where = (at + 4, at + 4 + read_length(view, at))
            at = where[1]
        view.require_at_least(at + 4 * count - start)
        values = floats.read_all(data, at, count)
        at += 4 * count
        if count == elements:
            view.require_length(at - start)
            return cls(elements, np.arange(count), values, None)
        indices = index_sets.read(data, *where, count, elements) if count else np.zeros(0, np.int64)
        inner = View(data, at, view.end, elements)
        inner.require_at_least(1)
        if data[at] & SPARSE:
            raise MalformedInput(at, "levels of some elements only")
        return cls(elements, indices, values, EntropyLevels.read(inner))

    def write(self) -> bytes:
        out = put(self.indices.size, 4)
        if self.levels is None:
            return out + floats.write_all(self.values)
        if self.indices.size:
            where = index_sets.write(self.indices, self.length)
            out += put(len(where), 4) + where + floats.write_all(self.values)
        return out + self.levels.write()

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        elements = np.zeros(self.length, np.float32)
        if self.levels is not None:
            self.levels.add_to(elements, np.float32(1))
        elements[self.indices] = self.values
        add_scaled(elements, weight, target)

    def describe(self) -> str:
        if self.levels is None:
            return "every element as a 32-bit float"
        return f"{self.levels.describe()}, and {self.indices.size} elements as 32-bit floats"

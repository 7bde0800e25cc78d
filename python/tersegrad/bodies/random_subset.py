"""The values at elements that a seed chooses, all others zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import random_subset
from ..codecs.little_endian import put, unsigned
from ..errors import MalformedInput
from .body import Body, View, scheme

_FIELDS = 12


@scheme(5, "RANDOM_SUBSET")
@dataclass(frozen=True, eq=False)
class RandomSubset(Body):
    """``| seed, 8 bytes | factor, 4 bytes | values, 4 bytes each |``"""

    length: int
    #: From 0 to 2^64 - 1.
    seed: int
    factor: np.float32
    values: np.ndarray

    @classmethod
    def read(cls, view: View) -> "RandomSubset":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        factor = floats.read_magnitude(data, start + 8)
        value_bytes = view.length - _FIELDS
        count = value_bytes // 4
        if value_bytes % 4 or count > view.elements:
            raise MalformedInput(view.end, f"{value_bytes} bytes of values for {view.elements} elements")
        _require_products(data, start + _FIELDS, count, factor)
        return cls(view.elements, unsigned(data, start, 8), factor, floats.get_all(data, start + _FIELDS, count))

    def write(self) -> bytes:
        return put(self.seed, 8) + floats.write_all(np.array([self.factor])) + floats.write_all(self.values)

    def indices(self) -> np.ndarray:
        """The elements that the values belong to, in their order."""
        return random_subset.choose(self.seed, self.values.size, self.length)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        target[self.indices()] += weight * (self.factor * self.values)

    def describe(self) -> str:
        return f"{self.values.size} elements chosen at random by a seed, times {floats.text(self.factor)}, all others 0"


def _require_products(data: bytes, at: int, count: int, factor: np.float32) -> None:
    """Refuses values that are not finite, or not finite times the factor, whichever comes first."""
    overflow = np.flatnonzero(floats.overflows(floats.get_all(data, at, count), factor))
    if overflow.size:
        i = int(overflow[0])
        floats.read_all(data, at, i + 1)
        raise MalformedInput(at + 4 * i, f"a value that overflows times {floats.text(factor)}")
    floats.read_all(data, at, count)

"""Some elements of one magnitude with their signs, all others zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import index_sets
from ..codecs.little_endian import put
from ..errors import MalformedInput
from . import sign_bits
from .body import Body, View, scheme
from .sparse import read_count

_FIELDS = 8


@scheme(6, "SPARSE_SIGNS")
@dataclass(frozen=True, eq=False)
class SparseSigns(Body):
    """``| magnitude, 4 bytes | count, 4 bytes | index set | a bit for each index, in plain order |``"""

    length: int
    magnitude: np.float32
    indices: np.ndarray
    negative: np.ndarray
    #: The width of rows in which indices may cluster, for their index set; 0 for none.
    rows_of: int = index_sets.USUAL_ROW_WIDTH

    @classmethod
    def read(cls, view: View) -> "SparseSigns":
        view.require_at_least(_FIELDS)
        magnitude = floats.read_magnitude(view.data, view.start)
        count = read_count(view, 4)
        sign_bytes = sign_bits.byte_length(count)
        if view.length - _FIELDS < sign_bytes:
            raise MalformedInput(view.end, f"{count} signs are cut off")
        signs_at = view.end - sign_bytes
        indices = index_sets.read(view.data, view.start + _FIELDS, signs_at, count, view.elements)
        sign_bits.require_zero_padding(view.data, signs_at, count)
        bits = np.unpackbits(np.frombuffer(view.data, np.uint8, sign_bytes, signs_at), bitorder="little")
        rows_of = index_sets.row_width(view.data, view.start + _FIELDS)
        return cls(view.elements, magnitude, indices, bits[:count].astype(bool), rows_of)

    def write(self) -> bytes:
        head = floats.write_all(np.array([self.magnitude])) + put(self.indices.size, 4)
        signs = np.packbits(self.negative, bitorder="little").tobytes()
        return head + index_sets.write(self.indices, self.length, self.rows_of) + signs

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        change = weight * self.magnitude
        target[self.indices] += np.where(self.negative, -change, change)

    def describe(self) -> str:
        return f"{self.indices.size} elements of plus or minus {floats.text(self.magnitude)}, all others 0"

    def padding_bits(self) -> int:
        return -self.indices.size % 8

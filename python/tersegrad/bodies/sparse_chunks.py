"""Some elements of each run, all others zero: signs, and a few magnitudes for each run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import index_sets
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from . import sign_bits
from .body import Body, View, scheme
from .sparse import read_count

_FIELDS = 13
_PLANE_FIELDS = 8
_ZERO = 255
_CODES = np.arange(_ZERO)
#: What the scale is multiplied by: the floats nearest to 2^(-i/8) in eight steps, halved from octave to octave.
_FACTORS = np.append(np.ldexp(np.float32(2.0 ** (-(_CODES % 8) / 8)), -(_CODES // 8)), 0).astype(np.float32)


@scheme(23, "SPARSE_CHUNKS")
@dataclass(frozen=True, eq=False)
class SparseChunks(Body):
    """``| chunk, 4 bytes | bits, 1 byte | count, 4 bytes | scale, 4 bytes | codes | planes | index set | signs |``"""

    length: int
    #: Elements of a run; the last may be shorter.
    chunk: int
    scale: np.float32
    #: A row for each run: the codes of its magnitudes, from the largest on.
    codes: np.ndarray
    indices: np.ndarray
    levels: np.ndarray
    negative: np.ndarray
    #: The widths of the rows of the index sets, those of the planes first; 0 for none.
    rows_of: "tuple[int, ...]"

    @classmethod
    def read(cls, view: View) -> "SparseChunks":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        chunk = signed(data, start, 4)
        if chunk < 1:
            raise MalformedInput(start, f"chunks of {unsigned(data, start, 4)} elements")
        if not 1 <= data[start + 4] <= 4:
            raise MalformedInput(start + 4, f"values of {data[start + 4]} bits, known are 1 to 4")
        count = read_count(view, 5)
        scale = floats.read_magnitude(data, start + 9)
        number = 1 << data[start + 4] - 1
        runs = -(-view.elements // chunk)
        sign_bytes = sign_bits.byte_length(count)
        view.require_at_least(_FIELDS + runs * number + sign_bytes)
        codes = np.frombuffer(data, np.uint8, runs * number, start + _FIELDS).reshape(runs, number).astype(int)
        bad = np.argwhere(np.diff(codes, axis=1) < 0)
        if bad.size:
            at = start + _FIELDS + int(bad[0][0]) * number + int(bad[0][1]) + 1
            raise MalformedInput(at, "magnitudes of a chunk that increase")
        signs_at = view.end - sign_bytes
        levels, rows_of, at = _read_planes(data, start + _FIELDS + runs * number, signs_at, count, number)
        indices = index_sets.read(data, at, signs_at, count, view.elements)
        sign_bits.require_zero_padding(data, signs_at, count)
        bits = np.unpackbits(np.frombuffer(data, np.uint8, sign_bytes, signs_at), bitorder="little")
        rows = (*rows_of, index_sets.row_width(data, at))
        return cls(view.elements, chunk, scale, codes, indices, levels, bits[:count].astype(bool), rows)

    def write(self) -> bytes:
        number = self.codes.shape[1]
        head = put(self.chunk, 4) + put(number.bit_length(), 1) + put(self.indices.size, 4)
        parts = [head, floats.write_all(np.array([self.scale])), self.codes.astype(np.uint8).tobytes()]
        for i, plane in enumerate(range(number - 1, 0, -1)):
            levels = self.levels[self.levels <= plane]
            ranks = np.flatnonzero(levels < plane)
            written = index_sets.write(ranks, levels.size, self.rows_of[i])
            parts.append(put(ranks.size, 4) + put(len(written), 4) + written)
        parts.append(index_sets.write(self.indices, self.length, self.rows_of[-1]))
        parts.append(np.packbits(self.negative, bitorder="little").tobytes())
        return b"".join(parts)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        found = self.scale * _FACTORS[self.codes[self.indices // self.chunk, self.levels]]
        target[self.indices] += weight * np.where(self.negative, -found, found)

    def describe(self) -> str:
        number = self.codes.shape[1]
        kept = f"{self.indices.size} elements of plus or minus {number} magnitudes"
        return f"{kept} for each run of {self.chunk}, all others 0"

    def padding_bits(self) -> int:
        return -self.indices.size % 8


def _read_planes(data: bytes, start: int, end: int, count: int, number: int) -> "tuple[np.ndarray, list[int], int]":
    """The levels of all elements, the widths of the rows of the planes, and where the planes end."""
    levels = np.full(count, number - 1)
    rows_of = []
    at = start
    above = np.arange(count)
    for plane in range(number - 1, 0, -1):
        if end - at < _PLANE_FIELDS:
            raise MalformedInput(at, "the fields of a plane are cut off")
        held, length = unsigned(data, at, 4), unsigned(data, at + 4, 4)
        if held > above.size or length > end - at - _PLANE_FIELDS:
            raise MalformedInput(at, f"a plane of {held} of {above.size} elements and {length} bytes")
        at += _PLANE_FIELDS
        above = above[index_sets.read(data, at, at + length, held, above.size)]
        rows_of.append(index_sets.row_width(data, at))
        levels[above] = plane - 1
        at += length
    return levels, rows_of, at

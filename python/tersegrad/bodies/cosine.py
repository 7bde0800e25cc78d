"""Some coefficients of the cosine transforms of a matrix's chunks, all others zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

import numpy as np

from .. import floats
from ..codecs import index_sets
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from . import cosine_transform
from .body import Body, View, scheme
from .cosine_transform import EDGE

_FIELDS = 8
_LARGE_SUM = 2.0**127
_DOWN = np.float32(2.0**-20)


def fits(elements: int, columns: int) -> bool:
    """Whether a matrix of so many columns can hold the elements; only up to 64 columns may a row be short."""
    return columns >= 1 and (columns <= EDGE or elements % columns == 0)


def places(elements: int, columns: int) -> int:
    """How many places the matrix has, those left empty included."""
    return -(-elements // columns) * columns


def _is_large(coefficients: np.ndarray) -> bool:
    """Whether a sum of these coefficients may overflow: their magnitudes, added in doubles from the first to the last."""
    return coefficients.size > 0 and float(np.cumsum(np.abs(coefficients), dtype=np.float64)[-1]) > _LARGE_SUM


def _inverse(chunk: np.ndarray, large: bool) -> np.ndarray:
    if not large:
        return cosine_transform.inverse(chunk)
    with np.errstate(over="ignore"):
        return cosine_transform.inverse(chunk * _DOWN) / _DOWN


@scheme(17, "COSINE")
@dataclass(frozen=True, eq=False)
class Cosine(Body):
    """``| columns, 4 bytes | count, 4 bytes | index set | coefficients, 4 bytes each |``"""

    length: int
    #: Of the matrix that the elements fill row after row.
    columns: int
    #: Places, counted chunk by chunk of at most 64 x 64: from left to right, then the next row of chunks.
    indices: np.ndarray
    coefficients: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Cosine":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        columns, count = signed(data, start, 4), unsigned(data, start + 4, 4)
        if not fits(view.elements, columns):
            reason = f"{view.elements} elements in {unsigned(data, start, 4)} columns"
            raise MalformedInput(start, reason)
        universe = places(view.elements, columns)
        if count > universe:
            raise MalformedInput(start + 4, f"{count} of {universe} coefficients")
        view.require_at_least(_FIELDS + 4 * count)
        at = view.end - 4 * count
        indices = index_sets.read(data, start + _FIELDS, at, count, universe)
        coefficients = floats.read_all(data, at, count)
        body = cls(view.elements, columns, indices, coefficients)
        if not body.is_finite():
            raise MalformedInput(at, "coefficients with elements that overflow")
        return body

    def write(self) -> bytes:
        indices = index_sets.write(self.indices, places(self.length, self.columns))
        return put(self.columns, 4) + put(self.indices.size, 4) + indices + floats.write_all(self.coefficients)

    def is_finite(self) -> bool:
        """Whether no element overflows."""
        if not _is_large(self.coefficients):
            return True
        return all(bool(np.isfinite(chunk).all()) for chunk, _, _ in self._chunks())

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        for chunk, top, left in self._chunks():
            self._add_chunk(chunk, top, left, weight, target)

    def _chunks(self) -> "Iterator[tuple[np.ndarray, int, int]]":
        """Elements of each chunk that has coefficients, with its first row and column."""
        top = self.indices // self.columns // EDGE * EDGE
        rows = np.minimum(EDGE, places(self.length, self.columns) // self.columns - top)
        left = (self.indices - top * self.columns) // rows // EDGE * EDGE
        first = top * self.columns + left * rows
        starts = np.flatnonzero(np.diff(first, prepend=-1))
        for i, end in zip(starts, [*starts[1:], self.indices.size]):
            chunk = np.zeros((int(rows[i]), min(EDGE, self.columns - int(left[i]))), np.float32)
            chunk.reshape(-1)[self.indices[i:end] - first[i]] = self.coefficients[i:end]
            yield _inverse(chunk, _is_large(self.coefficients[i:end])), int(top[i]), int(left[i])

    def _add_chunk(self, chunk: np.ndarray, top: int, left: int, weight: np.float32, target: np.ndarray) -> None:
        """Adds a chunk at its place in the matrix, whose last row may be short. ``target`` is modified."""
        rows, columns = chunk.shape
        whole = self.length // self.columns
        matrix = target[: whole * self.columns].reshape(whole, self.columns)
        matrix[top : top + rows, left : left + columns] += weight * chunk[: whole - top]
        if top + rows > whole:  # such a matrix has one column of chunks
            short = target[whole * self.columns :]
            short += weight * chunk[-1, : short.size]

    def describe(self) -> str:
        what = f"{self.indices.size} cosine coefficients of a matrix of {self.columns} columns"
        return f"{what} in chunks of {EDGE} x {EDGE}, all others 0"

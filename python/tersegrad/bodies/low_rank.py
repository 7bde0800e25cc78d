"""A matrix as the product of two thin ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from .body import Body, View, scheme

_FIELDS = 8
_LARGEST_SUM = 2.0**127


@scheme(11, "LOW_RANK")
@dataclass(frozen=True, eq=False)
class LowRank(Body):
    """``| rows, 4 bytes | rank, 4 bytes | rank times: rows floats | rank times: columns floats |``"""

    #: Rank times rows.
    left: np.ndarray
    #: Rank times columns.
    right: np.ndarray

    @classmethod
    def read(cls, view: View) -> "LowRank":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        rows, rank = signed(data, start, 4), signed(data, start + 4, 4)
        if rows < 1 or view.elements % rows:
            raise MalformedInput(start, f"{view.elements} elements in {unsigned(data, start, 4)} rows")
        columns = view.elements // rows
        if not 1 <= rank <= min(rows, columns):
            reason = f"rank {unsigned(data, start + 4, 4)} of a matrix of {rows} x {columns}"
            raise MalformedInput(start + 4, reason)
        view.require_length(_FIELDS + 4 * rank * (rows + columns))
        left_at = start + _FIELDS
        right_at = left_at + 4 * rank * rows
        for r in range(rank):
            floats.read_all(data, left_at + 4 * r * rows, rows)
            floats.read_all(data, right_at + 4 * r * columns, columns)
        left = floats.get_all(data, left_at, rank * rows).reshape(rank, rows)
        right = floats.get_all(data, right_at, rank * columns).reshape(rank, columns)
        largest = largest_sum(left, right)
        if largest > _LARGEST_SUM:
            reason = f"factors whose products may be as large as {floats.text(largest)}"
            raise MalformedInput(left_at, reason)
        return cls(left, right)

    def write(self) -> bytes:
        rank, rows = self.left.shape
        return put(rows, 4) + put(rank, 4) + floats.write_all(self.left) + floats.write_all(self.right)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        matrix = target.reshape(self.left.shape[1], self.right.shape[1])
        for left, right in zip(self.left, self.right):
            matrix += (weight * left)[:, None] * right

    def describe(self) -> str:
        return f"a matrix of {self.left.shape[1]} x {self.right.shape[1]} of rank {self.left.shape[0]}"


def largest_sum(left: np.ndarray, right: np.ndarray) -> float:
    """The largest magnitudes of a left and a right factor, multiplied, and summed over the rank; at most 2^127."""
    total = 0.0
    for left_factor, right_factor in zip(left, right):
        total += float(np.abs(left_factor).max()) * float(np.abs(right_factor).max())
    return total


def fits(left: np.ndarray, right: np.ndarray) -> bool:
    """Whether no element of the product can overflow."""
    return largest_sum(left, right) <= _LARGEST_SUM

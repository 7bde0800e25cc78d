"""The inverse of the orthonormal cosine transform (DCT-II) of small matrices."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

#: The longest row or column.
EDGE = 64


@lru_cache(maxsize=None)
def table(n: int) -> np.ndarray:
    """``T[k, j] = s_k cos(pi (2 j + 1) k / (2 n))``, with ``s_0 = sqrt(1 / n)`` and ``s_k = sqrt(2 / n)`` else.

    Rounded to floats from doubles, whose operations are in the order of Java: where the cosine should be 0, what is
    left of its argument's rounding counts. A cosine that is off in its last bits does no harm: no entry is closer than
    180,000 of a double's last places to where the rounding to a float changes.
    """
    rows = []
    for k in range(n):
        scale = math.sqrt((2 if k else 1) / n)
        rows.append([scale * math.cos(math.pi * (2 * j + 1) * k / (2 * n)) for j in range(n)])
    return np.array(rows, np.float64).astype(np.float32)


def inverse(coefficients: np.ndarray) -> np.ndarray:
    """The matrix with these coefficients; sums are of floats, first over columns, then over rows."""
    rows, columns = coefficients.shape
    return _multiply(table(rows).T, _multiply(coefficients, table(columns)))


def _multiply(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """``left @ right`` with each sum from its first term to its last; terms that are all 0 would change nothing."""
    out = np.zeros((left.shape[0], right.shape[1]), np.float32)
    for i in np.flatnonzero(left.any(axis=0) & right.any(axis=1)):
        out += left[:, i, None] * right[i]
    return out

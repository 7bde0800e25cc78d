"""Checks of what a caller gives to a writer."""

from __future__ import annotations

import numpy as np


def indices(values: object, length: int) -> np.ndarray:
    """Indices that increase from 0 on and are below ``length``."""
    given = integers(values, "an index")
    if given.size and given[-1] >= length:
        raise ValueError(f"index {given[-1]} is not below the universe of {length}")
    disorder = np.flatnonzero(np.diff(given, prepend=-1) <= 0)
    if disorder.size:
        i = int(disorder[0])
        before = given[i - 1] if i else "nothing"
        raise ValueError(f"indices must increase from 0 on, but index {given[i]} at position {i} follows {before}")
    return given


def integers(values: object, what: str) -> np.ndarray:
    """Integers as one row of ``int64``."""
    given = np.asarray(values)
    if given.size and not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"{what} is an integer, these are of type {given.dtype}")
    return given.astype(np.int64).reshape(-1)


def fields(values: object, most: int, what: str) -> np.ndarray:
    """Integers from 0 to ``most`` as one row of ``uint32``."""
    given = integers(values, f"a {what}")
    outside = np.flatnonzero((given < 0) | (given > most))
    if outside.size:
        raise ValueError(f"{what} {given[outside[0]]} at position {outside[0]} is not from 0 to {most}")
    return given.astype(np.uint32)


def signs(negative: object) -> np.ndarray:
    """A boolean for each element, such as ``numpy.signbit`` makes."""
    given = np.asarray(negative)
    if given.size and given.dtype != np.bool_:
        raise ValueError(f"signs are booleans, true where negative, these are of type {given.dtype}")
    return given.astype(np.bool_).reshape(-1)


def same_size(a: np.ndarray, b: np.ndarray, what: str, other: str) -> None:
    """Refuses two rows of different lengths."""
    if a.size != b.size:
        raise ValueError(f"{a.size} {what}, but {b.size} {other}")


def within(value: int, least: int, most: int, what: str) -> None:
    """Refuses a number outside of its limits."""
    if not least <= value <= most:
        raise ValueError(f"{what} is {least} to {most}, this is {value}")

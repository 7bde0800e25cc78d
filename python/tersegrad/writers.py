"""A payload from the content of each body: the very bytes that the Java writer makes of the same content."""

from __future__ import annotations

from typing import Iterable, Optional

import numpy as np

from . import arguments, floats
from .bodies import (
    Bf16,
    Body,
    Chunks,
    Dense,
    Fp16,
    Levels,
    Lossless,
    LowRank,
    Named,
    Natural,
    RandomSubset,
    Signs,
    Sparse,
    SparseSigns,
    TwoMeans,
    half_floats,
    low_rank,
    named,
)
from .bodies.levels import CODES, MOST_LEVELS
from .bodies.lossless import REST_BYTES
from .bodies.sparse_values import FORMATS, FloatValues, LevelValues
from .payload import Payload

_MAX_INT = (1 << 31) - 1


def _message(length: int, content: Body) -> bytes:
    return Payload.of(length, content).to_bytes()


def write_dense(values: object) -> bytes:
    """Every element as a float."""
    given = floats.given(values, "element")
    return _message(given.size, Dense(given))


def write_fp16(values: object) -> bytes:
    """Every element as a binary16: rounded to nearest, what is too large becomes the largest number."""
    given = floats.given(values, "element")
    return _message(given.size, Fp16(given))


def write_bf16(values: object) -> bytes:
    """Every element as a bfloat16: rounded to nearest, what is too large becomes the largest number."""
    given = floats.given(values, "element")
    return _message(given.size, Bf16(given))


def write_sparse(length: int, indices: object, values: object, kind: str = "fp32") -> bytes:
    """The values at increasing indices, all other elements zero.

    ``kind`` is how the values are written: ``fp32``, ``fp16``, ``bf16``, or ``int8``, the nearest of 255 levels.
    """
    kinds = FORMATS[:4]
    if kind not in kinds:
        raise ValueError(f"values are written as one of {', '.join(kinds)}, not as {kind!r}")
    chosen, given = arguments.indices(indices, length), floats.given(values, "value")
    arguments.same_size(chosen, given, "indices", "values")
    content = LevelValues.nearest(given) if kind == "int8" else FloatValues(given, kind)
    return _message(length, Sparse(length, chosen, content))


def write_random_subset(length: int, seed: int, factor: float, values: object) -> bytes:
    """The values at elements that the seed chooses, see ``RandomSubset.indices``, each times the factor."""
    given, times = floats.given(values, "value"), floats.given_magnitude(factor, "factor")
    arguments.within(given.size, 0, length, "the number of values")
    if np.any(floats.overflows(given, times)):
        raise ValueError(f"a value overflows times {floats.text(times)}")
    return _message(length, RandomSubset(length, seed % (1 << 64), times, given))


def write_sparse_signs(length: int, indices: object, negative: object, magnitude: float) -> bytes:
    """Plus or minus the magnitude at increasing indices, all other elements zero."""
    chosen, signs = arguments.indices(indices, length), arguments.signs(negative)
    arguments.same_size(chosen, signs, "indices", "signs")
    return _message(length, SparseSigns(length, floats.given_magnitude(magnitude, "magnitude"), chosen, signs))


def write_levels(levels: object, steps: object, most: int, bucket: Optional[int] = None, code: str = "fixed") -> bytes:
    """Levels from ``-most`` to ``most``, each times the step of its bucket; without ``bucket`` there is one step.

    ``code`` is how the levels are written: ``fixed``, ``entropy`` (``most`` up to 127) or ``trits`` (``most`` is 1).
    """
    if code not in CODES:
        raise ValueError(f"levels are written as one of {', '.join(CODES)}, not as {code!r}")
    arguments.within(most, 1, MOST_LEVELS[CODES.index(code)], f"the largest level of the code {code}")
    given = arguments.integers(levels, "a level")
    outside = np.flatnonzero(np.abs(given) > most)
    if outside.size:
        raise ValueError(f"level {given[outside[0]]} at element {outside[0]} is not from {-most} to {most}")
    size = max(1, given.size) if bucket is None else bucket
    arguments.within(size, 1, _MAX_INT, "the number of elements in a bucket")
    each = floats.given(steps, "step")
    buckets = -(-given.size // size)
    if each.size != buckets:
        raise ValueError(f"{given.size} elements in buckets of {size} have {buckets} steps, these are {each.size}")
    if np.any(each < 0) or np.any(floats.overflows(each, most)):
        raise ValueError(f"a step is 0 or more, and {most} steps are finite")
    return _message(given.size, Levels(code, most, size, np.abs(each), given.astype(np.int32)))


def write_signs(negative: object, magnitude: float) -> bytes:
    """Plus or minus the magnitude for every element; ``numpy.signbit`` makes the signs of floats."""
    signs = arguments.signs(negative)
    return _message(signs.size, Signs(floats.given_magnitude(magnitude, "magnitude"), signs))


def write_two_means(negative: object, where_positive: float, where_negative: float) -> bytes:
    """One of two values for every element."""
    signs = arguments.signs(negative)
    positive_mean, negative_mean = floats.given([where_positive, where_negative], "mean")
    return _message(signs.size, TwoMeans(positive_mean, negative_mean, signs))


def write_natural(values: object) -> bytes:
    """Plus or minus a power of two of at least 2^-126, or a zero, for every element."""
    given = floats.given(values, "element")
    bad = np.flatnonzero(given.view(np.uint32) & np.uint32(0x7FFFFF))
    if bad.size:
        raise ValueError(f"element {bad[0]} is {floats.text(given[bad[0]])}, which is neither 0 nor a power of two")
    return _message(given.size, Natural(given))


def write_low_rank(left: object, right: object) -> bytes:
    """The sum of outer products of the rows of ``left`` (rank times rows) and of ``right`` (rank times columns)."""
    shapes = np.shape(left), np.shape(right)
    if [len(shape) for shape in shapes] != [2, 2] or shapes[0][0] != shapes[1][0]:
        raise ValueError(f"factors have as many rows as the rank, these have the shapes {shapes[0]} and {shapes[1]}")
    (rank, rows), columns = shapes[0], shapes[1][1]
    arguments.within(rank, 1, min(rows, columns), "the rank")
    left_factors = floats.given(left, "left element").reshape(rank, rows)
    right_factors = floats.given(right, "right element").reshape(rank, columns)
    if not low_rank.fits(left_factors, right_factors):
        raise ValueError("the products of these factors may be larger than 2^127")
    return _message(rows * columns, LowRank(left_factors, right_factors))


def write_chunks(length: int, chunk: int, payloads: Iterable[bytes]) -> bytes:
    """A payload for each ``chunk`` elements, the last one for what is left."""
    arguments.within(chunk, 1, _MAX_INT, "the number of elements in a chunk")
    inner = [Payload.read(each) for each in payloads]
    expected = [min(chunk, length - first) for first in range(0, length, chunk)]
    lengths = [each.length for each in inner]
    if lengths != expected:
        raise ValueError(f"{length} elements in chunks of {chunk} have the lengths {expected}, not {lengths}")
    if any(each.increment or isinstance(each.content, Chunks) for each in inner):
        raise ValueError("a chunk is neither made of chunks nor an increment; mark the whole as an increment")
    return _message(length, Chunks(chunk, tuple(each.content for each in inner)))


def write_named(length: int, name: str, version: int, content: bytes) -> bytes:
    """A body in a format of one's own, which the Java reader finds by its name and version."""
    if not 1 <= len(name) <= named.MAX_NAME or not named.LETTERS.issuperset(name.encode("utf-8")):
        limit = f"1 to {named.MAX_NAME} lower-case letters, digits, dots and hyphens"
        raise ValueError(f"the name of a body format has {limit}, this is {name!r}")
    arguments.within(version, 0, 255, "the version of a body format")
    return _message(length, Named(name, version, bytes(content)))


def write_lossless(values: object, kind: str = "fp32") -> bytes:
    """Every element as it is, with entropy-coded exponents.

    ``kind`` is ``fp32``, or ``bf16`` for elements that are rounded to bfloat16 first, as :func:`write_bf16` does.
    """
    if kind not in REST_BYTES:
        raise ValueError(f"elements are written as one of {', '.join(REST_BYTES)}, not as {kind!r}")
    given = floats.given(values, "element")
    if kind == "bf16":
        given = half_floats.read(half_floats.write(given, kind), 0, given.size, kind)
    return _message(given.size, Lossless(given, kind))


def as_increment(data: bytes) -> bytes:
    """The same payload, marked as the increment of an estimate that sender and receiver keep."""
    return Payload.read(data).as_increment().to_bytes()

"""The random numbers by which encoders round, for the dither that a receiver subtracts."""

from __future__ import annotations

import numpy as np

from . import random_words

_LANES = 16
_ROWS = 16
_GROUP = 512
_SHUFFLED = 64
_SHIFT_BITS = 15

# Children of the seed of a step that all workers have.
_SHIFTS = 0
_SHUFFLES = 1
_DITHER = 2


def dither(seed: int, rank: int, size: int, fraction: int, count: int) -> np.ndarray:
    """The r of each element, ``fraction`` bits, for a worker of a group."""
    own = _halves(random_words.fork(seed, _DITHER), fraction, count)
    if size == 1:
        return own
    shifts = _halves(random_words.fork(seed, _SHIFTS), _SHIFT_BITS, count) * size >> _SHIFT_BITS
    places = np.repeat(_shuffled(random_words.fork(seed, _SHUFFLES), rank, size, -(-count // _SHUFFLED)), _SHUFFLED)
    strata = (places[:count] + shifts) % size
    return ((strata << fraction) + own) // size


def _halves(keys: int, bits: int, count: int) -> np.ndarray:
    """``bits`` of half a word for each element: the lowest in even rows of sixteen, the highest in odd ones."""
    groups = -(-count // _GROUP)
    row = random_words.words(keys, np.arange(groups * _LANES, dtype=np.uint32)).reshape(groups, _LANES)
    rows = []
    for _ in range(_ROWS):
        rows.append(np.stack([row & np.uint32((1 << bits) - 1), row >> np.uint32(32 - bits)], axis=1))
        row = row ^ row << np.uint32(13)
        row = row ^ row >> np.uint32(17)
        row = row ^ row << np.uint32(5)
    return np.stack(rows, axis=1).reshape(-1)[:count].astype(np.int64)


def _shuffled(keys: int, rank: int, size: int, count: int) -> np.ndarray:
    """The places of a worker after ``count`` shuffles of all."""
    place = np.full(count, rank, np.int64)
    first = np.arange(count, dtype=np.uint32) * np.uint32(size)
    for last in range(size - 1, 0, -1):
        words = random_words.words(keys, first + np.uint32(last)).astype(np.uint64)
        other = (words * np.uint64(last + 1) >> np.uint64(32)).astype(np.int64)
        place = np.where(place == last, other, np.where(place == other, last, place))
    return place

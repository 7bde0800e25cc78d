"""Random words that are a pure function of a seed and a position."""

from __future__ import annotations

import numpy as np

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def fork(seed: int, index: int) -> int:
    """A seed of its own for child ``index``."""
    return _mix((_mix((seed + _GOLDEN) & _MASK) + (index + 1) * _GOLDEN) & _MASK)


def words(keys: int, positions: np.ndarray) -> np.ndarray:
    """The random words at positions (``uint32``), with the halves of ``keys`` as keys."""
    x = positions + np.uint32(keys & 0xFFFFFFFF)
    x = (x ^ x >> np.uint32(16)) * np.uint32(0x7FEB352D)
    x = (x ^ x >> np.uint32(15) ^ np.uint32(keys >> 32)) * np.uint32(0x846CA68B)
    return x ^ x >> np.uint32(16)


def seed_keys(seed: int) -> int:
    """The keys with which :func:`words` gives the words of a seed."""
    return _mix((seed + _GOLDEN) & _MASK)


def _mix(z: int) -> int:
    """The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014)."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31

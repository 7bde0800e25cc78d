"""A random choice of different indices that a receiver repeats from its seed.

The numbers below a power of two are permuted by a Feistel network of six rounds; a result that is not below the
universe is permuted again until it is. The images of 0, 1, 2, ... are the choice.
"""

from __future__ import annotations

import numpy as np

from . import random_words

_ROUNDS = 6
_LEAST_BITS = 10


def choose(seed: int, count: int, universe: int) -> np.ndarray:
    """``count`` different indices below ``universe``, in the order of the choice."""
    bits = max(_LEAST_BITS, (max(1, universe - 1)).bit_length())
    keys = [random_words.fork(seed, i) for i in range(_ROUNDS)]
    chosen = _permute(np.arange(count, dtype=np.uint32), bits, keys)
    outside = np.flatnonzero(chosen >= universe)
    while outside.size:
        chosen[outside] = _permute(chosen[outside], bits, keys)
        outside = outside[chosen[outside] >= universe]
    return chosen.astype(np.int64)


def _permute(x: np.ndarray, bits: int, keys: list[int]) -> np.ndarray:
    low_bits = bits // 2
    high_bits = bits - low_bits
    low = x & np.uint32((1 << low_bits) - 1)
    high = x >> np.uint32(low_bits)
    for i in range(0, _ROUNDS, 2):
        high = high ^ random_words.words(keys[i], low) >> np.uint32(32 - high_bits)
        low = low ^ random_words.words(keys[i + 1], high) >> np.uint32(32 - low_bits)
    return high << np.uint32(low_bits) | low

"""CRC32C (Castagnoli), which Python's standard library does not have.

A checksum is the remainder of a polynomial over GF(2), and remainders of sums are sums of remainders. So the first
half of a message, multiplied by x^(bits of the second half), can be added to the second half without a change of the
remainder. Halving the message in that way leaves one word after log2(words) steps, each of them a few NumPy
operations.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

# Bit 31 is the coefficient of x^0, bit 0 that of x^31: the first bit of a message is its highest coefficient.
_POLYNOMIAL = 0x82F63B78
_ONE = 1 << 31


def crc32c(*parts: bytes) -> int:
    """The checksum of the parts, one after the other; the first has at least four bytes."""
    message = b"".join(parts)
    padded = np.frombuffer(bytes(-len(message) % 4) + message, np.uint8).copy()
    padded[-len(message) :][:4] ^= 0xFF  # a register that begins with ones; zeros before the message change nothing
    words = padded.view("<u4").astype(np.uint32)
    while words.size > 1:
        half = 1 << ((words.size - 1).bit_length() - 1)  # the largest power of two below the size
        first, words = words[:-half], words[-half:].copy()
        words[half - first.size :] ^= _times(first, _tables(half))
    return int(_times(words, _tables(1))[0]) ^ 0xFFFFFFFF


def _times(words: np.ndarray, tables: np.ndarray) -> np.ndarray:
    """Each word times the constant of the tables."""
    return tables[0][words & np.uint32(0xFFFF)] ^ tables[1][words >> np.uint32(16)]


@lru_cache(maxsize=None)
def _tables(words: int) -> np.ndarray:
    """Products with x^(32 words), for all lower and for all upper halves of a factor; ``words`` is a power of two."""
    factor = _shift(words)
    products = np.zeros((2, 1 << 16), np.uint32)
    for bit in range(32):
        table, low = products[bit // 16], 1 << bit % 16
        table[low : 2 * low] = table[:low] ^ np.uint32(_multiply(factor, 1 << bit))
    return products


@lru_cache(maxsize=None)
def _shift(words: int) -> int:
    """x^(32 words) modulo the polynomial."""
    if words > 1:
        root = _shift(words // 2)
        return _multiply(root, root)
    power = _ONE
    for _ in range(32):
        power = _times_x(power)
    return power


def _multiply(a: int, b: int) -> int:
    product = 0
    for bit in range(31, -1, -1):
        if b >> bit & 1:
            product ^= a
        a = _times_x(a)
    return product


def _times_x(a: int) -> int:
    return a >> 1 ^ (_POLYNOMIAL if a & 1 else 0)

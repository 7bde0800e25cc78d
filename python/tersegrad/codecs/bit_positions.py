"""Bit strings with ones at increasing positions."""

from __future__ import annotations

import numpy as np


def read(data: bytes, start: int, end: int) -> np.ndarray:
    """The positions of all ones."""
    return np.flatnonzero(np.unpackbits(np.frombuffer(data, np.uint8, end - start, start), bitorder="little"))


def string(positions: np.ndarray, byte_length: int) -> np.ndarray:
    """The bytes of a string with ones at these positions."""
    bits = np.zeros(8 * byte_length, np.uint8)
    bits[positions] = 1
    return np.packbits(bits, bitorder="little")


def byte_length(positions: np.ndarray) -> int:
    """The bytes of a string that ends with the byte of the last one."""
    return (int(positions[-1]) + 8) // 8 if positions.size else 0

"""How often each symbol of an alphabet occurs, out of 4096: the table in front of entropy-coded symbols."""

from __future__ import annotations

import numpy as np

from .bit_reader import BitReader

TOTAL_BITS = 12
TOTAL = 1 << TOTAL_BITS


def count(symbols: np.ndarray, alphabet: int) -> np.ndarray:
    """The frequencies that a writer takes for at least one symbol."""
    return of_counts(np.bincount(symbols, minlength=alphabet))


def of_counts(counts: np.ndarray) -> np.ndarray:
    """The frequencies for counts that sum to less than 2^31 and not to 0."""
    frequencies = np.where(counts == 0, 0, np.maximum(1, counts * TOTAL // counts.sum()))
    # Quotients of such small numbers are equal or differ by far more than a rounding, so doubles compare them exactly.
    while frequencies.sum() < TOTAL:
        frequencies[np.argmax(counts / (2 * frequencies + 1))] += 1
    while frequencies.sum() > TOTAL:
        cost = np.where(frequencies > 1, counts / np.maximum(1, 2 * frequencies - 1), np.inf)
        frequencies[np.argmin(cost)] -= 1
    return frequencies


def write(frequencies: np.ndarray) -> bytes:
    """The table: each frequency + 1 in Elias gamma, padded to a byte."""
    table = 0
    used = 0
    for frequency in frequencies.tolist():
        n = (frequency + 1).bit_length() - 1
        table |= (1 << n | (frequency + 1 - (1 << n)) << n + 1) << used
        used += 2 * n + 1
    return table.to_bytes((used + 7) // 8, "little")


def read(data: bytes, start: int, end: int, alphabet: int) -> tuple[np.ndarray, int]:
    """The frequencies, and where the table ends."""
    reader = BitReader(data, start, end)
    frequencies = np.zeros(alphabet, np.int64)
    left = TOTAL
    for symbol in range(alphabet):
        frequency = reader.read_gamma() - 1
        if frequency > left:
            raise reader.malformed(f"frequencies that sum to more than {TOTAL}")
        frequencies[symbol] = frequency
        left -= frequency
    if left:
        raise reader.malformed(f"frequencies that sum to {TOTAL - left} instead of {TOTAL}")
    reader.align()
    return frequencies, start + reader.position // 8

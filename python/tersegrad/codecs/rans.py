"""Entropy-coded symbols: range asymmetric numeral systems (J. Duda, arXiv:1311.2540) with four states that take turns.

Each symbol depends on the one four before it, so that this is the one code with a Python loop for each element.
"""

from __future__ import annotations

import numpy as np

from ..errors import MalformedInput
from . import symbol_frequencies
from .little_endian import put, signed
from .symbol_frequencies import TOTAL, TOTAL_BITS

_LOW = 1 << 15
_STATES = 4


def read(data: bytes, start: int, end: int, alphabet: int, count: int) -> np.ndarray:
    """``count`` symbols, at least one, from exactly these bytes."""
    return read_with_table(data, start, end, alphabet, count)[0]


def read_with_table(
    data: bytes, start: int, end: int, alphabet: int, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """The same, and the frequencies that they were written with."""
    frequencies, at = symbol_frequencies.read(data, start, end, alphabet)
    return read_without_table(data, at, end, frequencies, count), frequencies


def read_without_table(data: bytes, start: int, end: int, frequencies: np.ndarray, count: int) -> np.ndarray:
    """``count`` symbols, at least one, written with frequencies that are known."""
    at = start
    states = []
    for _ in range(_STATES):
        states.append(_read_state(data, at, end))
        at += 4
    words = np.frombuffer(data, "<u2", (end - at) // 2, at).tolist()
    symbols, used = _read_symbols(frequencies, states, words, count, end)
    at += 2 * used
    if states != [_LOW] * _STATES:
        raise MalformedInput(at, "the states do not end where a writer begins")
    if at != end:
        raise MalformedInput(at, f"{end - at} bytes after the last symbol")
    return symbols


def _read_state(data: bytes, at: int, end: int) -> int:
    if end - at < 4:
        raise MalformedInput(end, "a state of four bytes is cut off")
    state = signed(data, at, 4)
    if state < _LOW:
        raise MalformedInput(at, f"state {state}, the smallest is {_LOW}")
    return state


def _read_symbols(
    frequencies: np.ndarray, states: list[int], words: list[int], count: int, end: int
) -> tuple[np.ndarray, int]:
    """The symbols and how many words they took. ``states`` is modified: where it stands after the last symbol."""
    symbol_of = np.repeat(np.arange(frequencies.size), frequencies)
    frequency_of = frequencies[symbol_of].tolist()
    place_of = (np.arange(TOTAL) - (np.cumsum(frequencies) - frequencies)[symbol_of]).tolist()
    slots = []
    used = 0
    a, b, c, d = states
    for _ in range(count):
        slot = a & (TOTAL - 1)
        slots.append(slot)
        state = frequency_of[slot] * (a >> TOTAL_BITS) + place_of[slot]
        if state < _LOW:
            if used == len(words):
                raise MalformedInput(end, "the words end before the last symbol")
            state = state << 16 | words[used]
            used += 1
        a, b, c, d = b, c, d, state
    states[:] = a, b, c, d
    return symbol_of[slots].astype(np.int32), used


def write(symbols: np.ndarray, alphabet: int, frequencies: "np.ndarray | None" = None) -> bytes:
    """At least one symbol, each of them below ``alphabet``; with a table other than their own, if given."""
    if frequencies is None:
        frequencies = symbol_frequencies.count(symbols, alphabet)
    return symbol_frequencies.write(frequencies) + write_without_table(symbols, frequencies)


def write_without_table(symbols: np.ndarray, frequencies: np.ndarray) -> bytes:
    """The same for a reader that knows the frequencies."""
    first_of = (np.cumsum(frequencies) - frequencies).tolist()
    frequency_of = frequencies.tolist()
    words = []
    a = b = c = d = _LOW
    for symbol in symbols[::-1].tolist():
        frequency = frequency_of[symbol]
        if d >> 19 >= frequency:
            words.append(d & 0xFFFF)
            d >>= 16
        quotient, rest = divmod(d, frequency)
        a, b, c, d = quotient << TOTAL_BITS | rest + first_of[symbol], a, b, c
    states = b"".join(put(state, 4) for state in (a, b, c, d))
    return states + np.array(words[::-1], "<u2").tobytes()

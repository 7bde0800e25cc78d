"""Levels of one step under a budget of bits, all of them or those that are not 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

import numpy as np

from .. import floats
from ..codecs import fixed_width, index_sets, rans, symbol_frequencies
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from . import packed_fields
from .body import Body, View, scheme

FIELDS = 6
#: Bit of the code: positions are sent.
SPARSE = 1
#: Bit of the code: symbols are entropy-coded.
ENTROPY = 2
#: Bit of the code: something is added to every level.
_DITHERED = 4
#: The largest magnitude with symbols of its own, and the symbols of these.
_DIRECT = 32
DIRECT_SYMBOLS = 65
_SYMBOLS = 201
_MOST_OFFSETS = 15


@scheme(20, "ENTROPY_CODED_LEVELS")
@dataclass(frozen=True, eq=False)
class EntropyLevels(Body):
    """``| code, 1 byte | scale, 4 bytes | alphabet, 1 byte | dither | where | raw | offsets | symbols |``"""

    length: int
    scale: np.float32
    alphabet: int
    #: Where the levels are that are not 0; None if all levels are sent.
    indices: "np.ndarray | None"
    #: Signs and low bits of large levels.
    raw: bytes
    #: Signed bytes, in 1/256.
    offsets: np.ndarray
    symbols: np.ndarray
    #: The table of entropy-coded symbols; None if they are packed.
    frequencies: "np.ndarray | None"
    #: Whether the table is sent.
    with_table: bool = True
    #: Added to every level; None if that is not sent.
    dither: "np.float32 | None" = None

    @classmethod
    def read(cls, view: View, known: "Callable[[int], np.ndarray] | None" = None) -> "EntropyLevels":
        """Reads a body; ``known`` gives the counts of the symbols of an alphabet if there is no table."""
        view.require_at_least(FIELDS)
        data, start = view.data, view.start
        code, alphabet = data[start], data[start + 5]
        if code > (ENTROPY | _DITHERED) or code == (SPARSE | _DITHERED):
            raise MalformedInput(start, f"code {code}, known are 0 to 4 and 6")
        scale = floats.read_magnitude(data, start + 1)
        if not 1 <= alphabet <= _SYMBOLS:
            raise MalformedInput(start + 5, f"an alphabet of {alphabet} symbols, allowed are 1 to {_SYMBOLS}")
        first = code & SPARSE
        at, count, where, dither = start + FIELDS, view.elements, (0, 0), None
        if code & _DITHERED:
            view.require_at_least(FIELDS + 4)
            dither = floats.read(data, at)
            at += 4
        if first:
            view.require_at_least(FIELDS + 8)
            count = unsigned(data, at, 4)
            if count > view.elements or (count and alphabet == 1):
                raise MalformedInput(at, f"{count} of {view.elements} elements, in {alphabet - 1} symbols")
            where = (at + 8, at + 8 + read_length(view, at + 4))
            at = where[1]
        raw_at, raw = at, b""
        if alphabet > DIRECT_SYMBOLS:
            view.require_at_least(at - start + 4)
            raw = data[at + 4 : at + 4 + read_length(view, at)]
            at += 4 + len(raw)
        offsets = _read_offsets(view, at, alphabet)
        at += 1 + offsets.size
        frequencies = None
        if known is not None:
            frequencies = symbol_frequencies.of_counts(known(alphabet))
            symbols = rans.read_without_table(data, at, view.end, frequencies, count)
        elif count and code & ENTROPY:
            symbols, frequencies = rans.read_with_table(data, at, view.end, alphabet - first, count)
        else:
            width = (alphabet - first - 1).bit_length()
            view.require_length(at - start + fixed_width.byte_length(count, width))
            symbols, bad = packed_fields.read(data, at, width, count, alphabet - first - 1)
            if bad < count:
                raise MalformedInput(start + 5, f"symbol {symbols[bad] + first} of an alphabet of {alphabet}")
        symbols = symbols.astype(np.int64) + first
        if alphabet > DIRECT_SYMBOLS:
            _check_raw(raw, raw_at, int(_raw_bits(symbols).sum()))
        indices = index_sets.read(data, *where, count, view.elements) if first else None
        return cls(view.elements, scale, alphabet, indices, raw, offsets, symbols, frequencies, known is None, dither)

    def write(self) -> bytes:
        first = 0 if self.indices is None else 1
        entropy = self.frequencies is not None
        code = first * SPARSE | entropy * ENTROPY | (self.dither is not None) * _DITHERED
        out = put(code, 1) + floats.write_all(np.array([self.scale])) + put(self.alphabet, 1)
        if self.dither is not None:
            out += floats.write_all(np.array([self.dither]))
        if self.indices is not None:
            where = index_sets.write(self.indices, self.length)
            out += put(self.indices.size, 4) + put(len(where), 4) + where
        if self.alphabet > DIRECT_SYMBOLS:
            out += put(len(self.raw), 4) + self.raw
        out += put(self.offsets.size, 1) + self.offsets.tobytes()
        symbols = self.symbols - first
        if not self.with_table:
            return out + rans.write_without_table(symbols, self.frequencies)
        if entropy:
            return out + rans.write(symbols, self.alphabet - first, self.frequencies)
        return out + fixed_width.pack(symbols, (self.alphabet - first - 1).bit_length())

    def levels(self) -> np.ndarray:
        """The level of each symbol."""
        levels = np.where(self.symbols % 2 == 1, -(self.symbols + 1) // 2, self.symbols // 2)
        large = np.flatnonzero(self.symbols >= DIRECT_SYMBOLS)
        bits = np.unpackbits(np.frombuffer(self.raw, np.uint8), bitorder="little")
        at = 0
        for i in large.tolist():
            low = 2 + (int(self.symbols[i]) - DIRECT_SYMBOLS) // 8
            rest = sum(int(bit) << n for n, bit in enumerate(bits[at + 1 : at + 1 + low]))
            magnitude = first_magnitudes(int(self.symbols[i])) + rest
            levels[i] = -magnitude if bits[at] else magnitude
            at += 1 + low
        return levels

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        levels = self.levels()
        magnitudes = np.abs(levels)
        offset_of = np.zeros(max(_DIRECT, int(magnitudes.max(initial=0))) + 1)
        offset_of[1 : 1 + self.offsets.size] = self.offsets / 256
        dither = np.float64(0 if self.dither is None else self.dither)
        moved = np.where(levels < 0, -1, 1) * (magnitudes + offset_of[magnitudes]) + dither
        values = np.clip(np.float64(self.scale) * moved, -floats.MAX_FLOAT, floats.MAX_FLOAT).astype(np.float32)
        if self.indices is None:
            target += weight * values
        else:
            target[self.indices] += weight * values

    def describe(self) -> str:
        where = "" if self.indices is None else f" at {self.indices.size} elements, all others 0"
        return f"levels of {self.scale}{where}"


def read_length(view: View, at: int) -> int:
    """A number of bytes that are left."""
    length = signed(view.data, at, 4)
    left = view.end - at - 4
    if not 0 <= length <= left:
        raise MalformedInput(at, f"{unsigned(view.data, at, 4)} bytes, but {left} are left")
    return length


def _read_offsets(view: View, at: int, alphabet: int) -> np.ndarray:
    view.require_at_least(at - view.start + 1)
    count = view.data[at]
    most = min(_MOST_OFFSETS, _DIRECT, (alphabet - 1) // 2)
    if count > most:
        raise MalformedInput(at, f"{count} offsets, the most are {most} here")
    view.require_at_least(at - view.start + 1 + count)
    return np.frombuffer(view.data, np.int8, count, at + 1)


def first_magnitudes(symbol: int) -> int:
    """The least magnitude of a symbol for several."""
    exponent, part = divmod(symbol - DIRECT_SYMBOLS, 8)
    return 1 + (32 << exponent) + (part << exponent + 2)


def _raw_bits(symbols: np.ndarray) -> np.ndarray:
    """How many raw bits each symbol has: a sign, and low bits."""
    return np.where(symbols < DIRECT_SYMBOLS, 0, 3 + (symbols - DIRECT_SYMBOLS) // 8)


def _check_raw(raw: bytes, at: int, bits: int) -> None:
    if len(raw) != (bits + 7) // 8:
        raise MalformedInput(at, f"{len(raw)} raw bytes for {bits} bits of large levels")
    if bits % 8 and raw[-1] >> bits % 8:
        raise MalformedInput(at + 3 + len(raw), "padding bits behind the raw bits that are not zero")

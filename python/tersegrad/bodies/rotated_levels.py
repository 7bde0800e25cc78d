"""Entropy-coded levels of the coordinates of each block after two rotations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import random_words
from ..codecs.little_endian import put, unsigned
from ..errors import MalformedInput
from .body import Body, View, add_scaled, scheme
from .entropy_levels import DIRECT_SYMBOLS, ENTROPY, FIELDS, EntropyLevels, first_magnitudes
from .rotated import sign_bits, transform

_SEED_BYTES = 8
_RUN = 65536
_UNITS = 8192


def block_sizes(elements: int) -> "list[int]":
    """Blocks of 65536 elements, then powers of two; those that nearly are one and those below 512 are filled up."""
    sizes = [_RUN] * (elements // _RUN)
    left = elements % _RUN
    while left > 0:
        filled_up = max(16, 1 << (left - 1).bit_length())
        sizes.append(filled_up if left < 512 or filled_up - left <= left // 64 else filled_up // 2)
        left -= sizes[-1]
    return sizes


def _integral() -> "list[int]":
    """e^(-z^2/2) from 0 to places a sixteenth apart, by trapezoids."""
    total, w, ratio = [0], 1 << 24, 2143293437
    for _ in range(80):
        after = w * ratio >> 31
        total.append(total[-1] + w + after)
        w, ratio = after, ratio * 2139111403 >> 31
    return total


_INTEGRAL = _integral()


def _below(k: int, step: int) -> int:
    place, part = divmod((2 * k + 1) * step, 1024)
    if place >= 80:
        return _INTEGRAL[80]
    return _INTEGRAL[place] + ((_INTEGRAL[place + 1] - _INTEGRAL[place]) * part >> 10)


def gaussian_counts(step: int, alphabet: int) -> np.ndarray:
    """The counts of symbols for levels of a Gaussian variable, in steps of ``step`` / 8192."""
    counts = [2 * _below(0, step)]
    for symbol in range(1, alphabet):
        if symbol < DIRECT_SYMBOLS:
            last = (symbol + 1) // 2
            counts.append(max(1, _below(last, step) - _below(last - 1, step)))
        else:
            first, after = first_magnitudes(symbol), first_magnitudes(symbol + 1)
            counts.append(max(1, 2 * (_below(after - 1, step) - _below(first - 1, step))))
    return np.array(counts, np.int64)


def step_of(scale: np.float32) -> int:
    """The step in units of 1/8192, 0 if it is not one of those that are used."""
    units = float(scale) * _UNITS
    return int(units) if np.isfinite(units) and units == int(units) and 64 <= units <= 5 * _UNITS else 0


@scheme(22, "ROTATED_LEVELS")
@dataclass(frozen=True, eq=False)
class RotatedLevels(Body):
    """``| seed, 8 bytes | factor of each block, 4 bytes | body of entropy-coded levels without a table |``"""

    length: int
    #: From 0 to 2^64 - 1.
    seed: int
    #: Of each block.
    factors: np.ndarray
    #: Of all blocks; None if there is no element.
    levels: "EntropyLevels | None"

    @classmethod
    def read(cls, view: View) -> "RotatedLevels":
        data, start, elements = view.data, view.start, view.elements
        sizes = block_sizes(elements)
        at = start + _SEED_BYTES + 4 * len(sizes)
        view.require_at_least(at - start)
        seed = unsigned(data, start, 8)
        if not elements:
            view.require_length(at - start)
            return cls(0, seed, np.zeros(0, np.float32), None)
        inner = View(data, at, view.end, sum(sizes))
        inner.require_at_least(FIELDS)
        if data[at] != ENTROPY:
            raise MalformedInput(at, f"code {data[at]}, here it is {ENTROPY}")
        scale = floats.get_all(data, at + 1, 1)[0]
        step = step_of(scale)
        if not step:
            raise MalformedInput(at + 1, f"a step of {floats.text(scale)} without a table")
        levels = EntropyLevels.read(inner, lambda alphabet: gaussian_counts(step, alphabet))
        factors = floats.get_all(data, start + _SEED_BYTES, len(sizes))
        for i, size in enumerate(sizes):
            factor_at = start + _SEED_BYTES + 4 * i
            if float(floats.read_magnitude(data, factor_at)) > largest_factor(size, levels.alphabet, step):
                reason = f"a factor of {floats.text(factors[i])} overflows in a block of {size}"
                raise MalformedInput(factor_at, reason)
        return cls(elements, seed, factors, levels)

    def write(self) -> bytes:
        out = put(self.seed, 8) + floats.write_all(self.factors)
        return out if self.levels is None else out + self.levels.write()

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        if self.levels is None:
            return
        values = np.zeros(self.levels.length, np.float32)
        self.levels.add_to(values, np.float32(1))
        between = sign_bits(random_words.fork(self.seed, 1), values.size)
        at = 0
        for size, factor in zip(block_sizes(self.length), self.factors):
            block = values[at : at + size].reshape(1, size)
            transform(block, np.array([1 / size], np.float32))
            block.view(np.uint32)[:] ^= between[at : at + size]
            transform(block, np.array([factor]))
            at += size
        values = values[: self.length]
        values.view(np.uint32)[:] ^= sign_bits(self.seed, values.size)
        add_scaled(values, weight, target)

    def describe(self) -> str:
        return "no levels" if self.levels is None else f"after two rotations of {self.factors.size} blocks {self.levels.describe()}"


def largest_factor(size: int, alphabet: int, step: int) -> float:
    """No coordinate is above the norm of the levels."""
    root = 1 << (size - 1).bit_length() // 2 + 1
    largest = alphabet // 2 if alphabet <= DIRECT_SYMBOLS else first_magnitudes(alphabet) - 1
    return floats.MAX_FLOAT / (float(root) * (largest + 1) * step / _UNITS)

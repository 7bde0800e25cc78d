"""Levels of the coordinates of each block in a random basis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .. import floats
from ..codecs import fixed_width, random_words
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from .body import Body, View, add_scaled, scheme

_FIELDS = 9
_BLOCK = 4096
MOST_BITS = 4
#: Magnitudes of the levels by their bits, in units of 2^-20: the levels of Lloyd and Max for a normal variable.
_MAGNITUDES = (
    (836643,),
    (474774, 1583788),
    (257000, 792729, 1409191, 2256479),
    (134632, 406898, 688662, 988116, 1317254, 1696645, 2169522, 2865328),
)
#: No magnitude is as large.
_BOUND = 4


def block_sizes(elements: int, least_block: int = 1) -> np.ndarray:
    """Blocks of 4096 elements; what is left over in blocks of powers of two, the largest first, down to the least block.

    Fewer elements than that are filled up to a power of two.
    """
    whole, rest = divmod(elements, _BLOCK)
    filled = rest % least_block
    powers = [1 << bit for bit in range(rest.bit_length() - 1, -1, -1) if (rest - filled) >> bit & 1]
    last = [1 << (filled - 1).bit_length()] if filled else []
    return np.array([_BLOCK] * whole + powers + last, np.int64)


def _counts(elements: int, least_block: int) -> "tuple[int, int]":
    """How many blocks there are, and how many fields; costs nothing, whatever a message claims."""
    whole, rest = divmod(elements, _BLOCK)
    sizes = block_sizes(rest, least_block)
    return whole + sizes.size, whole * _BLOCK + int(sizes.sum())


def largest_factors(sizes: np.ndarray) -> np.ndarray:
    """The largest factors of blocks of these sizes: a coordinate is below the bound times the size."""
    return np.float32(floats.MAX_FLOAT) / (_BOUND * sizes).astype(np.float32)


def _level_values(bits: int) -> np.ndarray:
    magnitudes = np.array(_MAGNITUDES[bits - 1], np.float32) * np.float32(2.0**-20)
    return np.concatenate([magnitudes, -magnitudes])


@scheme(14, "ROTATED")
@dataclass(frozen=True, eq=False)
class Rotated(Body):
    """``| bits, 1 byte | seed, 8 bytes | factor of each block, 4 bytes | fixed-width fields |``"""

    #: Fewer elements than that are filled up to a power of two.
    least_block: ClassVar[int] = 1

    #: Of a level, 1 to 4.
    bits: int
    #: From 0 to 2^64 - 1.
    seed: int
    #: Of each block.
    factors: np.ndarray
    #: The level of each coordinate: a sign, which is the highest bit, and the number of a magnitude.
    fields: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Rotated":
        view.require_at_least(_FIELDS)
        data, start, elements = view.data, view.start, view.elements
        bits = signed(data, start, 1)
        if not 1 <= bits <= MOST_BITS:
            raise MalformedInput(start, f"levels of {bits} bits, known are 1 to {MOST_BITS}")
        blocks, fields = _counts(elements, cls.least_block)
        view.require_length(_FIELDS + 4 * blocks + fixed_width.byte_length(fields, bits))
        factors = _read_factors(data, start + _FIELDS, block_sizes(elements, cls.least_block))
        fields_at = start + _FIELDS + 4 * blocks
        fixed_width.require_zero_padding(data, fields_at, fields, bits)
        return cls(bits, unsigned(data, start + 1, 8), factors, fixed_width.unpack(data, fields_at, bits, fields))

    def write(self) -> bytes:
        head = put(self.bits, 1) + put(self.seed, 8) + floats.write_all(self.factors)
        return head + fixed_width.pack(self.fields, self.bits)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        values = _level_values(self.bits)[self.fields]
        whole = target.size // _BLOCK
        transform(values[: whole * _BLOCK].reshape(whole, _BLOCK), self.factors[:whole])
        at = whole * _BLOCK
        for size, factor in zip(block_sizes(target.size - at, self.least_block).tolist(), self.factors[whole:]):
            transform(values[at : at + size].reshape(1, size), factor[None])
            at += size
        values = values[: target.size]
        values.view(np.uint32)[:] ^= sign_bits(self.seed, values.size)
        add_scaled(values, weight, target)

    def describe(self) -> str:
        plural = "" if self.bits == 1 else "s"
        return f"levels of {self.bits} bit{plural} in a random basis, {self.factors.size} blocks"

    def padding_bits(self) -> int:
        return -self.fields.size * self.bits % 8


@scheme(19, "PADDED_ROTATION")
class PaddedRotation(Rotated):
    """The same with blocks that are filled up."""

    least_block = 512


def transform(blocks: np.ndarray, factors: np.ndarray) -> None:
    """The Hadamard transform of each row, times its factor. ``blocks`` is modified."""
    size = blocks.shape[1]
    stride = 1
    while stride < size:
        pairs = blocks.reshape(blocks.shape[0], size // (2 * stride), 2, stride)
        difference = pairs[:, :, 0] - pairs[:, :, 1]
        pairs[:, :, 0] += pairs[:, :, 1]
        pairs[:, :, 1] = difference
        stride *= 2
    blocks *= factors[:, None]


def sign_bits(seed: int, count: int) -> np.ndarray:
    """The highest bit of a word for each element, set at random: sixteen random words for each group of 512."""
    groups = -(-count // fixed_width.GROUP)
    words = random_words.words(random_words.seed_keys(seed), np.arange(16 * groups, dtype=np.uint32))
    shifts = np.arange(32, dtype=np.uint32)[:, None]
    signs = words.reshape(groups, 1, 16) >> shifts << np.uint32(31)
    return signs.reshape(-1)[:count]


def _read_factors(data: bytes, at: int, sizes: np.ndarray) -> np.ndarray:
    factors, largest = floats.get_all(data, at, sizes.size), largest_factors(sizes)
    bad = np.flatnonzero(~np.isfinite(factors) | np.signbit(factors) | (factors > largest))
    if bad.size:
        i = int(bad[0])
        factor = floats.read_magnitude(data, at + 4 * i)
        raise MalformedInput(at + 4 * i, f"a factor of {floats.text(factor)} overflows in a block of {sizes[i]}")
    return factors

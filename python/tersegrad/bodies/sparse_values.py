"""The ways to write the values of a sparse body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..errors import MalformedInput
from . import half_floats

#: The numbers of the formats on the wire are their places here.
FORMATS = ("fp32", "fp16", "bf16", "int8", "bits2", "bits3", "bits4")
_BITS = (32, 16, 16, 8, 2, 3, 4)
#: Bytes before the values: a step, or 2^(bits - 1) magnitudes.
_EXTRA = (0, 0, 0, 4, 8, 16, 32)
LEVELS = 127


def byte_length(number: int, count: int) -> int:
    """What ``count`` values take in a format."""
    return (_BITS[number] * count + 7) // 8 + _EXTRA[number]


@dataclass(frozen=True, eq=False)
class FloatValues:
    """Values as floats, in 32 or 16 bits."""

    floats: np.ndarray
    kind: str

    def write(self) -> bytes:
        """The bytes of the values; in 16 bits they are rounded."""
        return floats.write_all(self.floats) if self.kind == "fp32" else half_floats.write(self.floats, self.kind)


@dataclass(frozen=True, eq=False)
class LevelValues:
    """Values as levels from -127 to 127 of one step."""

    step: np.float32
    levels: np.ndarray

    kind = "int8"

    @property
    def floats(self) -> np.ndarray:
        """The values."""
        return self.step * self.levels.astype(np.float32)

    def write(self) -> bytes:
        """The step and a byte for each level."""
        return floats.write_all(np.array([self.step])) + (self.levels + LEVELS).astype(np.uint8).tobytes()

    @staticmethod
    def nearest(values: np.ndarray) -> "LevelValues":
        """Rounds to the nearest of 255 levels up to the largest magnitude."""
        step = _step(float(np.abs(values).max(initial=0)))
        levels = np.zeros(values.size) if step == 0 else np.rint(values.astype(np.float64) / float(step))
        return LevelValues(step, np.clip(levels, -LEVELS, LEVELS).astype(np.int32))


@dataclass(frozen=True, eq=False)
class MagnitudeValues:
    """Values as signs and levels of a few magnitudes, from the largest on."""

    magnitudes: np.ndarray
    levels: np.ndarray
    negative: np.ndarray

    @property
    def kind(self) -> str:
        """The name of the format."""
        return FORMATS[_EXTRA.index(4 * self.magnitudes.size, 4)]

    @property
    def bits(self) -> int:
        """Bits of a value."""
        return _BITS[FORMATS.index(self.kind)]

    @property
    def floats(self) -> np.ndarray:
        """The values."""
        found = self.magnitudes[self.levels]
        return np.where(self.negative, -found, found)

    def write(self) -> bytes:
        """The magnitudes and a field for each value: level, and sign in the highest bit."""
        fields = self.levels + self.negative * self.magnitudes.size
        bits = (fields[:, None] >> np.arange(self.bits)) & 1
        return floats.write_all(self.magnitudes) + np.packbits(bits.astype(np.uint8), bitorder="little").tobytes()


def _read_magnitudes(number: int, data: bytes, at: int, count: int) -> MagnitudeValues:
    size, bits = _EXTRA[number] // 4, _BITS[number]
    before = np.finfo(np.float32).max
    for i in range(at, at + 4 * size, 4):
        magnitude = floats.read_magnitude(data, i)
        if magnitude > before:
            raise MalformedInput(i, f"the magnitude {floats.text(magnitude)} after {floats.text(before)}")
        before = magnitude
    length = byte_length(number, count)
    fields_at = at + 4 * size
    unpacked = np.unpackbits(np.frombuffer(data, np.uint8, at + length - fields_at, fields_at), bitorder="little")
    if np.any(unpacked[bits * count :]):
        raise MalformedInput(at + length - 1, "padding bits that are not zero")
    fields = unpacked[: bits * count].reshape(count, bits) @ (1 << np.arange(bits))
    return MagnitudeValues(floats.read_all(data, at, size), fields % size, fields >= size)


def _step(largest: float) -> np.float32:
    """The largest magnitude in 127 parts, such that 127 steps are finite and reach it."""
    with np.errstate(all="ignore"):
        step = np.float32(largest / LEVELS)
        while floats.overflows(step, LEVELS):
            step = np.nextafter(step, np.float32(0))
        # Rounded down by a bit in 24, it makes no difference; among denormals, which have fewer, it would.
        too_short = step < np.finfo(np.float32).tiny and float(step) * LEVELS < largest
        return np.nextafter(step, np.float32(np.inf)) if too_short else step


def read(number: int, data: bytes, at: int, count: int) -> "FloatValues | LevelValues | MagnitudeValues":
    """``count`` values in a format."""
    kind = FORMATS[number]
    if _BITS[number] < 8:
        return _read_magnitudes(number, data, at, count)
    if kind == "fp32":
        return FloatValues(floats.read_all(data, at, count), kind)
    if kind != "int8":
        return FloatValues(half_floats.read(data, at, count, kind), kind)
    step = floats.read_step(data, at, LEVELS)
    fields = np.frombuffer(data, np.uint8, count, at + 4)
    bad = np.flatnonzero(fields > 2 * LEVELS)
    if bad.size:
        i = int(bad[0])
        raise MalformedInput(at + 4 + i, f"level {fields[i]} of 0 to {2 * LEVELS}")
    return LevelValues(step, fields.astype(np.int32) - LEVELS)

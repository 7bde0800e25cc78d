"""The four ways to write the values of a sparse body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..errors import MalformedInput
from . import half_floats

#: The numbers of the formats on the wire are their places here.
FORMATS = ("fp32", "fp16", "bf16", "int8")
_BYTES = (4, 2, 2, 1)
LEVELS = 127


def byte_length(number: int, count: int) -> int:
    """What ``count`` values take in a format."""
    return _BYTES[number] * count + (4 if FORMATS[number] == "int8" else 0)


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


def _step(largest: float) -> np.float32:
    """The largest magnitude in 127 parts, such that 127 steps are finite and reach it."""
    with np.errstate(all="ignore"):
        step = np.float32(largest / LEVELS)
        while floats.overflows(step, LEVELS):
            step = np.nextafter(step, np.float32(0))
        # Rounded down by a bit in 24, it makes no difference; among denormals, which have fewer, it would.
        too_short = step < np.finfo(np.float32).tiny and float(step) * LEVELS < largest
        return np.nextafter(step, np.float32(np.inf)) if too_short else step


def read(number: int, data: bytes, at: int, count: int) -> "FloatValues | LevelValues":
    """``count`` values in a format."""
    kind = FORMATS[number]
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

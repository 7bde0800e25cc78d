"""Levels whose dither the receiver draws again and subtracts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Type, Union

import numpy as np

from ..codecs import rounding_words
from ..codecs.little_endian import put, unsigned
from ..errors import MalformedInput
from .affine import Affine
from .body import Body, View, add_scaled, scheme
from .levels import Levels

_FIELDS = 12
_MOST_BITS = 15

#: The most workers of a group.
MOST_WORKERS = 1024


@dataclass(frozen=True, eq=False)
class Dithered(Body):
    """``| seed, 8 bytes | rank, 2 bytes | size, 2 bytes | body of another scheme |``"""

    kind: ClassVar[Type[Body]]

    seed: int
    #: The place of the sender in a group of ``size``.
    rank: int
    size: int
    levels: Union[Affine, Levels]

    @classmethod
    def read(cls, view: View) -> "Dithered":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        rank, size = unsigned(data, start + 8, 2), unsigned(data, start + 10, 2)
        if size > MOST_WORKERS or rank >= size:
            raise MalformedInput(start + 8, f"worker {rank} of a group of {size}")
        inner = cls.kind.read(View(data, start + _FIELDS, view.end, view.elements))
        return cls(unsigned(data, start, 8), rank, size, inner)

    def write(self) -> bytes:
        return put(self.seed, 8) + put(self.rank, 2) + put(self.size, 2) + self.levels.write()

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        bits = self._fraction()
        r = rounding_words.dither(self.seed, self.rank, self.size, bits, target.size)
        values = self._values(((1 << bits) - 1 - 2 * r) / (2 << bits))
        most = np.finfo(np.float32).max
        add_scaled(np.clip(values, -most, most), weight, target)

    def _fraction(self) -> int:
        """The bits of the random number of an element."""
        raise NotImplementedError

    def _values(self, added: np.ndarray) -> np.ndarray:
        """The elements, given what is added to their levels."""
        raise NotImplementedError

    def describe(self) -> str:
        sender = "" if self.size == 1 else f" of worker {self.rank} of {self.size}"
        return f"dither{sender}, {self.levels.describe()}"

    def padding_bits(self) -> int:
        return self.levels.padding_bits()


@scheme(24, "DITHERED_LEVELS")
class DitheredLevels(Dithered):
    """Around levels."""

    kind = Levels
    levels: Levels

    def _fraction(self) -> int:
        return min(_MOST_BITS, 22 - self.levels.most.bit_length())

    def _values(self, added: np.ndarray) -> np.ndarray:
        steps = self.levels.steps[np.arange(added.size) // self.levels.bucket]
        return steps * (self.levels.levels + added).astype(np.float32)


@scheme(25, "DITHERED_AFFINE")
class DitheredAffine(Dithered):
    """Around integers between the least and the greatest element of a block."""

    kind = Affine
    levels: Affine

    def _fraction(self) -> int:
        return _MOST_BITS

    def _values(self, added: np.ndarray) -> np.ndarray:
        block = np.arange(added.size) // self.levels.block
        steps = self.levels.steps.astype(np.float64)[block]
        return (self.levels.minima.astype(np.float64)[block] + steps * (self.levels.fields + added)).astype(np.float32)

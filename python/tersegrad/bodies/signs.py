"""One magnitude with the sign of every element."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import fixed_width
from . import sign_bits
from .body import Body, View, add_scaled, scheme

_FIELDS = 4


@scheme(8, "SIGNS")
@dataclass(frozen=True, eq=False)
class Signs(Body):
    """``| magnitude, 4 bytes | signs |``"""

    magnitude: np.float32
    negative: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Signs":
        view.require_length(_FIELDS + sign_bits.byte_length(view.elements))
        magnitude = floats.read_magnitude(view.data, view.start)
        sign_bits.require_zero_padding(view.data, view.start + _FIELDS, view.elements)
        return cls(magnitude, fixed_width.unpack(view.data, view.start + _FIELDS, 1, view.elements).astype(bool))

    def write(self) -> bytes:
        return floats.write_all(np.array([self.magnitude])) + fixed_width.pack(self.negative, 1)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        add_scaled(np.where(self.negative, -self.magnitude, self.magnitude), weight, target)

    def describe(self) -> str:
        return f"the sign of every element, times {floats.text(self.magnitude)}"

    def padding_bits(self) -> int:
        return -self.negative.size % 8

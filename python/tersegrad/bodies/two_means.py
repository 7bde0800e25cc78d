"""The sign of every element, and one value for each sign."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import fixed_width
from . import sign_bits
from .body import Body, View, add_scaled, scheme

_FIELDS = 8


@scheme(9, "TWO_MEANS")
@dataclass(frozen=True, eq=False)
class TwoMeans(Body):
    """``| value where positive, 4 bytes | value where negative, 4 bytes | signs |``"""

    where_positive: np.float32
    where_negative: np.float32
    negative: np.ndarray

    @classmethod
    def read(cls, view: View) -> "TwoMeans":
        view.require_length(_FIELDS + sign_bits.byte_length(view.elements))
        where_positive, where_negative = floats.read_all(view.data, view.start, 2)
        sign_bits.require_zero_padding(view.data, view.start + _FIELDS, view.elements)
        negative = fixed_width.unpack(view.data, view.start + _FIELDS, 1, view.elements).astype(bool)
        return cls(where_positive, where_negative, negative)

    def write(self) -> bytes:
        means = np.array([self.where_positive, self.where_negative])
        return floats.write_all(means) + fixed_width.pack(self.negative, 1)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        add_scaled(np.where(self.negative, self.where_negative, self.where_positive), weight, target)

    def describe(self) -> str:
        return (
            f"the sign of every element: {floats.text(self.where_positive)} where positive, "
            f"{floats.text(self.where_negative)} where negative"
        )

    def padding_bits(self) -> int:
        return -self.negative.size % 8

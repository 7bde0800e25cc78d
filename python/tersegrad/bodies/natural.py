"""Sign and exponent of every element."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..codecs import fixed_width
from ..errors import MalformedInput
from . import packed_fields
from .body import Body, View, add_scaled, scheme

_WIDTH = 9
_LARGEST_EXPONENT = 254


@scheme(10, "NATURAL")
@dataclass(frozen=True, eq=False)
class Natural(Body):
    """``| fixed-width fields of 9 bits: those of a float without its fraction; exponent 255 does not occur |``"""

    #: Floats without a fraction: plus or minus a power of two, or a zero.
    values: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Natural":
        view.require_length(fixed_width.byte_length(view.elements, _WIDTH))
        fields, bad = packed_fields.read(view.data, view.start, _WIDTH, view.elements, _LARGEST_EXPONENT, 0xFF)
        if bad < view.elements:
            raise MalformedInput(view.start, f"element {bad} is not finite")
        return cls((fields << np.uint32(23)).view(np.float32))

    def write(self) -> bytes:
        return fixed_width.pack(self.values.view(np.uint32) >> np.uint32(23), _WIDTH)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        add_scaled(self.values, weight, target)

    def describe(self) -> str:
        return "the sign of every element and a power of two"

    def padding_bits(self) -> int:
        return -self.values.size * _WIDTH % 8

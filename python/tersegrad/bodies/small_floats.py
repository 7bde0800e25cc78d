"""Floats of 4 to 8 bits: a sign, an exponent and a fraction, with subnormal numbers as in IEEE 754.

All but E3M0 are those of the OCP Microscaling formats (MX) specification 1.0, 2023, section 5.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class SmallFloat(NamedTuple):
    """A format. Fields of magnitudes order like the magnitudes; those above the largest one do not occur."""

    name: str
    exponent_bits: int
    fraction_bits: int
    #: The field of the largest number.
    largest_field: int

    @property
    def width(self) -> int:
        """Bits of a number with its sign."""
        return 1 + self.exponent_bits + self.fraction_bits

    @property
    def magnitude_mask(self) -> int:
        """The bits of a field below its sign."""
        return (1 << self.width - 1) - 1

    @property
    def bias(self) -> int:
        """What is added to an exponent in its field."""
        return (1 << self.exponent_bits - 1) - 1

    @property
    def largest_exponent(self) -> int:
        """The exponent of the largest number."""
        return (self.largest_field >> self.fraction_bits) - self.bias

    def values(self) -> np.ndarray:
        """What each field stands for, as ``float32``; 0 for a field that does not occur."""
        fields = np.arange(1 << self.width - 1)
        exponents = fields >> self.fraction_bits
        hidden = np.where(exponents == 0, 0, 1 << self.fraction_bits)
        significands = (fields & (1 << self.fraction_bits) - 1) + hidden
        powers = np.maximum(exponents, 1) - self.bias - self.fraction_bits
        magnitudes = np.ldexp(significands.astype(np.float32), powers.astype(np.int32))
        magnitudes[self.largest_field + 1 :] = 0
        return np.concatenate([magnitudes, -magnitudes])


E4M3 = SmallFloat("E4M3", 4, 3, 0x7E)
E5M2 = SmallFloat("E5M2", 5, 2, 0x7B)
E2M3 = SmallFloat("E2M3", 2, 3, 0x1F)
E3M2 = SmallFloat("E3M2", 3, 2, 0x1F)
E2M1 = SmallFloat("E2M1", 2, 1, 0x7)
E3M0 = SmallFloat("E3M0", 3, 0, 0x7)

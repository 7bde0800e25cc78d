"""Every element as a 16-bit float."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from . import half_floats
from .body import Body, View, add_scaled, scheme


@dataclass(frozen=True, eq=False)
class _Halves(Body):
    """``| 2 bytes for each element |``"""

    values: np.ndarray

    kind: ClassVar[str]

    @classmethod
    def read(cls, view: View) -> "_Halves":
        view.require_length(2 * view.elements)
        return cls(half_floats.read(view.data, view.start, view.elements, cls.kind))

    def write(self) -> bytes:
        return half_floats.write(self.values, self.kind)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        add_scaled(self.values, weight, target)

    def describe(self) -> str:
        return f"every element as a 16-bit float, {self.kind.upper()}"


@scheme(2, "FP16")
class Fp16(_Halves):
    """IEEE 754 binary16."""

    kind = "fp16"


@scheme(3, "BF16")
class Bf16(_Halves):
    """bfloat16: the upper half of a float."""

    kind = "bf16"

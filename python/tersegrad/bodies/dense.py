"""Every element as a float."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from .body import Body, View, add_scaled, scheme


@scheme(1, "DENSE")
@dataclass(frozen=True, eq=False)
class Dense(Body):
    """``| 4 bytes for each element: the float |``"""

    values: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Dense":
        view.require_length(4 * view.elements)
        return cls(floats.read_all(view.data, view.start, view.elements))

    def write(self) -> bytes:
        return floats.write_all(self.values)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        add_scaled(self.values, weight, target)

    def describe(self) -> str:
        return "dense, every element as a 32-bit float"

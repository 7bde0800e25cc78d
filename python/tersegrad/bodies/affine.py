"""Every element as an integer, times the step of its block, above the minimum of its block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import fixed_width
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from . import packed_fields
from .body import Body, View, add_scaled, scheme

_FIELDS = 5
_OF_BLOCK = 8

#: How many bits an integer may have.
WIDTHS = (4, 8)


@scheme(18, "AFFINE")
@dataclass(frozen=True, eq=False)
class Affine(Body):
    """``| bits, 1 byte | block, 4 bytes | minimum and step of each block, 4 bytes each | integers |``"""

    bits: int
    #: How many elements share a minimum and a step.
    block: int
    minima: np.ndarray
    steps: np.ndarray
    fields: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Affine":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        bits, block = unsigned(data, start, 1), signed(data, start + 1, 4)
        if bits not in WIDTHS:
            raise MalformedInput(start, f"integers of {bits} bits, known are 4 and 8")
        if block < 1:
            raise MalformedInput(start + 1, f"blocks of {unsigned(data, start + 1, 4)} elements")
        blocks = -(-view.elements // block)
        fields_at = start + _FIELDS + _OF_BLOCK * blocks
        view.require_length(fields_at - start + fixed_width.byte_length(view.elements, bits))
        both = floats.get_all(data, start + _FIELDS, 2 * blocks)
        minima, steps = both[0::2], both[1::2]
        minus_zero = (minima == 0) & np.signbit(minima)
        finite = np.isfinite(minima) & np.isfinite(steps)
        bad = np.flatnonzero(~finite | minus_zero | np.signbit(steps) | overflows(minima, steps, bits))
        if bad.size:
            _refuse(data, start + _FIELDS + _OF_BLOCK * int(bad[0]), bits)
        fields, _ = packed_fields.read(data, fields_at, bits, view.elements, (1 << bits) - 1)
        return cls(bits, block, minima, steps, fields)

    def write(self) -> bytes:
        both = np.stack([self.minima, self.steps], axis=1).reshape(-1)
        head = put(self.bits, 1) + put(self.block, 4) + floats.write_all(both)
        return head + fixed_width.pack(self.fields, self.bits)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        values = self.fields.astype(np.float64)
        for number, (minimum, step) in enumerate(zip(self.minima, self.steps)):
            part = values[number * self.block : (number + 1) * self.block]
            part *= np.float64(step)
            part += np.float64(minimum)
        add_scaled(values.astype(np.float32), weight, target)

    def describe(self) -> str:
        return f"integers of {self.bits} bits, a minimum and a step for each {self.block}"

    def padding_bits(self) -> int:
        return -self.fields.size * self.bits % 8


def overflows(minima: np.ndarray, steps: np.ndarray, bits: int) -> np.ndarray:
    """Whether the largest integer of a block stands for more than the largest float."""
    with np.errstate(all="ignore"):
        largest = minima.astype(np.float64) + steps.astype(np.float64) * ((1 << bits) - 1)
        return np.isinf(largest.astype(np.float32))


def _refuse(data: bytes, at: int, bits: int) -> None:
    """Says what is wrong with the minimum and the step of a block."""
    minimum = floats.read(data, at)
    if minimum == 0 and np.signbit(minimum):
        raise MalformedInput(at, "the minimum -0.0 has to be 0.0")
    step = floats.read_magnitude(data, at + 4)
    what = f"a step of {floats.text(step)} overflows at {(1 << bits) - 1} above {floats.text(minimum)}"
    raise MalformedInput(at + 4, what)

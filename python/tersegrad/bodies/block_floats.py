"""Floats of 4 to 8 bits, times the scale of their block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import fixed_width
from ..codecs.little_endian import put
from ..errors import MalformedInput
from . import packed_fields
from .block_formats import FORMATS, BlockFormat
from .body import Body, View, add_scaled, scheme


@scheme(15, "BLOCK_FLOATS")
@dataclass(frozen=True, eq=False)
class BlockFloats(Body):
    """``| format, 1 byte | scale of the tensor, 4 bytes, for NVFP4 only | scale of each block, 1 byte | elements |``"""

    format: BlockFormat
    #: 1 where the format has none.
    tensor_scale: np.float32
    #: A byte for each block.
    scales: np.ndarray
    #: The bits of each element: sign, exponent, fraction.
    fields: np.ndarray

    @classmethod
    def read(cls, view: View) -> "BlockFloats":
        view.require_at_least(1)
        data, start, number = view.data, view.start, view.data[view.start]
        if number >= len(FORMATS):
            raise MalformedInput(start, f"block format {number}, known are 0 to {len(FORMATS) - 1}")
        form = FORMATS[number]
        view.require_length(form.byte_length(view.elements))
        tensor_scale = np.float32(1)
        if form.has_tensor_scale:
            tensor_scale = floats.read_magnitude(data, start + 1)
            if form.overflows(tensor_scale):
                reason = f"the largest element overflows, times {floats.text(tensor_scale)}"
                raise MalformedInput(start + 1, reason)
        scales_at = start + form.fields
        scales = np.frombuffer(data, np.uint8, form.blocks(view.elements), scales_at)
        bad = np.flatnonzero(scales > form.largest_scale)
        if bad.size:
            i = int(bad[0])
            raise MalformedInput(scales_at + i, f"a scale of {scales[i]}, the largest is {form.largest_scale}")
        return cls(form, tensor_scale, scales, _read_fields(view, scales_at + scales.size, form))

    def write(self) -> bytes:
        head = put(FORMATS.index(self.format), 1)
        if self.format.has_tensor_scale:
            head += floats.write_all(np.array([self.tensor_scale]))
        return head + self.scales.tobytes() + fixed_width.pack(self.fields, self.format.element.width)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        values = self.format.element.values()[self.fields]
        factors = self.format.factors(self.scales, self.tensor_scale)
        values *= np.repeat(factors, self.format.block)[: values.size]
        add_scaled(values, weight, target)

    def describe(self) -> str:
        element, block = self.format.element, self.format.block
        also = " and one for all" if self.format.has_tensor_scale else ""
        return f"floats of {element.width} bits, {element.name}, a scale for each {block}{also}"

    def padding_bits(self) -> int:
        return -self.fields.size * self.format.element.width % 8


def _read_fields(view: View, at: int, form: BlockFormat) -> np.ndarray:
    small = form.element
    fields, bad = packed_fields.read(
        view.data, at, small.width, view.elements, small.largest_field, small.magnitude_mask
    )
    if bad < view.elements:
        raise MalformedInput(view.start, f"element {bad} is not finite")
    return fields

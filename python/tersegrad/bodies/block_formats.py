"""How blocks of small floats are scaled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .. import floats
from ..codecs import fixed_width
from .small_floats import E2M1, E2M3, E3M0, E3M2, E4M3, E5M2, SmallFloat


class BlockFormat(NamedTuple):
    """A format of the elements, with a scale for each block and maybe one for the tensor."""

    name: str
    element: SmallFloat
    #: How many elements share a scale.
    block: int = 32
    #: Whether the scales of blocks are E4M3 and multiplied by a scale of the tensor; else they are powers of two.
    has_tensor_scale: bool = False

    @property
    def largest_scale(self) -> int:
        """The largest byte of a scale: no element times a larger one is sure to be finite."""
        return E4M3.largest_field if self.has_tensor_scale else 254 - self.element.largest_exponent

    @property
    def fields(self) -> int:
        """Bytes before the scales of the blocks."""
        return 5 if self.has_tensor_scale else 1

    def blocks(self, elements: int) -> int:
        """How many blocks there are; the last may be shorter."""
        return -(-elements // self.block)

    def byte_length(self, elements: int) -> int:
        """The length of a body."""
        return self.fields + self.blocks(elements) + fixed_width.byte_length(elements, self.element.width)

    def overflows(self, tensor_scale: np.float32) -> bool:
        """Whether elements overflow with this scale of the tensor."""
        with np.errstate(all="ignore"):
            largest_scale = E4M3.values()[E4M3.largest_field] * tensor_scale
        return bool(floats.overflows(largest_scale, self.element.values()[self.element.largest_field]))

    def factors(self, scales: np.ndarray, tensor_scale: np.float32) -> np.ndarray:
        """What the bytes of scales stand for."""
        if self.has_tensor_scale:
            return E4M3.values()[scales] * tensor_scale
        return np.ldexp(np.ones(scales.size, np.float32), scales.astype(np.int32) - 127)


#: The numbers of the formats on the wire are their places here.
FORMATS = (
    BlockFormat("mxfp8-e4m3", E4M3),
    BlockFormat("mxfp8-e5m2", E5M2),
    BlockFormat("mxfp6-e2m3", E2M3),
    BlockFormat("mxfp6-e3m2", E3M2),
    BlockFormat("mxfp4-e2m1", E2M1),
    BlockFormat("mxfp4-e3m0", E3M0),
    BlockFormat("nvfp4", E2M1, 16, True),
)
NAMES = tuple(each.name for each in FORMATS)

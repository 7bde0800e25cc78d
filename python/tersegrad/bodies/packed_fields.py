"""Fixed-width fields for every element of a tensor, which a reader goes through in blocks of 5120."""

from __future__ import annotations

import numpy as np

from ..codecs import fixed_width

_BLOCK = 5120


def read(data: bytes, at: int, width: int, count: int, allowed: int, mask: int = 0xFFFFFFFF) -> tuple[np.ndarray, int]:
    """The fields, and which is the first whose bits in the mask are above what is allowed; ``count`` if none is.

    Padding is looked at with the last block, so that it is refused after a field of a block before.
    """
    fields = fixed_width.unpack(data, at, width, count)
    above = np.flatnonzero((fields & np.uint32(mask)) > allowed)
    first = int(above[0]) if above.size else count
    if first >= (count - 1) // _BLOCK * _BLOCK:
        fixed_width.require_zero_padding(data, at, count, width)
    return fields, first

"""Finds out what a reader that goes through indices in blocks of 512 would stumble over first.

Here all blocks are read at once. Of several things that are wrong, the one in the first block is reported; within a
block, the one that was noted first.
"""

from __future__ import annotations

from typing import Optional

import numpy as np

from ..errors import MalformedInput
from .direct_code import BLOCK


class FirstFailure:
    """What was noted in the first block, if anything."""

    def __init__(self) -> None:
        self._block = -1
        self._failure: Optional[MalformedInput] = None

    def note(self, block: int, failure: MalformedInput) -> None:
        """Notes that a block is refused."""
        if self._failure is None or block < self._block:
            self._block, self._failure = block, failure

    def raise_it(self) -> None:
        """Raises what was noted."""
        if self._failure is not None:
            raise self._failure


def block_ends(count: int, present: int) -> np.ndarray:
    """Where each block of ``count`` indices ends, as far as the first ``present`` indices reach."""
    ends = np.minimum(np.arange(BLOCK, count + BLOCK, BLOCK), count)
    return ends[ends <= present]

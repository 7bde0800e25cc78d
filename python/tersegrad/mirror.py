"""A receiver's copy of the estimate that a sender keeps and sends increments of, for example with EF21."""

from __future__ import annotations

import numpy as np

from . import floats
from .payload import Payload


class Mirror:
    """
    The estimate of a tensor of ``length`` elements, zero at first.

    A sender with DIANA or EF-BV takes ``lam`` of an increment into its estimate, and ``nu`` of it counts in the step; then
    :meth:`end_step` follows each step.
    """

    def __init__(self, length: int, lam: float = 1, nu: float = 1):
        self._weights = lam, nu
        self._shift = np.zeros(length, np.float32)
        #: Modified by :meth:`add`: the gradient of this step as far as the receiver knows.
        self.estimate = np.zeros(length, np.float32)

    def add(self, data: bytes, weight: float = 1) -> None:
        """Takes in an increment. An estimate that overflows stays at the largest float, as the sender's does."""
        payload = Payload.read(data, self.estimate.size)
        if not payload.increment:
            raise ValueError("the payload is a gradient, not an increment of an estimate; read it with add_to")
        if not np.isfinite(weight):
            raise ValueError(f"a weight is finite, this is {weight}")
        for target, share in zip((self._shift, self.estimate), self._weights):
            payload.add_decoded_to(target, weight * share)
            np.clip(target, -floats.MAX_FLOAT, floats.MAX_FLOAT, out=target)

    def end_step(self) -> None:
        """Goes on from the sender's estimate; needless if ``lam`` is ``nu``."""
        self.estimate[:] = self._shift

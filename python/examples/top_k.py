"""Top-k as a process for ``tersegrad judge``: index and value of the largest hundredth of the elements.

    ./tersegrad judge -- python3 python/examples/top_k.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs from a checkout

from tersegrad import judge


class TopK:
    """Sends index and value of the largest elements; ``ratio`` of all, rounded up."""

    name = "top-k"

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio

    def count(self, shape: tuple[int, int]) -> int:
        return int(np.ceil(self.ratio * shape[0] * shape[1]))

    def bytes(self, shape: tuple[int, int]) -> int:
        return 8 * self.count(shape)

    def guarantee(self, shape: tuple[int, int]) -> str:
        return f"contractive {min(1.0, self.ratio)}"

    def encode(self, gradient: np.ndarray, state: bytes, seed: int, worker: int, step: int) -> tuple[bytes, bytes]:
        values = gradient.ravel()
        if not np.isfinite(values).all():
            raise ValueError(f"element {np.argmin(np.isfinite(values))} is not finite")
        largest = np.argsort(-np.abs(values), kind="stable")[: self.count(gradient.shape)]
        return largest.astype("<u4").tobytes() + values[largest].astype("<f4").tobytes(), state

    def decode(self, message: bytes, shape: tuple[int, int]) -> np.ndarray:
        count = self.count(shape)
        if len(message) != 8 * count:
            raise ValueError(f"a message of {len(message)} bytes, expected are {8 * count}")
        at = np.frombuffer(message[: 4 * count], "<u4")
        if (at >= shape[0] * shape[1]).any():
            raise ValueError(f"index {at.max()} of {shape[0] * shape[1]} elements")
        decoded = np.zeros(shape[0] * shape[1], "f4")
        decoded[at] = np.frombuffer(message[4 * count :], "<f4")
        return decoded


if __name__ == "__main__":
    judge.serve(TopK(0.01))

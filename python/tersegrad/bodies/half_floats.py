"""The two 16-bit floats. What is too large for a format becomes its largest number, never an infinity."""

from __future__ import annotations

import numpy as np

from ..errors import MalformedInput

_INFINITY = {"fp16": 0x7C00, "bf16": 0x7F80}


def read(data: bytes, at: int, count: int, kind: str) -> np.ndarray:
    """``count`` halves from a message, as floats."""
    halves = np.frombuffer(data, "<u2", count, at).astype(np.uint16, copy=False)
    infinity = np.uint16(_INFINITY[kind])
    bad = np.flatnonzero((halves & infinity) == infinity)
    if bad.size:
        raise MalformedInput(at + 2 * int(bad[0]), "a 16-bit value that is not finite")
    if kind == "fp16":
        return halves.view(np.float16).astype(np.float32)
    return (halves.astype(np.uint32) << np.uint32(16)).view(np.float32)


def write(values: np.ndarray, kind: str) -> bytes:
    """Floats rounded to nearest, halves to even."""
    if kind == "fp16":
        with np.errstate(all="ignore"):
            halves = values.astype(np.float16).view(np.uint16)
    else:
        bits = values.view(np.uint32)
        halves = (bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1)) >> np.uint32(16)).astype(np.uint16)
    infinite = (halves & np.uint16(0x7FFF)) == _INFINITY[kind]
    return (halves - infinite).astype("<u2").tobytes()  # one below an infinity, whatever the sign

"""Floats from a message or from a caller, which must be finite, and how Java prints them."""

from __future__ import annotations

import numpy as np

from .errors import MalformedInput

MAX_FLOAT = float(np.finfo(np.float32).max)


def text(value: "np.floating | float") -> str:
    """A float (``np.float32``) or double as Java prints it."""
    if np.isnan(value):
        return "NaN"
    if np.isinf(value):
        return "-Infinity" if value < 0 else "Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return str(np.format_float_positional(value, trim="0"))
    digits, exponent = np.format_float_scientific(value, min_digits=1).split("e")
    return f"{digits}E{int(exponent)}"


def read_all(data: bytes, at: int, count: int) -> np.ndarray:
    """``count`` floats from a message."""
    values = get_all(data, at, count)
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        i = int(bad[0])
        raise MalformedInput(at + 4 * i, f"the value {text(values[i])} is not finite")
    return values


def get_all(data: bytes, at: int, count: int) -> np.ndarray:
    """``count`` floats from a message, finite or not."""
    return np.frombuffer(data, "<f4", count, at).astype(np.float32, copy=False)


def read(data: bytes, at: int) -> np.float32:
    """A float from a message."""
    return read_all(data, at, 1)[0]


def read_magnitude(data: bytes, at: int) -> np.float32:
    """A float of 0 or more from a message; the sign of a zero counts."""
    value = read(data, at)
    if np.signbit(value):
        raise MalformedInput(at, f"the magnitude {text(value)} is negative")
    return value


def read_step(data: bytes, at: int, levels: int) -> np.float32:
    """A float of 0 or more from a message, of which ``levels`` are still finite."""
    step = read_magnitude(data, at)
    if overflows(step, levels):
        raise MalformedInput(at, f"a step of {text(step)} overflows at level {levels}")
    return step


def overflows(value: np.ndarray, factor: "int | np.float32") -> "bool | np.ndarray":
    """Whether a product of floats is infinite."""
    with np.errstate(all="ignore"):
        return np.isinf(value * np.float32(factor))


def write_all(values: np.ndarray) -> bytes:
    """The bytes of floats."""
    return values.astype("<f4").tobytes()


def given(values: object, what: str) -> np.ndarray:
    """A caller's floats as one row; each must be finite in 32 bits."""
    with np.errstate(all="ignore"):
        floats = np.ascontiguousarray(values, dtype=np.float32).reshape(-1)
    bad = np.flatnonzero(~np.isfinite(floats))
    if bad.size:
        raise ValueError(f"{what} {int(bad[0])} is {text(floats[bad[0]])}; only finite floats can be written")
    return floats


def given_magnitude(value: float, what: str) -> np.float32:
    """A caller's float, which must be finite and 0 or more."""
    magnitude = given(value, what)[0]
    if magnitude < 0:
        raise ValueError(f"{what} is {text(magnitude)}, which is negative")
    return abs(magnitude)  # -0 has the sign that a reader refuses

"""Signs as bits, a one for negative."""

from __future__ import annotations

from ..errors import MalformedInput


def byte_length(count: int) -> int:
    """What ``count`` signs take."""
    return (count + 7) // 8


def require_zero_padding(data: bytes, at: int, count: int) -> None:
    """Refuses set bits after the last sign."""
    last = at + byte_length(count) - 1
    if count % 8 and data[last] >> count % 8:
        raise MalformedInput(last, "the bits after the last sign are not zero")

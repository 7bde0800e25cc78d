"""Numbers of several bytes in a message. The caller has checked that the bytes are there."""

from __future__ import annotations


def unsigned(data: bytes, at: int, size: int) -> int:
    """The unsigned number in ``size`` bytes."""
    return int.from_bytes(data[at : at + size], "little")


def signed(data: bytes, at: int, size: int) -> int:
    """The number in ``size`` bytes, in two's complement."""
    return int.from_bytes(data[at : at + size], "little", signed=True)


def put(value: int, size: int) -> bytes:
    """An unsigned number in ``size`` bytes."""
    return value.to_bytes(size, "little")

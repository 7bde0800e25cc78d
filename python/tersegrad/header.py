"""The sixteen bytes in front of a payload and of a frame."""

from __future__ import annotations

from .codecs.crc32c import crc32c
from .codecs.little_endian import put, signed, unsigned
from .errors import MalformedInput

HEADER_BYTES = 16
#: The most elements of a tensor.
MAX_ELEMENTS = (1 << 31) - (1 << 16)

_VERSION = 1
_LENGTH_AT = 8
_CHECKSUM_AT = 12


def write(kind: bytes, fourth: int, number: int, rest: bytes) -> bytes:
    """A message: the two letters ``kind``, the byte and the number of its header, and what follows the header."""
    head = kind + bytes([_VERSION, fourth]) + put(number, 4) + put(len(rest), 4)
    return head + put(crc32c(head, rest), 4) + rest


def message_bytes(header: bytes, most: int) -> int:
    """How long the message is that begins with these sixteen bytes, a payload or a frame: for a reader of a stream.

    A message of more than ``most`` bytes is refused before anybody makes room for it.
    """
    require_header(header)
    if bytes(header[:2]) not in (b"Tg", b"Tf"):
        raise MalformedInput(0, "a message begins with the letters Tg or Tf")
    length = unsigned(header, _LENGTH_AT, 4)
    if length > most - HEADER_BYTES:
        raise MalformedInput(_LENGTH_AT, f"{length} bytes; here is room for {most - HEADER_BYTES}")
    return HEADER_BYTES + length


def require_header(data: bytes) -> None:
    """Refuses what is too short for a header."""
    if len(data) < HEADER_BYTES:
        reason = f"the header takes {HEADER_BYTES} bytes and only {len(data)} are there"
        raise MalformedInput(len(data), reason)


def require_version(version: int) -> None:
    """Refuses another version than 1."""
    if version != _VERSION:
        raise MalformedInput(2, f"version {version}, known is {_VERSION}")


def require_rest(data: bytes, what: str) -> int:
    """Refuses a message whose bytes are not all there; returns where it ends."""
    length, here = signed(data, _LENGTH_AT, 4), len(data) - HEADER_BYTES
    if length < 0:
        reason = f"{what}{unsigned(data, _LENGTH_AT, 4)} bytes; here is room for {here}"
        raise MalformedInput(_LENGTH_AT, reason)
    if length > here:
        name = "the body" if what else "what follows the header"
        raise MalformedInput(len(data), f"{name} takes {length} bytes and only {here} are there")
    return HEADER_BYTES + length


def require_checksum(data: bytes, end: int) -> None:
    """Refuses a message whose checksum is not that of its bytes."""
    if unsigned(data, _CHECKSUM_AT, 4) != crc32c(data[:_CHECKSUM_AT], data[HEADER_BYTES:end]):
        raise MalformedInput(_CHECKSUM_AT, "the checksum is not that of the bytes")


def require_elements(announced: int, expected: "int | None", at: int) -> None:
    """Refuses a message for another tensor; with no tensor to compare with, one that no tensor has."""
    if expected is not None and announced != expected:
        raise MalformedInput(at, f"{announced} elements, expected are {expected}")
    if announced > MAX_ELEMENTS:
        raise MalformedInput(at, f"{announced} elements, a tensor has at most {MAX_ELEMENTS}")

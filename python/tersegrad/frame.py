"""Many payloads under one header, for models with hundreds of small tensors."""

from __future__ import annotations

from typing import Iterable, Iterator, Optional, Sequence, Union

from . import header
from .bodies.body import body_of
from .codecs.little_endian import unsigned
from .errors import MalformedInput
from .payload import Payload

MAGIC = b"Tf"
_COUNT_AT = 4
_MAX_INT = (1 << 31) - 1


class Frame(Sequence[Payload]):
    """An immutable sequence of payloads.

    ``Frame.read(data, lengths)`` reads one, ``Frame([write_dense(a), write_signs(b, 1)]).to_bytes()`` writes one.
    """

    def __init__(self, payloads: Iterable[Union[Payload, bytes]]):
        self._payloads = tuple(each if isinstance(each, Payload) else Payload.read(each) for each in payloads)

    @staticmethod
    def read(data: bytes, lengths: Optional[Sequence[int]] = None) -> "Frame":
        """Reads a whole frame and checks all of it; ``lengths`` are the elements of the receiver's tensors."""
        data = bytes(data)
        header.require_header(data)
        if data[:2] != MAGIC:
            raise MalformedInput(0, "a frame begins with the letters Tf")
        header.require_version(unsigned(data, 2, 2))
        count = unsigned(data, _COUNT_AT, 4)
        if lengths is not None and count != len(lengths):
            raise MalformedInput(_COUNT_AT, f"{count} payloads, expected are {len(lengths)}")
        end = header.require_rest(data, "")
        header.require_checksum(data, end)
        frame = Frame(_read_payloads(data, end, count, lengths))
        if end != len(data):
            raise MalformedInput(end, f"{len(data) - end} bytes after the frame")
        return frame

    def to_bytes(self) -> bytes:
        """The message, with its checksum."""
        rest = b"".join(
            bytes([each.scheme_byte]) + _write_number(each.length) + _write_number(len(each.body)) + each.body
            for each in self._payloads
        )
        return header.write(MAGIC, 0, len(self), rest)

    def __len__(self) -> int:
        return len(self._payloads)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._payloads[index]

    def __iter__(self) -> Iterator[Payload]:
        return iter(self._payloads)


def _read_payloads(data: bytes, end: int, count: int, lengths: Optional[Sequence[int]]) -> Iterator[Payload]:
    at = header.HEADER_BYTES
    for i in range(count):
        if at == end:
            raise MalformedInput(at, f"{count} payloads announced, only {i} are there")
        body_of(data[at] & 0x7F, at)
        elements, length_at = _read_number(data, at + 1, end)
        length, start = _read_number(data, length_at, end)
        if length > end - start:
            raise MalformedInput(start, f"a body of {length} bytes is cut off")
        header.require_elements(elements, None if lengths is None else lengths[i], at + 1)
        yield Payload.open(data, start, start + length, data[at], elements)
        at = start + length
    if at != end:
        raise MalformedInput(at, "bytes after the last payload")


def _read_number(data: bytes, at: int, end: int) -> "tuple[int, int]":
    """A number in groups of 7 bits, and where it ends."""
    value = 0
    for i in range(at, min(at + 5, end)):
        value |= (data[i] & 0x7F) << 7 * (i - at)
        if data[i] < 0x80:
            if value > _MAX_INT or (data[i] == 0 and i > at):
                break
            return value, i + 1
    raise MalformedInput(at, "not a number in as few bytes as it needs")


def _write_number(value: int) -> bytes:
    groups = bytearray()
    while value >= 0x80:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(groups) + bytes([value])

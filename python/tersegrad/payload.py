"""What one worker sends for one tensor in one step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np

from . import header
from .bodies import Body, View, read_body
from .bodies.body import body_of
from .codecs.little_endian import unsigned
from .errors import MalformedInput

MAGIC = b"Tg"
_SCHEME_BITS = 0x7F
_INCREMENT = 0x80
_ELEMENTS_AT = 4


@dataclass(frozen=True, eq=False)
class Payload:
    """A message that was read and checked, or is to be sent. ``str()`` explains it."""

    #: How many elements the tensor has.
    length: int
    #: The content of the body: one of the classes of ``tersegrad.bodies``.
    content: Body
    #: The bytes of the body.
    body: bytes
    #: Whether it is not a gradient but the increment of an estimate that sender and receiver keep.
    increment: bool = False

    @staticmethod
    def of(length: int, content: Body) -> "Payload":
        """A payload to be sent."""
        if not 0 <= length <= header.MAX_ELEMENTS:
            raise ValueError(f"a tensor has 0 to {header.MAX_ELEMENTS} elements, not {length}")
        return Payload(length, content, content.write())

    @staticmethod
    def read(data: bytes, length: Optional[int] = None) -> "Payload":
        """Reads a whole message and checks all of it; ``length`` is how many elements the receiver's tensor has."""
        data = bytes(data)
        header.require_header(data)
        if data[:2] != MAGIC:
            raise MalformedInput(0, "a payload begins with the letters Tg")
        header.require_version(data[2])
        body_of(data[3] & _SCHEME_BITS, 3)
        elements = unsigned(data, _ELEMENTS_AT, 4)
        header.require_elements(elements, length, _ELEMENTS_AT)
        end = header.require_rest(data, "a body of ")
        header.require_checksum(data, end)
        payload = Payload.open(data, header.HEADER_BYTES, end, data[3], elements)
        if end != len(data):
            raise MalformedInput(end, f"{len(data) - end} bytes after the payload")
        return payload

    @staticmethod
    def open(data: bytes, start: int, end: int, scheme_byte: int, elements: int) -> "Payload":
        """Reads a body; the scheme, as it stands in a header, is known."""
        content = read_body(scheme_byte & _SCHEME_BITS, View(data, start, end, elements))
        return Payload(elements, content, data[start:end], bool(scheme_byte & _INCREMENT))

    @property
    def scheme_byte(self) -> int:
        """The scheme as it stands in a header."""
        return self.content.scheme | (_INCREMENT if self.increment else 0)

    @property
    def bits(self) -> int:
        """The bits of the message: those of its bytes, less what fills up the last one."""
        return 8 * (header.HEADER_BYTES + len(self.body)) - self.content.padding_bits()

    def to_bytes(self) -> bytes:
        """The message, with its checksum."""
        return header.write(MAGIC, self.scheme_byte, self.length, self.body)

    def as_increment(self) -> "Payload":
        """The same as the increment of an estimate."""
        return Payload(self.length, self.content, self.body, True)

    def decode(self) -> np.ndarray:
        """The gradient in an array of its own."""
        self.content.require_decodable()
        decoded = np.zeros(self.length, np.float32)
        self.add_to(decoded, 1)
        return decoded

    def add_to(self, target: np.ndarray, weight: float) -> None:
        """``target += weight * decoded``. ``target`` is modified: ``float32``, contiguous, as long as the gradient."""
        if self.increment:
            raise ValueError("the payload is an increment of an estimate, not a gradient; add it to a Mirror")
        self.add_decoded_to(target, weight)

    def add_decoded_to(self, target: np.ndarray, weight: float) -> None:
        """What :meth:`add_to` does, for gradients and increments."""
        if not isinstance(target, np.ndarray) or target.dtype != np.float32 or not target.flags.c_contiguous:
            raise ValueError("a target is a contiguous NumPy array of float32")
        if target.size != self.length:
            raise ValueError(f"a payload of {self.length} elements cannot be added to {target.size}")
        self.content.require_decodable()
        with np.errstate(all="ignore"):
            self.content.add_to(target.reshape(-1), np.float32(weight))

    def __str__(self) -> str:
        each = self.bits / self.length if self.length else 0
        what = "an increment of " if self.increment else ""
        size = header.HEADER_BYTES + len(self.body)
        return f"{what}{self.length} elements in {size} bytes, {each:.3f} bits each: {self.content.describe()}"

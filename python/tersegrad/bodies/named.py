"""A body in a format of somebody's own, which has a name. It is not decoded here, but told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import MalformedInput
from .body import Body, View, scheme

_FIELDS = 2
MAX_NAME = 64
LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789.-")


@scheme(13, "NAMED")
@dataclass(frozen=True, eq=False)
class Named(Body):
    """``| length n of the name, 1 byte | name, n bytes of a-z 0-9 . - | version, 1 byte | content |``"""

    name: str
    version: int
    content: bytes
    #: Where the name stands in the message.
    name_at: int = 0

    @classmethod
    def read(cls, view: View) -> "Named":
        view.require_at_least(1)
        data, start = view.data, view.start
        length = data[start]
        if not 1 <= length <= MAX_NAME:
            raise MalformedInput(start, f"a name of {length} characters, a body format has 1 to {MAX_NAME}")
        view.require_at_least(_FIELDS + length)
        for i in range(start + 1, start + 1 + length):
            if data[i] not in LETTERS:
                signed = data[i] - 256 if data[i] > 127 else data[i]
                reason = f"the name of a body format has letters, digits, dots and hyphens, not the byte {signed}"
                raise MalformedInput(i, reason)
        version_at = start + 1 + length
        name = data[start + 1 : version_at].decode("ascii")
        return cls(name, data[version_at], data[version_at + 1 : view.end], start + 1)

    def write(self) -> bytes:
        return bytes([len(self.name)]) + self.name.encode("ascii") + bytes([self.version]) + self.content

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        self.require_decodable()

    def require_decodable(self) -> None:
        """Refuses: what the content means only its format knows."""
        reason = f"the body format {self.name}, version {self.version}, is not known here; none is"
        raise MalformedInput(self.name_at, reason)

    def describe(self) -> str:
        return f"{len(self.content)} bytes in the body format {self.name}, version {self.version}"

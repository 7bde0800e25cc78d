"""A body for each run of elements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from .body import Body, View, body_of, read_body, scheme

_FIELDS = 4
_CHUNK_FIELDS = 5


@scheme(12, "CHUNKS")
@dataclass(frozen=True, eq=False)
class Chunks(Body):
    """``| elements of a chunk, 4 bytes | for each chunk: | scheme, 1 byte | bytes, 4 bytes | body |``"""

    #: Elements of a chunk; the last may be shorter.
    chunk: int
    bodies: "tuple[Body, ...]"

    @classmethod
    def read(cls, view: View) -> "Chunks":
        view.require_at_least(_FIELDS)
        chunk = signed(view.data, view.start, 4)
        if chunk < 1:
            raise MalformedInput(view.start, f"chunks of {unsigned(view.data, view.start, 4)} elements")
        bodies = []
        at = view.start + _FIELDS
        for first in range(0, view.elements, chunk):
            inner = _open(view, at, min(chunk, view.elements - first))
            bodies.append(read_body(view.data[at], inner))
            at = inner.end
        if at != view.end:
            raise MalformedInput(at, "bytes after the last chunk")
        return cls(chunk, tuple(bodies))

    def write(self) -> bytes:
        parts = [put(self.chunk, 4)]
        for body in self.bodies:
            written = body.write()
            parts.append(put(body.scheme, 1) + put(len(written), 4) + written)
        return b"".join(parts)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        for i, body in enumerate(self.bodies):
            body.add_to(target[i * self.chunk : (i + 1) * self.chunk], weight)

    def require_decodable(self) -> None:
        for body in self.bodies:
            body.require_decodable()

    def describe(self) -> str:
        if not self.bodies:
            return "no chunks"
        return f"{len(self.bodies)} chunks of {self.chunk} elements; the first: {self.bodies[0].describe()}"

    def padding_bits(self) -> int:
        """Only the padding of the last chunk can be left out: the others stand before something."""
        return self.bodies[-1].padding_bits() if self.bodies else 0


def _open(view: View, at: int, elements: int) -> View:
    """The body of the chunk whose fields stand at ``at``."""
    if view.end - at < _CHUNK_FIELDS:
        raise MalformedInput(view.end, "the fields of a chunk are cut off")
    kind = body_of(view.data[at], at)
    length = unsigned(view.data, at + 1, 4)
    if kind is Chunks or length > view.end - at - _CHUNK_FIELDS:
        raise MalformedInput(at, f"a chunk of format {kind.scheme_name} and {length} bytes")
    return View(view.data, at + _CHUNK_FIELDS, at + _CHUNK_FIELDS + length, elements)

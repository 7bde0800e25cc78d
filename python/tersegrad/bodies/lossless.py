"""Every element as it is, with entropy-coded exponents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..codecs import rans
from ..codecs.little_endian import put, signed
from ..errors import MalformedInput
from . import sections
from .body import Body, View, add_scaled, scheme
from .sections import LENGTH_BYTES, SECTION

#: Bytes of fraction and sign of an element: of a float, and of its upper half.
REST_BYTES = {"fp32": 3, "bf16": 1}
#: Exponents of finite floats.
_EXPONENTS = 255
_FRACTION_BITS = np.uint32(23)
_FRACTION = np.uint32((1 << 23) - 1)


@scheme(16, "LOSSLESS")
@dataclass(frozen=True, eq=False)
class Lossless(Body):
    """``| n, 1 byte | for each section: | L, 4 bytes | exponents | n bytes for each element |``"""

    #: Floats; for ``bf16`` their lower halves are zero.
    values: np.ndarray
    #: ``fp32`` or ``bf16``.
    kind: str

    @classmethod
    def read(cls, view: View) -> "Lossless":
        view.require_at_least(1)
        rest_bytes = signed(view.data, view.start, 1)
        kinds = [kind for kind, count in REST_BYTES.items() if count == rest_bytes]
        if not kinds:
            reason = f"{rest_bytes} bytes of fraction and sign, known are 1 and 3"
            raise MalformedInput(view.start, reason)
        at = view.start + 1
        parts = [np.zeros(0, np.float32)]
        for first in range(0, view.elements, SECTION):
            values, at = _read_section(view, at, min(SECTION, view.elements - first), rest_bytes)
            parts.append(values)
        sections.require_end(view, at)
        return cls(np.concatenate(parts), kinds[0])

    def write(self) -> bytes:
        rest_bytes = REST_BYTES[self.kind]
        starts = range(0, self.values.size, SECTION)
        written = [_write_section(self.values[first : first + SECTION], rest_bytes) for first in starts]
        return put(rest_bytes, 1) + b"".join(written)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        add_scaled(self.values, weight, target)

    def describe(self) -> str:
        form = "a 32-bit float" if self.kind == "fp32" else "the upper half of a float"
        return f"every element as {form}, exponents entropy-coded"


def _read_section(view: View, at: int, count: int, rest_bytes: int) -> tuple[np.ndarray, int]:
    """The elements of the section at ``at``, and where it ends."""
    length = sections.read_length(view, at)
    at += LENGTH_BYTES
    rests_at = at + (length or count)
    end = rests_at + rest_bytes * count
    if end > view.end:
        raise MalformedInput(view.end, f"a section of {count} elements is cut off")
    if length:
        exponents = rans.read(view.data, at, at + length, _EXPONENTS, count)
    else:
        exponents = np.frombuffer(view.data, np.uint8, count, at)
        bad = np.flatnonzero(exponents == _EXPONENTS)
        if bad.size:
            raise MalformedInput(at + int(bad[0]), "an exponent of 255, which is not finite")
    rests = np.zeros((count, 4), np.uint8)  # as little-endian words of 24 bits
    rests[:, 3 - rest_bytes : 3] = np.frombuffer(view.data, np.uint8, end - rests_at, rests_at).reshape(count, -1)
    rest = rests.view("<u4").reshape(count).astype(np.uint32, copy=False)
    sign = rest >> _FRACTION_BITS << np.uint32(31)
    bits = sign | exponents.astype(np.uint32) << _FRACTION_BITS | rest & _FRACTION
    return bits.view(np.float32), end


def _write_section(values: np.ndarray, rest_bytes: int) -> bytes:
    """A section with the exponents in the shorter form, of two as long a byte each."""
    bits = values.view(np.uint32)
    exponents = bits >> _FRACTION_BITS & np.uint32(0xFF)
    coded = rans.write(exponents, _EXPONENTS)
    if len(coded) < values.size:
        head = put(len(coded), LENGTH_BYTES) + coded
    else:
        head = put(0, LENGTH_BYTES) + exponents.astype(np.uint8).tobytes()
    rest = bits & _FRACTION | bits >> np.uint32(31) << _FRACTION_BITS
    words = rest.astype("<u4").view(np.uint8).reshape(values.size, 4)
    return head + words[:, 3 - rest_bytes : 3].tobytes()

"""Every element as a level from -s to s, times the step of its bucket."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import floats
from ..codecs import fixed_width, rans, trits
from ..codecs.little_endian import put, signed, unsigned
from ..errors import MalformedInput
from . import packed_fields, sections
from .body import Body, View, add_scaled, scheme
from .sections import LENGTH_BYTES, SECTION

_FIELDS = 7

#: The numbers of the codes on the wire are their places here.
CODES = ("fixed", "entropy", "trits")
#: The largest s of each code.
MOST_LEVELS = (32767, 127, 1)


def width(levels: int) -> int:
    """Bits of a fixed-width level."""
    return (2 * levels).bit_length()


@scheme(7, "LEVELS")
@dataclass(frozen=True, eq=False)
class Levels(Body):
    """``| code, 1 byte | s, 2 bytes | bucket, 4 bytes | step of each bucket, 4 bytes | levels |``"""

    code: str
    #: The largest level s.
    most: int
    #: How many elements share a step.
    bucket: int
    steps: np.ndarray
    levels: np.ndarray

    @classmethod
    def read(cls, view: View) -> "Levels":
        view.require_at_least(_FIELDS)
        data, start = view.data, view.start
        number, most, bucket = signed(data, start, 1), unsigned(data, start + 1, 2), signed(data, start + 3, 4)
        known = 0 <= number < len(CODES)
        if not known or not 1 <= most <= MOST_LEVELS[number]:
            raise MalformedInput(start, f"code {number} for levels up to {most}")
        if bucket < 1:
            raise MalformedInput(start + 3, f"buckets of {unsigned(data, start + 3, 4)} elements")
        buckets = -(-view.elements // bucket)
        levels_at = start + _FIELDS + 4 * buckets
        view.require_at_least(levels_at - start)
        steps = _read_steps(data, start + _FIELDS, buckets, most)
        code = CODES[number]
        if code == "entropy":
            levels = _read_sections(view, levels_at, 2 * most + 1) - np.int32(most)
        elif code == "trits":
            view.require_length(levels_at - start + trits.byte_length(view.elements))
            levels = trits.unpack(data, levels_at, view.elements)
        else:
            view.require_length(levels_at - start + fixed_width.byte_length(view.elements, width(most)))
            levels = _read_fields(view, levels_at, most)
        return cls(code, most, bucket, steps, levels)

    def write(self) -> bytes:
        head = put(CODES.index(self.code), 1) + put(self.most, 2) + put(self.bucket, 4) + floats.write_all(self.steps)
        if self.code == "trits":
            return head + trits.pack(self.levels)
        fields = self.levels + np.int32(self.most)
        if self.code == "fixed":
            return head + fixed_width.pack(fields, width(self.most))
        coded = [
            rans.write(fields[first : first + SECTION], 2 * self.most + 1) for first in range(0, fields.size, SECTION)
        ]
        return head + b"".join(put(len(section), LENGTH_BYTES) + section for section in coded)

    def add_to(self, target: np.ndarray, weight: np.float32) -> None:
        count = self.levels.size
        whole = count // self.bucket * self.bucket
        values = self.levels.astype(np.float32)
        values[:whole].reshape(-1, self.bucket)[:] *= self.steps[: whole // self.bucket, None]
        if whole < count:
            values[whole:] *= self.steps[-1]
        add_scaled(values, weight, target)

    def describe(self) -> str:
        packing = {"fixed": f"{width(self.most)} bits each", "trits": "five to a byte", "entropy": "entropy-coded"}
        shared = f"{self.steps.size} buckets of {self.bucket} with a step each"
        steps = "one step for all" if self.steps.size == 1 else shared
        return f"levels from {-self.most} to {self.most}, {packing[self.code]}, {steps}"

    def padding_bits(self) -> int:
        return -self.levels.size * width(self.most) % 8 if self.code == "fixed" else 0


def _read_steps(data: bytes, at: int, count: int, most: int) -> np.ndarray:
    steps = floats.get_all(data, at, count)
    bad = np.flatnonzero(~np.isfinite(steps) | np.signbit(steps) | floats.overflows(steps, most))
    if bad.size:
        floats.read_step(data, at + 4 * int(bad[0]), most)  # says what is wrong
    return steps


def _read_fields(view: View, at: int, most: int) -> np.ndarray:
    fields, bad = packed_fields.read(view.data, at, width(most), view.elements, 2 * most)
    if bad < view.elements:
        raise MalformedInput(view.start, f"level {fields[bad]} of 0 to {2 * most} at element {bad}")
    return fields.astype(np.int32) - np.int32(most)


def _read_sections(view: View, at: int, alphabet: int) -> np.ndarray:
    symbols = [np.zeros(0, np.int32)]
    for first in range(0, view.elements, SECTION):
        length = sections.read_length(view, at)
        at += LENGTH_BYTES
        symbols.append(rans.read(view.data, at, at + length, alphabet, min(SECTION, view.elements - first)))
        at += length
    sections.require_end(view, at)
    return np.concatenate(symbols)

"""Sections of elements that share a table of frequencies, each with its number of coded bytes in front."""

from __future__ import annotations

from ..codecs.little_endian import unsigned
from ..errors import MalformedInput
from .body import View

#: Elements in a section; the last one may be shorter.
SECTION = 40960
LENGTH_BYTES = 4


def read_length(view: View, at: int) -> int:
    """How many coded bytes the section at ``at`` has."""
    if view.end - at < LENGTH_BYTES:
        raise MalformedInput(view.end, "the length of a section is cut off")
    length = unsigned(view.data, at, LENGTH_BYTES)
    if length > view.end - at - LENGTH_BYTES:
        raise MalformedInput(at, f"a section of {length} bytes is longer than the body")
    return length


def require_end(view: View, at: int) -> None:
    """Refuses a body that does not end where its last section does."""
    if at != view.end:
        raise MalformedInput(at, "bytes after the last section")

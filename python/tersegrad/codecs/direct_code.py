"""The codes of sorted index sets, and what their readers and writers share."""

from __future__ import annotations

BITMAP, PLAIN, RICE, ELIAS_FANO, PACKED_GAPS, SQUEEZED, COMPLEMENT, RUNS, ROWS = range(9)

NAMES = ("BITMAP", "PLAIN", "RICE", "ELIAS_FANO", "PACKED_GAPS", "SQUEEZED", "COMPLEMENT", "RUNS", "ROWS")

#: The codes below this number write the indices themselves, the others write other index sets.
DIRECT_CODES = 6

#: Indices in a block: one group of fixed-width fields.
BLOCK = 512

#: Width and smallest gap in front of a block of packed gaps.
BLOCK_HEADER_BYTES = 5

MAX_LOW_BITS = 30


#: The numbers on the wire have 3 bits, all in use: this code is RUNS with a parameter.
ROWS_TAG = RUNS | 1 << 3


def code_of(first: int) -> int:
    """The code that the first byte of an index set names."""
    return ROWS if first == ROWS_TAG else first & 7


def tag(code: int, parameter: int) -> int:
    """The byte that an index set begins with."""
    return code | parameter << 3


def plain_width(universe: int) -> int:
    """Bits that hold every index below ``universe``: 0 when there is only one."""
    return max(0, universe - 1).bit_length()


def allows_complement(count: int, universe: int) -> bool:
    """Whether more than half of the universe is present."""
    return count > universe - count

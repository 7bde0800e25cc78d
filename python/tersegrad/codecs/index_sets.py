"""Sorted index sets in their cheapest code: the indices, the absent indices, runs of indices, or rows that hold some."""

from __future__ import annotations

import numpy as np

from ..errors import MalformedInput
from .direct_code import COMPLEMENT, NAMES, ROWS, ROWS_TAG, RUNS, allows_complement, code_of, tag
from .direct_reader import DirectReader
from .direct_set import DirectSet
from .little_endian import put, signed, unsigned

_RUNS_HEADER_BYTES = 9
_ROWS_HEADER_BYTES = 13

#: The width of rows that a writer considers for a tensor that is not a matrix.
USUAL_ROW_WIDTH = 256


def read(data: bytes, start: int, end: int, count: int, universe: int) -> np.ndarray:
    """``count`` indices below ``universe``, increasing, as ``int64``, from exactly these bytes."""
    code = code_of(data[start]) if start < end else -1
    if code in (COMPLEMENT, RUNS) and data[start] >> 3:
        raise MalformedInput(start, f"{NAMES[code]} with parameter {data[start] >> 3}, here it must be 0")
    if code == COMPLEMENT:
        return _read_complement(data, start, end, count, universe)
    if code == RUNS:
        return _read_runs(data, start, end, count, universe)
    if code == ROWS:
        return _read_rows(data, start, end, count, universe)
    return DirectReader(data, start, end, count, universe).read()


def _read_complement(data: bytes, start: int, end: int, count: int, universe: int) -> np.ndarray:
    if not allows_complement(count, universe):
        reason = f"COMPLEMENT of {count} indices below {universe}, which is not more than half"
        raise MalformedInput(start, reason)
    return _others(DirectReader(data, start + 1, end, universe - count, universe).read(), universe)


def _read_runs(data: bytes, start: int, end: int, count: int, universe: int) -> np.ndarray:
    if end - start < _RUNS_HEADER_BYTES:
        raise MalformedInput(end, "the header of RUNS is cut off")
    runs = signed(data, start + 1, 4)
    if runs < 1 or runs > count or runs - 1 > universe - count:
        reason = f"{unsigned(data, start + 1, 4)} runs of {count} indices below {universe}"
        raise MalformedInput(start + 1, reason)
    slot_bytes = unsigned(data, start + 5, 4)
    slots_at = start + _RUNS_HEADER_BYTES
    if slot_bytes > end - slots_at:
        reason = f"{slot_bytes} bytes for the slots of runs, but {end - slots_at} are left"
        raise MalformedInput(start + 5, reason)
    slot_reader = DirectReader(data, slots_at, slots_at + slot_bytes, runs, universe - count + 1)
    boundary_reader = DirectReader(data, slots_at + slot_bytes, end, runs - 1, count - 1)
    slots = slot_reader.read()
    lengths = np.diff(boundary_reader.read() + 1, prepend=0, append=count)
    return np.repeat(slots, lengths) + np.arange(count)


def row_width(data: bytes, start: int) -> int:
    """The width of the rows of a set that was read; 0 if it is in another code."""
    return signed(data, start + 1, 4) if data[start] == ROWS_TAG else 0


def _read_rows(data: bytes, start: int, end: int, count: int, universe: int) -> np.ndarray:
    if end - start < _ROWS_HEADER_BYTES:
        raise MalformedInput(end, "the header of ROWS is cut off")
    width = signed(data, start + 1, 4)
    if width < 1:
        raise MalformedInput(start + 1, f"rows of {unsigned(data, start + 1, 4)} indices")
    number, rows = signed(data, start + 5, 4), -(-universe // width)
    if number < 1 or number > min(count, rows) or count > min(number * width, universe):
        reason = f"{unsigned(data, start + 5, 4)} of {rows} rows of {width} for {count} indices"
        raise MalformedInput(start + 5, reason)
    row_bytes = unsigned(data, start + 9, 4)
    rows_at = start + _ROWS_HEADER_BYTES
    if row_bytes > end - rows_at:
        raise MalformedInput(start + 9, f"{row_bytes} bytes for the rows, but {end - rows_at} are left")
    row_reader = DirectReader(data, rows_at, rows_at + row_bytes, number, rows)
    places = _read_places(data, rows_at + row_bytes, end, count, min(number * width, universe))
    held = places // width
    indices = row_reader.read()[held] * width + places % width
    skips = np.flatnonzero(np.diff(held, prepend=0, append=number - 1) > [0] + [1] * (count - 1) + [0])
    above = np.flatnonzero(indices >= universe)
    if above.size and not (skips.size and skips[0] <= above[0]):
        raise MalformedInput(start, f"index {indices[above[0]]} is not below {universe}")
    if skips.size:
        raise MalformedInput(start, "ROWS with a row that holds no index")
    return indices


def _read_places(data: bytes, start: int, end: int, count: int, universe: int) -> np.ndarray:
    if start < end and data[start] & 7 == COMPLEMENT:
        return read(data, start, end, count, universe)
    return DirectReader(data, start, end, count, universe).read()


def _rows(indices: np.ndarray, universe: int, width: int) -> bytes:
    """The set as rows and places; nothing where most rows hold an index that could."""
    held, ranks = np.unique(indices // width, return_inverse=True)
    rows = -(-universe // width)
    if held.size > 3 * min(indices.size, rows) // 4:
        return b""
    below = min(held.size * width, universe)
    places = ranks * width + indices % width
    written = DirectSet(places, below).write()
    if allows_complement(places.size, below):
        absent = bytes([tag(COMPLEMENT, 0)]) + DirectSet(_others(places, below), below).write()
        written = min(written, absent, key=len)
    row_set = DirectSet(held, rows).write()
    return bytes([ROWS_TAG]) + put(width, 4) + put(held.size, 4) + put(len(row_set), 4) + row_set + written


def _others(indices: np.ndarray, universe: int) -> np.ndarray:
    """All indices below the universe that are not among these."""
    other = np.ones(universe, bool)
    other[indices] = False
    return np.flatnonzero(other)


def write(indices: np.ndarray, universe: int, rows_of: int = 0) -> bytes:
    """The set in its cheapest code; ``indices`` are ``int64``, increasing, from 0 to ``universe - 1``.

    ``rows_of`` is the width of rows in which they may cluster, 0 for none.
    """
    written = _write(indices, universe)
    rows = _rows(indices, universe, rows_of) if rows_of and indices.size else b""
    return rows if rows and len(rows) < len(written) else written


def _write(indices: np.ndarray, universe: int) -> bytes:
    count = indices.size
    present = DirectSet(indices, universe)
    code, length = present.cheapest(), present.byte_length()
    if allows_complement(count, universe):
        absent = DirectSet(_others(indices, universe), universe)
        if 1 + absent.byte_length() < length:
            code, length = COMPLEMENT, 1 + absent.byte_length()
    runs = present.runs()
    if count and float(runs) * universe <= 0.75 * count * (universe - count):
        ranks = np.flatnonzero(np.diff(indices, prepend=-2) != 1)
        slots = DirectSet(indices[ranks] - ranks, universe - count + 1)
        boundaries = DirectSet(ranks[1:] - 1, count - 1)
        if _RUNS_HEADER_BYTES + slots.byte_length() + boundaries.byte_length() < length:
            header = bytes([tag(RUNS, 0)]) + put(runs, 4) + put(slots.byte_length(), 4)
            return header + slots.write() + boundaries.write()
    if code == COMPLEMENT:
        return bytes([tag(COMPLEMENT, 0)]) + absent.write()
    return present.write()

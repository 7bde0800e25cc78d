"""Sorted index sets in their cheapest code: the indices, the absent indices, or runs of indices."""

from __future__ import annotations

import numpy as np

from ..errors import MalformedInput
from .direct_code import COMPLEMENT, NAMES, RUNS, allows_complement, tag
from .direct_reader import DirectReader
from .direct_set import DirectSet
from .little_endian import put, signed, unsigned

_RUNS_HEADER_BYTES = 9


def read(data: bytes, start: int, end: int, count: int, universe: int) -> np.ndarray:
    """``count`` indices below ``universe``, increasing, as ``int64``, from exactly these bytes."""
    code = data[start] & 7 if start < end else -1
    if code in (COMPLEMENT, RUNS) and data[start] >> 3:
        raise MalformedInput(start, f"{NAMES[code]} with parameter {data[start] >> 3}, here it must be 0")
    if code == COMPLEMENT:
        return _read_complement(data, start, end, count, universe)
    if code == RUNS:
        return _read_runs(data, start, end, count, universe)
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


def _others(indices: np.ndarray, universe: int) -> np.ndarray:
    """All indices below the universe that are not among these."""
    other = np.ones(universe, bool)
    other[indices] = False
    return np.flatnonzero(other)


def write(indices: np.ndarray, universe: int) -> bytes:
    """The set in its cheapest code; ``indices`` are ``int64``, increasing, from 0 to ``universe - 1``."""
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

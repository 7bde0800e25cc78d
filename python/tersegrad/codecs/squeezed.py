"""A fixed prefix code for the bytes of a bit string in which about 36 % of the bits are ones."""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np

from ..errors import MalformedInput
from .bit_reader import BitReader

_SHORTEST = 5
_LONGEST = 12
_WORDS_OF_LENGTH = (1, 8, 28, 122, 60, 28, 7, 2)


def _make_words() -> tuple[np.ndarray, np.ndarray]:
    """For each byte the bits of its word, in stream order, and how many they are."""
    words = np.zeros((256, _LONGEST), np.uint8)
    lengths = np.repeat(np.arange(_SHORTEST, _LONGEST + 1), _WORDS_OF_LENGTH)
    by_ones = sorted(range(256), key=lambda value: (bin(value).count("1"), value))
    length_of = np.zeros(256, np.uint8)
    word = 0
    for rank, value in enumerate(by_ones):
        length = int(lengths[rank])
        if rank:
            word = word + 1 << length - int(lengths[rank - 1])
        words[value, :length] = [word >> length - 1 - i & 1 for i in range(length)]
        length_of[value] = length
    return words, length_of


_WORDS, LENGTHS = _make_words()
_ONES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1).astype(np.uint8)


def _make_bytes() -> np.ndarray:
    """The byte whose word begins what the next twelve bits are."""
    weights = 1 << np.arange(_LONGEST)
    byte_of = np.zeros(1 << _LONGEST, np.uint8)
    for value in range(256):
        length = int(LENGTHS[value])
        byte_of[int(_WORDS[value] @ weights) :: 1 << length] = value
    return byte_of


_BYTES = _make_bytes()


def write(string: np.ndarray) -> bytes:
    """The words of the bytes of a bit string, the last byte filled with zeros."""
    used = np.arange(_LONGEST) < LENGTHS[string][:, None]
    return np.packbits(_WORDS[string][used], bitorder="little").tobytes()


class Reading(NamedTuple):
    """What was read: where ones stand, and why there are fewer than asked for."""

    positions: np.ndarray
    failure: Optional[MalformedInput]
    #: Stands behind the last word that was read.
    reader: BitReader


def read(data: bytes, start: int, end: int, ones: int, limit: int) -> Reading:
    """Reads bytes up to that of the last of so many ones, which all stand below ``limit``."""
    bits = np.unpackbits(np.frombuffer(data, np.uint8, end - start, start), bitorder="little")
    padded = np.concatenate((bits, np.zeros(_LONGEST, np.uint8))).astype(np.uint16)
    window = np.zeros(bits.size + 1, np.uint16)  # at each bit, the twelve that follow
    for i in range(_LONGEST):
        window |= padded[i : i + window.size] << np.uint16(i)
    byte_at = _BYTES[window].tobytes()
    length_of, ones_of = LENGTHS.tobytes(), _ONES.tobytes()

    reader = BitReader(data, start, end)
    string = bytearray()
    at = 0
    left = ones
    failure = None
    while left > 0:
        if len(string) % 8 == 0:
            reader.position = at
            if string and len(string) // 8 >= (limit + 63) // 64:
                failure = reader.malformed("a bit string that goes on after the last position for a one")
                break
        value = byte_at[at]
        at += length_of[value]
        if at > bits.size:
            failure = MalformedInput(end, "the bit string ends before the last index")
            break
        string.append(value)
        left -= ones_of[value]
    if failure is None:
        reader.position = at
    whole = string[: len(string) // 8 * 8] if failure else string  # a failure is that of a word of eight bytes
    positions = np.flatnonzero(np.unpackbits(np.frombuffer(bytes(whole), np.uint8), bitorder="little"))
    return Reading(positions, failure, reader)

"""The Python side of the exchange that the Java test ``PythonTest`` makes.

``python3 -m tests.java_exchange FOLDER`` reads ``FOLDER/java.bin`` and checks every message in it. What Java accepts
must decode and add up to the same bits, have the same number of bits and, if a Java encoder wrote it, be written
again to the same bytes. What Java refuses must be refused at the same byte for the same reason. Then it writes
``FOLDER/python.bin``.

A record of Java: a name, elements, a message, a byte that says what happened: 0 refused, then an offset and a reason;
1 accepted, or 2 accepted and written by an encoder, then the number of bits, the decoded floats, and 0.1 plus -1/3 of
the payload in each element. A record of Python: a name, elements, a message, the decoded floats. Numbers are
big-endian, strings and messages come after their length.
"""

from __future__ import annotations

import re
import struct
import sys
import warnings
from pathlib import Path
from typing import BinaryIO, Iterator

import numpy as np

import tersegrad

from . import contents

_MOST_REPORTED = 20
#: What stands in the target of Java's second decoding, and the weight.
_SUM = (0.1, -1 / 3)


class Records:
    """Reads the numbers, strings and arrays of records."""

    def __init__(self, data: bytes):
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, kind: str) -> int:
        return struct.unpack(">" + kind, self.take(struct.calcsize(kind)))[0]

    def text(self) -> str:
        return self.take(self.number("H")).decode("utf-8")

    def more(self) -> bool:
        return self._at < len(self._data)


def with_short_floats(reason: str) -> str:
    """A reason with its floats in as few digits as they need: up to JDK 18, Java prints some of them with more."""
    with np.errstate(all="ignore"):  # a sum of products may be too large for a float
        return re.sub(r"\d+\.\d+(E-?\d+)?", lambda number: str(np.float64(number.group()).astype(np.float32)), reason)


def check(records: Records) -> str:
    """Checks one record; says what is wrong."""
    name, elements = records.text(), records.number("i")
    message = records.take(records.number("i"))
    outcome = records.number("b")
    if outcome == 0:
        wanted = (records.number("q"), records.text())
        try:
            payload = tersegrad.inspect(message, elements)
        except tersegrad.MalformedInput as refused:
            found = (refused.offset, refused.reason)
            same = found[0] == wanted[0] and with_short_floats(found[1]) == with_short_floats(wanted[1])
            return "" if same else f"{name}: Java says {wanted}, Python {found}, of {message.hex()}"
        return f"{name}: Java says {wanted}, Python accepts {payload}, of {message.hex()}"
    bits = records.number("q")
    wanted_floats = [np.frombuffer(records.take(4 * elements), ">u4") for _ in range(2)]
    payload = tersegrad.inspect(message, elements)
    for (start, weight), wanted_bits in zip(((0, 1), _SUM), wanted_floats):
        target = np.full(elements, start, np.float32)
        payload.add_decoded_to(target, weight)
        different = np.flatnonzero(target.view(np.uint32) != wanted_bits)
        if different.size:
            return f"{name}: {different.size} of {elements} elements differ, the first is {different[0]}"
    if payload.bits != bits:
        return f"{name}: {payload.bits} bits, not {bits}"
    if outcome == 2 and payload.content.write() != payload.body:
        return f"{name}: written again, {payload} has other bytes"
    return ""


def answers() -> Iterator[tuple[str, bytes, np.ndarray]]:
    """Messages for Java, and what they decode to."""
    for name, length, message in _decodable():
        yield name, message, tersegrad.decode(message, length)
    steps = np.array([3, -127, 0, 1], np.int8)  # in a format that the Java tests register
    content = np.array([0.3], "<f4").tobytes() + steps.tobytes()
    yield "named", tersegrad.write_named(steps.size, "byte-steps", 1, content), np.float32(0.3) * steps


def _decodable() -> Iterator[tuple[str, int, bytes]]:
    random = np.random.default_rng(2026)
    for universe, indices in contents.index_sets(random, 300):
        values = random.standard_normal(indices.size)
        yield "an index set", universe, tersegrad.write_sparse(universe, indices, values, "fp16")
    for length in (0, 1, 319, 320, 512, 1000, 45_000):
        for name, message in contents.payloads(random, length):
            yield name, length, message


def write_answers(out: BinaryIO) -> None:
    """Writes messages and what they decode to."""
    for name, message, decoded in answers():
        head = struct.pack(">H", len(name)) + name.encode() + struct.pack(">ii", decoded.size, len(message))
        out.write(head + message + decoded.astype(">f4").tobytes())


def main(folder: Path) -> int:
    warnings.simplefilter("error")
    records = Records((folder / "java.bin").read_bytes())
    checked = 0
    wrong = []
    while records.more():
        complaint = check(records)
        checked += 1
        if complaint:
            wrong.append(complaint)
    with open(folder / "python.bin", "wb") as out:
        write_answers(out)
    print("\n".join(wrong[:_MOST_REPORTED] + [f"{checked} messages of Java, {len(wrong)} of them wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

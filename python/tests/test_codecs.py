"""The golden bytes of the codecs, and codes that no golden payload happens to use."""

from __future__ import annotations

import csv
import re
import unittest
from typing import Iterator

import numpy as np

from tersegrad.codecs import fixed_width, index_sets, random_words, rans, trits
from tersegrad.codecs.crc32c import crc32c
from tersegrad.codecs.direct_code import COMPLEMENT, NAMES, ROWS, RUNS, code_of
from tersegrad.codecs.direct_reader import DirectReader
from tersegrad.codecs.direct_set import DirectSet

from . import contents, golden


def _lines(prefix: str) -> Iterator[tuple[str, int, bytes]]:
    """What is in brackets after the name of a codec, the number of values, and the bytes."""
    text = (golden.CODECS / "codecs.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        match = re.fullmatch(prefix + r"\[(.*)\] x (\d+): (.*)", line)
        if match:
            yield match.group(1), int(match.group(2)), bytes.fromhex(match.group(3))


class CodecsTest(unittest.TestCase):
    def test_checksum_has_the_value_of_its_specification(self) -> None:
        self.assertEqual(0xE3069283, crc32c(b"123456789"))
        self.assertEqual(0x8A9136AA, crc32c(bytes(32)))  # RFC 3720, B.4
        self.assertEqual(0x46DD794E, crc32c(bytes(range(32))))

    def test_checksum_of_parts_is_that_of_the_whole(self) -> None:
        data = bytes(i * i % 251 for i in range(1001))
        for length in (4, 5, 7, 8, 63, 64, 65, 1001):
            register = 0xFFFFFFFF
            for byte in data[:length]:
                register ^= byte
                for _ in range(8):
                    register = register >> 1 ^ (0x82F63B78 if register & 1 else 0)
            self.assertEqual(register ^ 0xFFFFFFFF, crc32c(data[:4], data[4:length]))

    def test_fixed_width_fields(self) -> None:
        found = 0
        for name, count, data in _lines("FixedWidthCodec"):
            width = int(name.split("=")[1])
            self.assertEqual(len(data), fixed_width.byte_length(count, width))
            self.assertEqual(data, fixed_width.pack(fixed_width.unpack(data, 0, width, count), width))
            found += 1
        self.assertEqual(50, found)

    def test_fixed_width_bits_stand_where_the_ruler_says(self) -> None:
        for width in (1, 3, 9, 31, 32):
            fields = np.random.default_rng(width).integers(0, 1 << width, 1100)
            packed = fixed_width.pack(fields, width)
            for e in (0, 15, 16, 511, 512, 1023):
                group, slot, lane = e // 512, e % 512 // 16, e % 16
                for b in range(width):
                    word = 64 * width * group + 64 * ((slot * width + b) // 32) + 4 * lane
                    bit = (slot * width + b) % 32
                    self.assertEqual(int(fields[e]) >> b & 1, packed[word + bit // 8] >> bit % 8 & 1)

    def test_trits(self) -> None:
        found = 0
        for _, count, data in _lines("TritsCodec"):
            self.assertEqual(data, trits.pack(trits.unpack(data, 0, count)))
            found += 1
        self.assertEqual(5, found)

    def test_entropy_coded_symbols(self) -> None:
        found = 0
        for name, count, data in _lines("Rans"):
            alphabet = int(name.split("=")[1])
            if count:
                self.assertEqual(data, rans.write(rans.read(data, 0, len(data), alphabet, count), alphabet))
            else:
                self.assertEqual(b"", data)
            found += 1
        self.assertEqual(30, found)

    def test_index_sets(self) -> None:
        found = 0
        for name, count, data in _lines("IndexSet"):
            code = NAMES.index(name.split(",")[0])
            nested = code in (COMPLEMENT, RUNS, ROWS)
            universe = count + count // 3 if nested else count * int(name.split("=")[1]) + 1
            indices = index_sets.read(data, 0, len(data), count, universe)
            self.assertEqual(count, indices.size)
            if not nested:
                measured = DirectSet(indices, universe)
                if code in measured.codes():
                    self.assertEqual(data, measured.write_as(code), name)
                    found += 1
        self.assertEqual(31, found)

    def test_every_code_of_index_sets_is_written_and_read(self) -> None:
        used = set()
        for universe, indices in contents.index_sets(np.random.default_rng(5), 1000):
            data = index_sets.write(indices, universe, 64)
            used.add(code_of(data[0]))
            np.testing.assert_array_equal(indices, index_sets.read(data, 0, len(data), indices.size, universe))
        self.assertEqual(set(range(9)), used)

    def test_every_direct_code_reads_what_it_wrote(self) -> None:
        for universe, indices in contents.index_sets(np.random.default_rng(6), 100):
            measured = DirectSet(indices, universe)
            for code in measured.codes():
                data = measured.write_as(code)
                read = DirectReader(data, 0, len(data), indices.size, universe).read()
                np.testing.assert_array_equal(indices, read, NAMES[code])

    def test_random_words_and_forks(self) -> None:
        with open(golden.CODECS / "random-words.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                keys = random_words.seed_keys(int(row["seed"]) % (1 << 64))
                position = np.array([int(row["position"]) % (1 << 32)], np.uint32)
                self.assertEqual(int(row["word"], 16), random_words.words(keys, position)[0])
        with open(golden.CODECS / "random-forks.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                forked = random_words.fork(int(row["seed"]) % (1 << 64), int(row["index"]))
                self.assertEqual(int(row["forked"], 16), forked)


if __name__ == "__main__":
    unittest.main()

"""The adapter of ``tersegrad judge``: the example answers requests as the protocol says."""

from __future__ import annotations

import struct
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np

_EXAMPLE = Path(__file__).resolve().parents[1] / "examples/top_k.py"


class JudgeTest(unittest.TestCase):
    def setUp(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-B", str(_EXAMPLE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.addCleanup(self._process.communicate)
        self.assertEqual(b"TgJudge1", self._process.stdout.read(8))

    def _ask(self, what: int, content: bytes = b"") -> tuple[int, bytes]:
        request = struct.pack("<BII", what, 20, 10) + content
        self._process.stdin.write(struct.pack("<I", len(request)) + request)
        self._process.stdin.flush()
        length, status = struct.unpack("<IB", self._process.stdout.read(5))
        return status, self._process.stdout.read(length - 1)

    def _encode(self, gradient: np.ndarray) -> tuple[int, bytes]:
        return self._ask(3, struct.pack("<QIQI", 7, 0, 0, 0) + gradient.astype("<f4").tobytes())

    def test_description(self) -> None:
        lines = b"name=top-k\nbytes=16\nguarantee=contractive 0.01\nremembers=no\ncosts=yes\n"
        self.assertEqual((0, lines), self._ask(1))

    def test_costs(self) -> None:
        self._encode(np.linspace(-1, 0.5, 200))
        costs = dict(line.split("=") for line in self._ask(5)[1].decode().splitlines())
        self.assertEqual({"encode_nanos", "decode_nanos", "peak_bytes"}, set(costs))
        self.assertGreater(int(costs["encode_nanos"]), 0)
        self.assertEqual("0", costs["decode_nanos"])

    def test_the_largest_come_back(self) -> None:
        self.assertEqual((0, b""), self._ask(2, struct.pack("<QI", 7, 0)))
        gradient = np.linspace(-1, 0.5, 200)
        status, reply = self._encode(gradient)
        self.assertEqual((0, b"\0\0\0\0"), (status, reply[:4]))
        status, floats = self._ask(4, reply[4:])
        expected = np.where(np.arange(200) < 2, gradient, 0).astype("f4")
        np.testing.assert_array_equal(expected, np.frombuffer(floats, "<f4"))

    def test_what_is_wrong_is_rejected(self) -> None:
        self.assertEqual((1, b"element 3 is not finite"), self._encode(np.where(np.arange(200) == 3, np.nan, 1)))
        self.assertEqual((1, b"a message of 3 bytes, expected are 16"), self._ask(4, b"abc"))


if __name__ == "__main__":
    unittest.main()

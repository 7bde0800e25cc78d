"""The reasons for which rotated, block floats, lossless and cosine bodies are refused, as in Java: a change each."""

from __future__ import annotations

import struct
import unittest
from typing import Optional

import numpy as np

import tersegrad
from tersegrad import MalformedInput, floats
from tersegrad.codecs import index_sets, rans

from . import golden

_MAX = np.float32(floats.MAX_FLOAT)
_NAN = float("nan")


def _f32(*values: float) -> bytes:
    return np.array(values, "<f4").tobytes()


def _i32(*values: int) -> bytes:
    return b"".join(struct.pack("<I", value % (1 << 32)) for value in values)


def _above(value: np.float32) -> np.float32:
    return np.nextafter(value, np.float32(np.inf))


class BlockReasonsTest(unittest.TestCase):
    def _read(self, scheme: int, elements: int, body: bytes) -> tersegrad.Payload:
        message = struct.pack("<2sBBIII", b"Tg", 1, scheme, elements, 0, 0) + body
        return tersegrad.inspect(golden.mend(message), elements)

    def _rows(self, scheme: int, elements: int, *rows: "tuple[Optional[int], str, bytes]") -> None:
        """Bodies with the place and the reason of their refusal; without a place they are accepted."""
        for offset, reason, body in rows:
            with self.subTest(reason, body=body[:40].hex()):
                if offset is None:
                    self.assertTrue(np.isfinite(self._read(scheme, elements, body).decode()).all())
                    continue
                with self.assertRaises(MalformedInput) as caught:
                    self._read(scheme, elements, body)
                self.assertEqual((16 + offset, reason), (caught.exception.offset, caught.exception.reason))

    def test_reasons_of_padded_rotations(self) -> None:
        seed, factor = bytes([7] + [0] * 7), _above(_MAX / np.float32(16))
        self._rows(
            19,
            3,  # a block of 4
            (None, "", b"\1" + seed + _f32(1) + b"\x0f"),
            (13, "a body for 3 elements takes 14 bytes here, this has 13", b"\1" + seed + _f32(1)),
            (9, f"a factor of {floats.text(factor)} overflows in a block of 4", b"\1" + seed + _f32(factor) + b"\0"),
            (13, "padding bits that are not zero", b"\1" + seed + _f32(1) + b"\x10"),
        )

    def test_reasons_of_rotated_bodies(self) -> None:
        seed, largest = bytes([7] + [0] * 7), _MAX / np.float32(4)
        above = _above(largest)
        self._rows(
            14,
            3,  # blocks of 2 and 1
            (None, "", b"\1" + b"\xff" * 8 + _f32(0, largest) + b"\7"),
            (None, "", b"\4" + seed + _f32(_MAX / np.float32(8), 1) + b"\xff\x0f"),
            (8, "a body of 8 bytes; the fields before its data take 9", bytes(8)),
            (0, "levels of 0 bits, known are 1 to 4", b"\0" + seed + _f32(1, 1) + b"\0"),
            (0, "levels of 5 bits, known are 1 to 4", b"\5" + seed + _f32(1, 1) + b"\0\0"),
            (0, "levels of -1 bits, known are 1 to 4", b"\xff" + seed + _f32(1, 1) + b"\0"),
            (17, "a body for 3 elements takes 18 bytes here, this has 17", b"\1" + seed + _f32(1, 1)),
            (18, "a body for 3 elements takes 18 bytes here, this has 19", b"\1" + seed + _f32(1, 1) + b"\0\0"),
            (9, "the value NaN is not finite", b"\1" + seed + _f32(_NAN, 1) + b"\0"),
            (13, "the magnitude -0.0 is negative", b"\1" + seed + _f32(1, -0.0) + b"\0"),
            (
                13,
                f"a factor of {floats.text(above)} overflows in a block of 1",
                b"\1" + seed + _f32(1, above) + b"\0",
            ),
            (
                9,
                f"a factor of {floats.text(largest)} overflows in a block of 2",
                b"\1" + seed + _f32(largest, 1) + b"\0",
            ),
            (17, "padding bits that are not zero", b"\1" + seed + _f32(1, 1) + b"\x08"),
        )

    def test_reasons_of_block_floats(self) -> None:
        largest = _above(_MAX / np.float32(2600))
        with np.errstate(all="ignore"):
            while np.isinf(np.float32(6) * (np.float32(448) * largest)):
                largest = np.nextafter(largest, np.float32(0))
        above = _above(largest)
        self._rows(
            15,
            3,
            (None, "", bytes([0, 246, 0x7E, 0xFE, 0])),
            (None, "", bytes([1, 239, 0x7B, 0xFB, 0])),
            (None, "", bytes([4, 252, 0xFF, 0x0F])),
            (0, "a body of 0 bytes; the fields before its data take 1", b""),
            (0, "block format 7, known are 0 to 6", bytes([7, 0, 0, 0])),
            (0, "block format 255, known are 0 to 6", bytes([255, 0, 0, 0])),
            (3, "a body for 3 elements takes 4 bytes here, this has 3", bytes([4, 0, 0])),
            (5, "a body for 3 elements takes 5 bytes here, this has 6", bytes(6)),
            (1, "a scale of 247, the largest is 246", bytes([0, 247, 0, 0, 0])),
            (1, "a scale of 255, the largest is 252", bytes([4, 255, 0, 0])),
            (0, "element 0 is not finite", bytes([0, 0, 0x7F, 0, 0])),
            (0, "element 2 is not finite", bytes([1, 0, 0, 0, 0xFC])),
            (3, "padding bits that are not zero", bytes([4, 0, 0, 0x10])),
            (None, "", b"\6" + _f32(largest) + b"\x7e\xff\x0f"),
            (1, "the value NaN is not finite", b"\6" + _f32(_NAN) + bytes(3)),
            (1, "the magnitude -0.0 is negative", b"\6" + _f32(-0.0) + bytes(3)),
            (1, f"the largest element overflows, times {floats.text(above)}", b"\6" + _f32(above) + bytes(3)),
            (5, "a scale of 127, the largest is 126", b"\6" + _f32(1) + b"\x7f\0\0"),
            (5, "a scale of 129, the largest is 126", b"\6" + _f32(1) + b"\x81\0\0"),
        )

    def test_reasons_of_four_means(self) -> None:
        three, zeros = b"\3\0\0\0", _f32(0, 0, 0, 0)
        self._rows(
            26,
            3,
            (None, "", three + _f32(-_MAX, 0, 1, _MAX) + b"\x1b"),
            (None, "", b"\1\0\0\0" + _f32(1, 2, 3, 4) + _f32(1, 2, 3, 4) + zeros + b"\x3f"),
            (3, "a body of 3 bytes; the fields before its data take 4", b"\3\0\0"),
            (0, "rows of 0 elements, and there are 3", bytes(4) + zeros + b"\0"),
            (0, "rows of 2 elements, and there are 3", b"\2\0\0\0" + zeros + b"\0"),
            (0, "rows of 4294967293 elements, and there are 3", b"\xfd\xff\xff\xff" + zeros + b"\0"),
            (20, "a body for 3 elements takes 21 bytes here, this has 20", three + zeros),
            (12, "the value Infinity is not finite", three + _f32(0, 0, np.inf, 0) + b"\0"),
            (16, "the value -0.0 has to be 0.0", three + _f32(0, 0, 0, -0.0) + b"\0"),
            (20, "padding bits that are not zero", three + zeros + b"\x40"),
        )

    def test_reasons_of_affine_integers(self) -> None:
        eight, four, one = b"\x08\3\0\0\0", b"\4\3\0\0\0", _f32(0, 1)
        step = _MAX / np.float32(16)
        self._rows(
            18,
            3,
            (None, "", eight + _f32(-_MAX, _MAX / np.float32(128)) + b"\0\x80\xff"),
            (None, "", b"\4\2\0\0\0" + _f32(1, 0, -1, 0.5) + b"\xff\x0f"),
            (4, "a body of 4 bytes; the fields before its data take 5", b"\x08\3\0\0"),
            (0, "integers of 5 bits, known are 4 and 8", b"\5\3\0\0\0" + one + bytes(2)),
            (0, "integers of 255 bits, known are 4 and 8", b"\xff\3\0\0\0" + one + bytes(2)),
            (1, "blocks of 0 elements", b"\x08" + bytes(4) + one + bytes(3)),
            (1, "blocks of 4294967295 elements", b"\x08\xff\xff\xff\xff" + one + bytes(3)),
            (15, "a body for 3 elements takes 16 bytes here, this has 15", eight + one + bytes(2)),
            (16, "a body for 3 elements takes 16 bytes here, this has 17", eight + one + bytes(4)),
            (5, "the value NaN is not finite", eight + _f32(_NAN, 1) + bytes(3)),
            (5, "the minimum -0.0 has to be 0.0", eight + _f32(-0.0, 1) + bytes(3)),
            (9, "the magnitude -0.0 is negative", eight + _f32(1, -0.0) + bytes(3)),
            (9, f"a step of {floats.text(step)} overflows at 255 above -1.0", eight + _f32(-1, step) + bytes(3)),
            (14, "padding bits that are not zero", four + one + b"\0\x10"),
        )

    def test_reasons_of_lossless_bodies(self) -> None:
        coded = rans.write(np.array([127, 254, 0]), 255)
        length, rests = len(coded), bytes([1, 2, 3, 4, 5, 0x86, 0, 0, 0])
        good = b"\3" + _i32(length) + coded + rests
        known = "bytes of fraction and sign, known are 1 and 3"
        cut = "a section of 3 elements is cut off"
        self._rows(
            16,
            3,
            (None, "", good),
            (None, "", b"\3" + _i32(0) + bytes([127, 254, 0]) + rests),
            (None, "", b"\1" + _i32(0) + bytes([127, 254, 0, 1, 255, 0x80])),
            (0, "a body of 0 bytes; the fields before its data take 1", b""),
            (0, f"2 {known}", b"\2" + _i32(0) + bytes([1, 1, 1]) + bytes(6)),
            (0, f"-1 {known}", b"\xff" + _i32(0) + bytes([1, 1, 1])),
            (4, "the length of a section is cut off", bytes([3, 0, 0, 0])),
            (1, "a section of 4294967295 bytes is longer than the body", b"\3" + _i32(-1) + coded + rests),
            (13, cut, b"\3" + _i32(0) + bytes([1, 1, 1]) + bytes(5)),
            (5 + length + 8, cut, b"\3" + _i32(length) + coded + bytes(8)),
            (6, "an exponent of 255, which is not finite", b"\1" + _i32(0) + bytes([127, 255, 0, 0, 0, 0])),
            (14 + length, "bytes after the last section", good + b"\0"),
            (5 + length, "1 bytes after the last symbol", b"\3" + _i32(length + 1) + coded + b"\0" + rests),
        )
        whole = rans.write(np.zeros(40960, int), 255)
        section = b"\1" + _i32(len(whole)) + whole + bytes(40960)
        self._rows(16, 40960, (None, "", section))
        self._rows(
            16,
            40961,
            (len(section), "the length of a section is cut off", section),
            (None, "", section + _i32(0) + b"\5\0"),
        )
        self._rows(16, 0, (None, "", b"\3"))

    def test_reasons_of_cosine_bodies(self) -> None:
        indices = index_sets.write(np.array([1, 4]), 6)
        rest = indices + _f32(1, 2)
        at = 8 + len(indices)
        most = 2.0**126
        self._rows(
            17,
            6,
            (None, "", _i32(2, 2) + indices + _f32(1, -2)),
            (None, "", _i32(6, 2) + indices + _f32(most, -most)),
            (None, "", _i32(6, 2) + indices + _f32(2 * most, -most)),
            (7, "a body of 7 bytes; the fields before its data take 8", bytes(7)),
            (0, "6 elements in 0 columns", _i32(0, 2) + rest),
            (0, "6 elements in 65 columns", _i32(65, 2) + rest),
            (0, "6 elements in 4294967295 columns", _i32(-1, 2) + rest),
            (4, "7 of 6 coefficients", _i32(2, 7) + rest),
            (4, "9 of 8 coefficients", _i32(4, 9) + rest),
            (4, "4294967295 of 6 coefficients", _i32(2, -1) + rest),
            (15, "a body of 15 bytes; the fields before its data take 16", _i32(2, 2) + bytes(7)),
            (at + 4, "the value NaN is not finite", _i32(2, 2) + indices + _f32(1, _NAN)),
            (None, "", _i32(2, 2) + indices + _f32(_MAX, -_MAX)),
        )
        huge = _MAX / np.float32(1.4)
        self._rows(
            17,
            2,
            (None, "", _i32(2, 2) + b"\0\3" + _f32(_MAX / np.float32(1.5), _MAX / np.float32(1.5))),
            (10, "coefficients with elements that overflow", _i32(2, 2) + b"\0\3" + _f32(huge, huge)),
        )
        self._rows(17, 0, (None, "", _i32(1, 0) + index_sets.write(np.arange(0), 0)))


if __name__ == "__main__":
    unittest.main()

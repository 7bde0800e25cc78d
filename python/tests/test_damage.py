"""Damaged messages are refused or harmless, and cost no memory for what they only claim."""

from __future__ import annotations

import struct
import tracemalloc
import unittest
import warnings

import numpy as np

import tersegrad
from tersegrad import MalformedInput

from . import contents, golden

_MOST_ALLOCATED = 1 << 20
#: All but the named one, whose content is not decoded.
_SCHEMES = [*range(1, 13), *range(14, 20)]


def _small_messages() -> "list[tuple[str, bytes]]":
    return list(contents.payloads(np.random.default_rng(9), 40))


def _message(scheme: int, elements: int, body: bytes) -> bytes:
    return golden.mend(struct.pack("<2sBBIII", b"Tg", 1, scheme, elements, 0, 0) + body)


class DamageTest(unittest.TestCase):
    def setUp(self) -> None:
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error")

    def _refused(self, data: bytes, offset: int, reason: str, length: "int | None" = None) -> None:
        with self.assertRaises(MalformedInput) as caught:
            tersegrad.decode(data, length)
        self.assertEqual((offset, reason), (caught.exception.offset, caught.exception.reason))

    def test_every_truncation_is_refused(self) -> None:
        for name in golden.NAMES:
            data = golden.message(name)
            for length in range(len(data)):
                with self.assertRaises(MalformedInput, msg=f"{name} cut off after {length}"):
                    tersegrad.inspect(data[:length])

    def test_every_flipped_bit_is_refused(self) -> None:
        for name, data in _small_messages():
            for bit in range(8 * len(data)):
                damaged = bytearray(data)
                damaged[bit // 8] ^= 1 << bit % 8
                if bit != 3 * 8 + 7:  # the mark of an increment is covered by the checksum, too
                    with self.assertRaises(MalformedInput, msg=f"{name} with bit {bit} flipped"):
                        tersegrad.inspect(bytes(damaged), 40)

    def test_damage_with_a_right_checksum_is_refused_or_harmless(self) -> None:
        refused = accepted = 0
        random = np.random.default_rng(3)
        for name, data in _small_messages():
            for at in [3, *range(16, len(data))]:
                for value in (data[at] ^ 1 << int(random.integers(8)), 0, 255, int(random.integers(256))):
                    damaged = golden.mend(data[:at] + bytes([value]) + data[at + 1 :])
                    try:
                        payload = tersegrad.inspect(damaged, 40)
                        decoded = np.zeros(40, np.float32)
                        payload.add_decoded_to(decoded, 1)
                    except MalformedInput as e:
                        self.assertTrue(0 <= e.offset <= len(damaged) and e.reason, name)
                        refused += 1
                        continue
                    self.assertTrue(np.isfinite(decoded).all(), name)
                    self.assertEqual(damaged, payload.to_bytes())
                    accepted += 1
        self.assertGreater(refused, 1000)
        self.assertGreater(accepted, 1000)

    def test_truncation_with_a_right_checksum_is_refused(self) -> None:
        for name, data in _small_messages():
            if name != "random subset":  # there fewer values are another message
                for length in range(16, len(data)):
                    with self.assertRaises(MalformedInput, msg=f"{name} cut off after {length}"):
                        tersegrad.inspect(golden.mend(data[:length]), 40)

    def test_bytes_after_the_end_are_refused(self) -> None:
        data = tersegrad.write_dense([1, 2])
        self._refused(data + b"x", 24, "1 bytes after the payload")
        frame = tersegrad.Frame([data]).to_bytes()
        with self.assertRaises(MalformedInput):
            tersegrad.Frame.read(frame + b"x", [2])

    def test_place_and_reason_are_those_of_java(self) -> None:
        two = tersegrad.write_dense([1, 2])
        self._refused(two[:15], 15, "the header takes 16 bytes and only 15 are there")
        self._refused(b"tg" + two[2:], 0, "a payload begins with the letters Tg")
        self._refused(two[:2] + b"\x11" + two[3:], 2, "version 17, known is 1")
        self._refused(two[:3] + b"\x63" + two[4:], 3, "format 99 is not known")
        self._refused(two, 4, "2 elements, expected are 3", 3)
        self._refused(two[:7] + b"\x80" + two[8:], 4, "2147483650 elements, a tensor has at most 2147418112")
        self._refused(two[:8] + b"\x09" + two[9:], 24, "the body takes 9 bytes and only 8 are there")
        self._refused(two[:12] + b"xxxx" + two[16:], 12, "the checksum is not that of the bytes")
        self._refused(_message(1, 2, two[16:23]), 23, "a body for 2 elements takes 8 bytes here, this has 7")
        self._refused(_message(1, 1, b"\0\0\xc0\x7f"), 16, "the value NaN is not finite")
        self._refused(_message(5, 3, bytes(11) + b"\x80"), 24, "the magnitude -0.0 is negative")
        self._refused(_message(8, 2, bytes(4) + b"\x04"), 20, "the bits after the last sign are not zero")
        named = tersegrad.write_named(2, "mine", 3, b"abc")
        self._refused(named, 17, "the body format mine, version 3, is not known here; none is")

    def test_a_claim_of_many_elements_costs_nothing(self) -> None:
        most = (1 << 31) - (1 << 16)
        huge = struct.pack("<I", (1 << 31) - 1)
        claims = [_message(scheme, most, body) for scheme in _SCHEMES for body in (b"", bytes(64), huge * 16)]
        claims.append(_message(4, most, b"\0" + struct.pack("<I", most) + bytes(99)))
        claims.append(_message(6, most, struct.pack("<fI", 1, 800) + bytes([6]) + bytes(100)))
        claims.append(_message(7, most, struct.pack("<BHIf", 1, 1, most, 1) + struct.pack("<I", 5) + bytes(5)))
        claims.append(_message(14, most, struct.pack("<BQf", 1, 7, 1) + bytes(99)))
        claims.append(_message(19, most, struct.pack("<BQf", 1, 7, 1) + bytes(99)))
        claims.append(_message(15, most, bytes([4]) + bytes(99)))
        claims.append(_message(16, most, struct.pack("<BI", 1, 50) + bytes(99)))
        claims.append(_message(17, most, struct.pack("<II", 64, most) + bytes(99)))
        claims.append(golden.mend(struct.pack("<2sHIII", b"Tf", 1, (1 << 32) - 1, 0, 0) + bytes([1, 0, 0])))
        tersegrad.inspect(tersegrad.write_dense(np.zeros(100)))  # makes the tables of the checksum
        refused = 0
        for claim in claims:
            tracemalloc.start()
            try:
                tersegrad.inspect(claim) if claim[:2] == b"Tg" else tersegrad.Frame.read(claim)
            except MalformedInput:
                refused += 1
            finally:
                allocated = tracemalloc.get_traced_memory()[1]
                tracemalloc.stop()
            self.assertLess(allocated, _MOST_ALLOCATED)
        self.assertEqual(len(claims) - 1, refused)  # thirteen of all elements, chosen by a seed, are a message

    def test_a_refused_payload_leaves_the_target_as_it_was(self) -> None:
        chunks = [tersegrad.write_dense([1, 2]), tersegrad.write_named(2, "mine", 1, b"")]
        target = np.ones(4, np.float32)
        with self.assertRaises(MalformedInput):
            tersegrad.add_to(tersegrad.write_chunks(4, 2, chunks), target, 1)
        np.testing.assert_array_equal(np.ones(4), target)

    def test_numpy_never_warns(self) -> None:
        messages = [data for _, data in contents.payloads(np.random.default_rng(4), 100)]
        huge, tiny = np.full(100, 3e38, np.float32), np.full(100, 2.0**-149, np.float32)
        with np.errstate(all="raise"):
            for data in messages:
                tersegrad.add_to(data, huge.copy(), 3e38)
                tersegrad.add_to(data, tiny.copy(), 1e-45)
            tersegrad.write_fp16([1e30, 1e-30])
            tersegrad.write_sparse(3, [1], [3.4e38], "int8")
            tersegrad.write_sparse(3, [1], [1e-45], "int8")


if __name__ == "__main__":
    unittest.main()

"""Frames: many payloads in one message."""

from __future__ import annotations

import struct
import unittest

import numpy as np

import tersegrad
from tersegrad import Frame, MalformedInput

from . import contents, golden


def _frame(payloads: int, rest: bytes) -> bytes:
    return golden.mend(struct.pack("<2sHIII", b"Tf", 1, payloads, 0, 0) + rest)


class FrameTest(unittest.TestCase):
    def _refused(self, offset: int, reason: str, data: bytes, *lengths: int) -> None:
        with self.assertRaises(MalformedInput) as caught:
            Frame.read(data, lengths)
        self.assertEqual((offset, reason), (caught.exception.offset, caught.exception.reason))

    def test_payloads_come_back(self) -> None:
        messages = [data for _, data in contents.payloads(np.random.default_rng(1), 300)]
        messages.append(tersegrad.as_increment(messages[0]))
        frame = Frame(messages).to_bytes()
        read = Frame.read(frame, [300] * len(messages))
        self.assertEqual(messages, [payload.to_bytes() for payload in read])
        self.assertEqual(frame, Frame(read).to_bytes())
        self.assertEqual(len(messages), len(Frame.read(frame)))
        self.assertTrue(read[-1].increment)
        np.testing.assert_array_equal(tersegrad.decode(messages[3]), read[3].decode())
        self.assertLess(len(frame), sum(map(len, messages)))

    def test_bytes_are_as_drawn(self) -> None:
        frame = Frame([tersegrad.write_dense([1]), tersegrad.write_dense(np.zeros(200))]).to_bytes()
        self.assertEqual(bytes([1, 1, 4, 0, 0, 0x80, 0x3F, 1, 0xC8, 1, 0xA0, 6]), frame[16:28])
        self.assertEqual(struct.pack("<2sHII", b"Tf", 1, 2, 812), frame[:12])

    def test_no_payloads(self) -> None:
        frame = Frame([]).to_bytes()
        self.assertEqual(16, len(frame))
        self.assertEqual(0, len(Frame.read(frame, [])))

    def test_every_truncation_and_every_flipped_byte_is_refused(self) -> None:
        frame = Frame([tersegrad.write_signs([True] * 9, 1), tersegrad.write_dense([1, 2])]).to_bytes()
        for at in range(len(frame)):
            with self.assertRaises(MalformedInput):
                Frame.read(frame[:at], [9, 2])
            with self.assertRaises(MalformedInput):
                Frame.read(frame[:at] + bytes([frame[at] ^ 0x55]) + frame[at + 1 :], [9, 2])

    def test_place_and_reason_are_those_of_java(self) -> None:
        rest = bytes([1, 1, 4]) + struct.pack("<f", 1) + bytes([0x81, 0, 0])
        frame = _frame(2, rest)
        Frame.read(frame, [1, 0])
        self._refused(15, "the header takes 16 bytes and only 15 are there", frame[:15], 1, 0)
        self._refused(0, "a frame begins with the letters Tf", b"Tg" + frame[2:], 1, 0)
        self._refused(2, "version 257, known is 1", frame[:3] + b"\1" + frame[4:], 1, 0)
        self._refused(25, "what follows the header takes 10 bytes and only 9 are there", frame[:-1], 1, 0)
        self._refused(12, "the checksum is not that of the bytes", frame[:12] + bytes(4) + frame[16:], 1, 0)
        self._refused(4, "2 payloads, expected are 3", frame, 1, 0, 0)
        self._refused(26, "3 payloads announced, only 2 are there", _frame(3, rest), 1, 0, 0)
        self._refused(23, "bytes after the last payload", _frame(1, rest), 1)
        self._refused(17, "1 elements, expected are 2", frame, 2, 0)
        self._refused(16, "format 99 is not known", _frame(1, bytes([99]) + rest[1:7]), 1)
        self._refused(26, "a body of 1 bytes is cut off", _frame(2, rest[:-1] + b"\1"), 1, 0)
        number = "not a number in as few bytes as it needs"
        self._refused(17, number, _frame(1, bytes([1, 0x80, 0, 0])), 0)
        self._refused(17, number, _frame(1, bytes([1, 0x80, 0x80, 0x80, 0x80, 8, 0])), 0)
        self._refused(18, number, _frame(1, bytes([1, 1])), 1)

    def test_a_stream_is_cut_into_messages_by_their_headers(self) -> None:
        payload = tersegrad.write_dense([1, 2, 3])
        frame = Frame([payload]).to_bytes()
        stream = payload + frame
        first = tersegrad.message_bytes(stream[:16], 100)
        self.assertEqual(payload, stream[:first])
        self.assertEqual(len(frame), tersegrad.message_bytes(stream[first : first + 16], 100))
        with self.assertRaises(MalformedInput) as caught:
            tersegrad.message_bytes(stream[:16], 27)
        self.assertEqual("12 bytes; here is room for 11", caught.exception.reason)
        with self.assertRaises(MalformedInput):
            tersegrad.message_bytes(b"GET / HTTP/1.1\r\n", 100)


if __name__ == "__main__":
    unittest.main()

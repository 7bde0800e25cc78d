"""Writers: what they make decodes to what was given, and what cannot be written is refused."""

from __future__ import annotations

import unittest
from typing import Callable

import numpy as np

import tersegrad

from . import contents


class WritersTest(unittest.TestCase):
    def _refused(self, reason: str, write: Callable[[], object]) -> None:
        with self.assertRaises(ValueError) as caught:
            write()
        self.assertIn(reason, str(caught.exception))

    def test_what_is_written_is_read_and_written_again(self) -> None:
        for length in (0, 1, 5, 320, 513):
            for name, data in contents.payloads(np.random.default_rng(length), length):
                with self.subTest(name, length=length):
                    payload = tersegrad.inspect(data, length)
                    self.assertEqual(payload.body, payload.content.write())
                    self.assertIn(str(length), str(payload))

    def test_values_come_back(self) -> None:
        values = [1.5, -2, 0, 4]
        for write in (tersegrad.write_dense, tersegrad.write_fp16, tersegrad.write_bf16):
            self.assertEqual(values, tersegrad.decode(write(values)).tolist())
        self.assertEqual([-8, 0, 0.25], tersegrad.decode(tersegrad.write_natural([-8, 0, 0.25])).tolist())
        sparse = tersegrad.write_sparse(6, [1, 4], [3, -5])
        self.assertEqual([0, 3, 0, 0, -5, 0], tersegrad.decode(sparse).tolist())
        signs = tersegrad.write_sparse_signs(4, [0, 3], [True, False], 2)
        self.assertEqual([-2, 0, 0, 2], tersegrad.decode(signs).tolist())
        levels = tersegrad.write_levels([1, -3, 2, 0, 3], [0.5, 2, 4], 3, bucket=2)
        self.assertEqual([0.5, -1.5, 4, 0, 12], tersegrad.decode(levels).tolist())
        self.assertEqual([0.5, -0.5], tersegrad.decode(tersegrad.write_signs([False, True], 0.5)).tolist())
        self.assertEqual([3, -1], tersegrad.decode(tersegrad.write_two_means([False, True], 3, -1)).tolist())
        product = tersegrad.write_low_rank([[1, 2, 3], [0, 1, 0]], [[1, -1], [5, 5]])
        self.assertEqual([1, -1, 7, 3, 3, -3], tersegrad.decode(product).tolist())
        chunks = tersegrad.write_chunks(3, 2, [tersegrad.write_dense([1, 2]), tersegrad.write_signs([True], 4)])
        self.assertEqual([1, 2, -4], tersegrad.decode(chunks).tolist())

    def test_random_subset_says_which_elements_it_chose(self) -> None:
        content = tersegrad.inspect(tersegrad.write_random_subset(50, -7, 2, [1, 2, 3])).content
        decoded = tersegrad.decode(tersegrad.write_random_subset(50, -7, 2, [1, 2, 3]))
        self.assertEqual([2, 4, 6], decoded[content.indices()].tolist())
        self.assertEqual(3, np.count_nonzero(decoded))

    def test_rounding_of_halves_saturates(self) -> None:
        decoded = tersegrad.decode(tersegrad.write_fp16([65519, 65520, -1e9, 2.0**-25, 1.5 * 2.0**-24]))
        self.assertEqual([65504, 65504, -65504, 0, 2 * 2.0**-24], decoded.tolist())
        largest = float(np.finfo(np.float32).max)
        self.assertEqual([0x7F7F << 16], tersegrad.decode(tersegrad.write_bf16([largest])).view(np.uint32).tolist())

    def test_named_bodies_are_told_apart(self) -> None:
        payload = tersegrad.inspect(tersegrad.write_named(5, "byte-steps", 1, b"\1\2\3"), 5)
        content = payload.content
        self.assertEqual(("byte-steps", 1, b"\1\2\3"), (content.name, content.version, content.content))
        expected = "5 elements in 31 bytes, 49.600 bits each: 3 bytes in the body format byte-steps, version 1"
        self.assertEqual(expected, str(payload))

    def test_increments_go_to_a_mirror_and_gradients_do_not(self) -> None:
        gradient = tersegrad.write_dense([1, 2])
        increment = tersegrad.as_increment(gradient)
        self._refused("add it to a Mirror", lambda: tersegrad.decode(increment))
        mirror = tersegrad.Mirror(2)
        mirror.add(increment)
        mirror.add(increment, 0.5)
        self.assertEqual([1.5, 3], mirror.estimate.tolist())
        self._refused("read it with add_to", lambda: mirror.add(gradient))
        largest = tersegrad.as_increment(tersegrad.write_dense([3e38, -3e38]))
        mirror.add(largest)
        mirror.add(largest)
        self.assertTrue(np.isfinite(mirror.estimate).all())

    def test_a_mirror_reads_ahead_of_its_estimate(self) -> None:
        mirror = tersegrad.Mirror(1, lam=0.25, nu=0.5)
        for increment, step in ((16, 8), (12, 10)):
            mirror.add(tersegrad.as_increment(tersegrad.write_dense([increment])))
            self.assertEqual([step], mirror.estimate.tolist())
            mirror.end_step()
        self.assertEqual([7], mirror.estimate.tolist())

    def test_targets_are_checked(self) -> None:
        data = tersegrad.write_dense([1, 2])
        for target in (np.zeros(2), np.zeros(4, np.float32)[::2], [0, 0]):
            self._refused("contiguous NumPy array of float32", lambda: tersegrad.add_to(data, target, 1))
        three = np.zeros(3, np.float32)
        self._refused("of 2 elements cannot be added to 3", lambda: tersegrad.inspect(data).add_to(three, 1))

    def test_what_cannot_be_written_is_refused(self) -> None:
        write = tersegrad
        self._refused("element 1 is NaN", lambda: write.write_dense([1, float("nan")]))
        self._refused("element 0 is Infinity", lambda: write.write_fp16([1e39]))
        self._refused("index 5 is not below the universe of 5", lambda: write.write_sparse(5, [5], [1]))
        self._refused("index 2 at position 1 follows 2", lambda: write.write_sparse(5, [2, 2], [1, 1]))
        self._refused("index -1 at position 0 follows nothing", lambda: write.write_sparse(5, [-1, 2], [1, 1]))
        self._refused("an index is an integer", lambda: write.write_sparse(5, [0.5], [1]))
        self._refused("2 indices, but 1 values", lambda: write.write_sparse(5, [1, 2], [1]))
        self._refused("not as 'fp8'", lambda: write.write_sparse(5, [1], [1], "fp8"))
        self._refused("signs are booleans", lambda: write.write_signs([1.0], 1))
        self._refused("is -1.0, which is negative", lambda: write.write_signs([True], -1))
        self._refused("level 4 at element 1 is not from -3 to 3", lambda: write.write_levels([1, 4], [1], 3))
        self._refused("have 2 steps, these are 1", lambda: write.write_levels([1, 2, 3], [1], 3, bucket=2))
        self._refused("3 steps are finite", lambda: write.write_levels([1], [3e38], 3))
        self._refused("1 to 127, this is 128", lambda: write.write_levels([1], [1], 128, code="entropy"))
        self._refused("neither 0 nor a power of two", lambda: write.write_natural([3]))
        self._refused("overflows times 2.0", lambda: write.write_random_subset(2, 1, 2, [3e38]))
        self._refused("the rank is 1 to 1, this is 2", lambda: write.write_low_rank([[1], [2]], [[1, 2], [3, 4]]))
        self._refused("larger than 2^127", lambda: write.write_low_rank([[1e20]], [[1e20]]))
        self._refused("have the lengths [2, 1], not [2]", lambda: write.write_chunks(3, 2, [write.write_dense([1, 2])]))
        self._refused("lower-case letters", lambda: write.write_named(1, "Mine", 1, b""))


if __name__ == "__main__":
    unittest.main()

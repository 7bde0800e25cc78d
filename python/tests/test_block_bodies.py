"""What rotated, block floats, lossless and cosine bodies decode to, and what their writers refuse."""

from __future__ import annotations

import unittest

import numpy as np

import tersegrad
from tersegrad.bodies import cosine_transform, small_floats
from tersegrad.codecs.crc32c import crc32c


class BlockBodiesTest(unittest.TestCase):
    def test_small_floats_stand_for_what_the_page_says(self) -> None:
        self.assertEqual([0, 0.5, 1, 1.5, 2, 3, 4, 6], small_floats.E2M1.values()[:8].tolist())
        self.assertEqual([0, -0.25, -0.5, -1, -2, -4, -8, -16], small_floats.E3M0.values()[8:].tolist())
        largest = {"E4M3": 448, "E5M2": 57344, "E2M3": 7.5, "E3M2": 28}
        for form in (small_floats.E4M3, small_floats.E5M2, small_floats.E2M3, small_floats.E3M2):
            self.assertEqual(largest[form.name], form.values().max())
            self.assertEqual(largest[form.name], form.values()[form.largest_field])
        halves = np.arange(0x7C, dtype=np.uint16) << np.uint16(8)  # E5M2 is the upper half of binary16
        np.testing.assert_array_equal(halves.view(np.float16), small_floats.E5M2.values()[:0x7C])

    def test_block_floats_are_multiplied_by_the_scale_of_their_block(self) -> None:
        data = tersegrad.write_block_floats([2] * 33, [128, 125], "mxfp4-e2m1")
        self.assertEqual([2] * 32 + [0.25], tersegrad.decode(data).tolist())
        data = tersegrad.write_block_floats([2] * 16 + [15], [0x38, 0x40], "nvfp4", 0.5)  # E4M3: 1 and 2
        self.assertEqual([0.5] * 16 + [-6], tersegrad.decode(data).tolist())

    def test_integers_stand_above_the_minimum_of_their_block(self) -> None:
        data = tersegrad.write_affine([0, 15, 1], [-1, 2], [0.5, 4], 4, 2)
        self.assertEqual([-1, 6.5, 6], tersegrad.decode(data).tolist())

    def test_rotation_keeps_the_norm_of_each_block(self) -> None:
        random = np.random.default_rng(8)
        sizes = [4096, 512, 8, 1]
        factors = np.array([1.5, 0.25, 3, 2], np.float32)
        decoded = tersegrad.decode(tersegrad.write_rotated(random.integers(0, 2, sum(sizes)), factors, 1, 5))
        at = 0
        for size, factor in zip(sizes, factors):
            block = decoded[at : at + size].astype(np.float64)
            # Each level of one bit has the same magnitude, and the Hadamard matrix is orthogonal.
            expected = float(factor) * size * 836643 * 2.0**-20
            self.assertAlmostEqual(1, np.linalg.norm(block) / expected, places=5)
            at += size

    def test_a_padded_rotation_keeps_what_the_tensor_fills(self) -> None:
        random = np.random.default_rng(8)
        levels, factors = random.integers(0, 16, 4096 + 512 + 128), [1.5, 0.25, 3]
        longer = tersegrad.decode(tersegrad.write_padded_rotation(4096 + 640, levels, factors, 4, 5))
        shorter = tersegrad.decode(tersegrad.write_padded_rotation(4096 + 600, levels, factors, 4, 5))
        np.testing.assert_array_equal(longer[: 4096 + 600], shorter)
        same = tersegrad.decode(tersegrad.write_rotated(levels, factors, 4, 5))
        np.testing.assert_array_equal(longer, same)

    def test_another_seed_turns_signs_of_a_rotation_and_nothing_else(self) -> None:
        levels = np.random.default_rng(8).integers(0, 16, 600)
        one, other = (tersegrad.decode(tersegrad.write_rotated(levels, [1] * 4, 4, seed)) for seed in (1, -1))
        np.testing.assert_array_equal(np.abs(one), np.abs(other))
        self.assertTrue(200 < np.count_nonzero(one != other) < 400)

    def test_lossless_keeps_the_bits_of_floats(self) -> None:
        bits = np.random.default_rng(8).integers(0, 1 << 32, 50_000, np.uint32)
        values = bits.view(np.float32)[np.isfinite(bits.view(np.float32))]
        content = tersegrad.inspect(tersegrad.write_lossless(values)).content
        np.testing.assert_array_equal(values.view(np.uint32), content.values.view(np.uint32))
        rounded = tersegrad.inspect(tersegrad.write_bf16(values)).content.values
        content = tersegrad.inspect(tersegrad.write_lossless(values, "bf16")).content
        np.testing.assert_array_equal(rounded.view(np.uint32), content.values.view(np.uint32))

    def test_cosine_tables_have_the_bits_of_java(self) -> None:
        tables = b"".join(cosine_transform.table(n).astype("<f4").tobytes() for n in range(1, 65))
        self.assertEqual(0x67AC9DDE, crc32c(tables))  # of the columns that CosineTransform makes of unit vectors

    def test_cosine_is_the_inverse_transform_of_each_chunk(self) -> None:
        random = np.random.default_rng(8)
        rows, columns = 70, 130
        matrix = random.standard_normal((rows, columns))
        coefficients = []
        for top in range(0, rows, 64):
            for left in range(0, columns, 64):
                chunk = matrix[top : top + 64, left : left + 64]
                down, across = (cosine_transform.table(n).astype(np.float64) for n in chunk.shape)
                coefficients.append((down @ chunk @ across.T).reshape(-1))
        given = np.concatenate(coefficients)
        decoded = tersegrad.decode(tersegrad.write_cosine(matrix.size, columns, np.arange(matrix.size), given))
        np.testing.assert_allclose(matrix.reshape(-1), decoded, atol=1e-5)

    def test_cosine_leaves_places_after_the_last_element_empty(self) -> None:
        decoded = tersegrad.decode(tersegrad.write_cosine(5, 4, [0], [8]))  # a constant matrix of 2 x 4
        np.testing.assert_allclose(np.full(5, 8 / 8**0.5), decoded, rtol=1e-6)

    def test_huge_cosine_coefficients_decode_where_elements_are_finite(self) -> None:
        decoded = tersegrad.decode(tersegrad.write_cosine(4, 2, [0, 1, 2, 3], [3e38, 0, 0, 3e38]))
        np.testing.assert_allclose([3e38, 0, 0, 3e38], decoded, rtol=1e-6, atol=1e32)

    def test_what_cannot_be_written_is_refused(self) -> None:
        refusals = [
            ("bits of a level is 1 to 4, this is 5", lambda: tersegrad.write_rotated([1], [1], 5, 0)),
            ("level 4 at position 1 is not from 0 to 3", lambda: tersegrad.write_rotated([1, 4], [1], 2, 0)),
            ("3 elements have 2 blocks", lambda: tersegrad.write_rotated([1, 1, 1], [1], 2, 0)),
            ("3 elements have 4 levels, these are 3", lambda: tersegrad.write_padded_rotation(3, [1] * 3, [1], 2, 0)),
            ("overflows in a block of 1", lambda: tersegrad.write_rotated([1], [1e38], 2, 0)),
            ("factor -1.0 of block 0 is negative", lambda: tersegrad.write_rotated([1], [-1], 2, 0)),
            ("not as 'mxfp5'", lambda: tersegrad.write_block_floats([1], [1], "mxfp5")),
            ("field 16 at position 0", lambda: tersegrad.write_block_floats([16], [1], "mxfp4-e2m1")),
            ("not that of a finite E4M3", lambda: tersegrad.write_block_floats([0xFF], [1], "mxfp8-e4m3")),
            ("scale 247 at position 0", lambda: tersegrad.write_block_floats([1], [247], "mxfp8-e4m3")),
            ("have 2 scales, these are 1", lambda: tersegrad.write_block_floats([1] * 17, [1], "nvfp4")),
            ("overflows, times 1.0E36", lambda: tersegrad.write_block_floats([1], [1], "nvfp4", 1e36)),
            ("no scale of the tensor", lambda: tersegrad.write_block_floats([1], [1], "mxfp4-e2m1", 2)),
            ("4 or 8 bits, not 5", lambda: tersegrad.write_affine([1], [1], [1], 5, 1)),
            ("integer 16 at position 0", lambda: tersegrad.write_affine([16], [1], [1], 4, 1)),
            ("have 2 minima and steps, these are 1 and 2", lambda: tersegrad.write_affine([1] * 3, [1], [1, 1], 8, 2)),
            ("step -1.0 of block 0 is negative", lambda: tersegrad.write_affine([1], [1], [-1], 8, 1)),
            ("step 1.0E38 of block 0 is negative or overflows", lambda: tersegrad.write_affine([1], [1], [1e38], 8, 1)),
            ("the number of workers is 1 to 1024", lambda: tersegrad.write_dithered(b"", 0, 0, 1025)),
            ("a rank is 0 to 1, this is 2", lambda: tersegrad.write_dithered(b"", 0, 2, 2)),
            ("not for 1 elements", lambda: tersegrad.write_dithered(tersegrad.write_dense([1]), 0)),
            ("not as 'fp16'", lambda: tersegrad.write_lossless([1], "fp16")),
            ("element 0 is NaN", lambda: tersegrad.write_lossless([float("nan")])),
            ("these are 65", lambda: tersegrad.write_cosine(6, 65, [1], [1])),
            ("index 8 is not below the universe of 8", lambda: tersegrad.write_cosine(6, 4, [8], [1])),
            ("2 indices, but 1 coefficients", lambda: tersegrad.write_cosine(6, 4, [1, 2], [1])),
            ("elements that overflow", lambda: tersegrad.write_cosine(2, 2, [0, 1], [3e38, 3e38])),
        ]
        for reason, write in refusals:
            with self.assertRaises(ValueError) as caught:
                write()
            self.assertIn(reason, str(caught.exception))


if __name__ == "__main__":
    unittest.main()

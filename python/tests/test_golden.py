"""Every golden file decodes to its floats, and what it holds is written again to its bytes."""

from __future__ import annotations

import unittest

import numpy as np

import tersegrad
from tersegrad import bodies
from tersegrad.bodies import body

from . import golden


def _decoded(data: bytes) -> np.ndarray:
    payload = tersegrad.inspect(data)
    if not payload.increment:
        return tersegrad.decode(data)
    mirror = tersegrad.Mirror(payload.length)
    mirror.add(data)
    return mirror.estimate


def _written(payload: tersegrad.Payload) -> bytes:
    """Gives the content of a payload to the writer that a caller would use."""
    content = payload.content
    if isinstance(content, bodies.Dense):
        return tersegrad.write_dense(content.values)
    if isinstance(content, bodies.Fp16):
        return tersegrad.write_fp16(content.values)
    if isinstance(content, bodies.Bf16):
        return tersegrad.write_bf16(content.values)
    if isinstance(content, bodies.SparseChunks):
        return tersegrad.Payload.of(payload.length, content).to_bytes()
    if isinstance(content, bodies.Sparse):
        values = content.values
        if values.kind.startswith("bits"):
            return tersegrad.Payload.of(payload.length, content).to_bytes()
        return tersegrad.write_sparse(payload.length, content.indices, values.floats, values.kind)
    if isinstance(content, bodies.RandomSubset):
        return tersegrad.write_random_subset(payload.length, content.seed, content.factor, content.values)
    if isinstance(content, bodies.SparseSigns):
        return tersegrad.write_sparse_signs(payload.length, content.indices, content.negative, content.magnitude)
    if isinstance(content, bodies.Levels):
        return tersegrad.write_levels(content.levels, content.steps, content.most, content.bucket, content.code)
    if isinstance(content, bodies.Signs):
        return tersegrad.write_signs(content.negative, content.magnitude)
    if isinstance(content, bodies.TwoMeans):
        return tersegrad.write_two_means(content.negative, content.where_positive, content.where_negative)
    if isinstance(content, bodies.Natural):
        return tersegrad.write_natural(content.values)
    if isinstance(content, bodies.LowRank):
        return tersegrad.write_low_rank(content.left, content.right)
    if isinstance(content, bodies.PaddedRotation):
        return tersegrad.write_padded_rotation(
            payload.length, content.fields, content.factors, content.bits, content.seed
        )
    if isinstance(content, bodies.Rotated):
        return tersegrad.write_rotated(content.fields, content.factors, content.bits, content.seed)
    if isinstance(content, bodies.BlockFloats):
        return tersegrad.write_block_floats(content.fields, content.scales, content.format.name, content.tensor_scale)
    if isinstance(content, bodies.Affine):
        return tersegrad.write_affine(content.fields, content.minima, content.steps, content.bits, content.block)
    if isinstance(content, (bodies.EntropyLevels, bodies.ErrorBounded, bodies.FourMeans, bodies.RotatedLevels)):
        return tersegrad.Payload.of(payload.length, content).to_bytes()
    if isinstance(content, bodies.Dithered):
        levels = _written(tersegrad.Payload.of(payload.length, content.levels))
        return tersegrad.write_dithered(levels, content.seed, content.rank, content.size)
    if isinstance(content, bodies.Lossless):
        return tersegrad.write_lossless(content.values, content.kind)
    if isinstance(content, bodies.Cosine):
        return tersegrad.write_cosine(payload.length, content.columns, content.indices, content.coefficients)
    if isinstance(content, bodies.Chunks):
        chunks = [tersegrad.Payload.of(body.length, body) for body in content.bodies]  # all are sparse
        return tersegrad.write_chunks(payload.length, content.chunk, [_written(chunk) for chunk in chunks])
    raise AssertionError(f"no writer for {payload}")


class GoldenTest(unittest.TestCase):
    def test_there_is_a_file_for_every_scheme_but_the_named_one(self) -> None:
        schemes = {golden.message(name)[3] & 0x7F for name in golden.NAMES}
        self.assertEqual(set(body.numbers()) - {13}, schemes)

    def test_decodes_to_its_floats(self) -> None:
        for name in golden.NAMES:
            with self.subTest(name):
                decoded = _decoded(golden.message(name))
                np.testing.assert_array_equal(golden.decoded_bits(name), decoded.view(np.uint32))

    def test_content_is_written_to_its_bytes(self) -> None:
        for name in golden.NAMES:
            if name != golden.OLD:
                with self.subTest(name):
                    payload = tersegrad.inspect(golden.message(name))
                    written = _written(payload)
                    if payload.increment:
                        written = tersegrad.as_increment(written)
                    self.assertEqual(golden.message(name), written)

    def test_a_payload_that_was_read_keeps_its_bytes(self) -> None:
        for name in golden.NAMES:
            with self.subTest(name):
                self.assertEqual(golden.message(name), tersegrad.inspect(golden.message(name)).to_bytes())

    def test_add_to_rounds_each_product_and_each_sum(self) -> None:
        for name in golden.NAMES:
            payload = tersegrad.inspect(golden.message(name))
            if isinstance(payload.content, bodies.LowRank):
                continue  # there the weight is multiplied with a factor, not with an element
            with self.subTest(name):
                target = np.linspace(-1, 1, payload.length, dtype=np.float32)
                weight = np.float32(1 / 3)
                expected = target + weight * golden.decoded_bits(name).view(np.float32)
                payload.add_decoded_to(target, 1 / 3)
                np.testing.assert_array_equal(expected, target)

    def test_low_rank_multiplies_the_weight_with_the_left_factor(self) -> None:
        data = golden.message("low-rank-two")
        content = tersegrad.inspect(data).content
        expected = np.zeros((12, 50), np.float32)
        for left, right in zip(content.left, content.right):
            expected += (np.float32(0.3) * left)[:, None] * right
        target = np.zeros((12, 50), np.float32)
        tersegrad.add_to(data, target, 0.3)
        np.testing.assert_array_equal(expected, target)


if __name__ == "__main__":
    unittest.main()

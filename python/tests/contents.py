"""Random contents of every body, and the payloads that are written of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

import numpy as np

import tersegrad
from tersegrad.bodies import (
    Body,
    EntropyLevels,
    ErrorBounded,
    FourMeans,
    RotatedLevels,
    SparseChunks,
    block_formats,
    cosine,
    rotated,
    rotated_levels,
)
from tersegrad.codecs import symbol_frequencies


def index_sets(random: np.random.Generator, count: int) -> Iterator[tuple[int, np.ndarray]]:
    """Universes and indices below them: scattered at all densities, in runs, in rows, evenly spaced, none, all."""
    for i in range(count):
        universe = int(random.integers(1, 4000))
        density = random.random() ** 4 if i % 2 else random.random()
        kind = i % 5
        if kind == 0:
            present = np.repeat(random.random(universe // 16 + 1) < density, 16)[:universe]
        elif kind == 1 and i % 2:
            rows = random.random(universe // 64 + 1) < density
            present = np.repeat(rows, 64)[:universe] & (random.random(universe) < 0.6)
        elif kind == 1:
            present = np.arange(universe) % int(random.integers(1, 40)) == 0
        else:
            present = random.random(universe) < density
        yield universe, np.flatnonzero(present)
    for universe in (0, 1, 2, 511, 512, 513, 1024, 5000):
        yield universe, np.arange(0)
        yield universe, np.arange(universe)


def payloads(random: np.random.Generator, length: int) -> Iterator[tuple[str, bytes]]:
    """One or more payloads of each scheme, with their names."""
    values = random.standard_normal(length).astype(np.float32)
    negative = np.signbit(values)
    indices = np.flatnonzero(random.random(length) < 0.1)
    yield "dense", tersegrad.write_dense(values)
    yield "fp16", tersegrad.write_fp16(values * np.float32(1e-5))
    yield "bf16", tersegrad.write_bf16(values)
    for kind in ("fp32", "fp16", "bf16", "int8"):
        yield f"sparse {kind}", tersegrad.write_sparse(length, indices, values[indices], kind)
    chosen = length // 7
    yield "random subset", tersegrad.write_random_subset(length, int(random.integers(1 << 62)), 7.25, values[:chosen])
    yield "sparse signs", tersegrad.write_sparse_signs(length, indices, negative[indices], 0.125)
    for code, most in (("fixed", 1), ("fixed", 7), ("fixed", 300), ("entropy", 5), ("entropy", 127), ("trits", 1)):
        levels = np.clip(np.rint(values * most / 3), -most, most).astype(int)
        for bucket in (1, 100, length + 1):
            steps = random.random(-(-length // bucket))
            message = tersegrad.write_levels(levels, steps, most, bucket, code)
            yield f"levels {code} {most}", message
            size = int(random.choice([1, 2, 7, 8, 1024]))
            dither = int(random.integers(1 << 62)), int(random.integers(size)), size
            yield f"dithered levels {code} {most}", tersegrad.write_dithered(message, *dither)
    yield "signs", tersegrad.write_signs(negative, 0.5)
    yield "two means", tersegrad.write_two_means(negative, 0.75, -0.25)
    powers = np.ldexp(np.where(negative, -1, 1), random.integers(-126, 128, length)).astype(np.float32)
    yield "natural", tersegrad.write_natural(powers)
    sizes = rotated.block_sizes(length)
    for bits in (1, 2, 3, 4):
        fields, factors = random.integers(0, 1 << bits, length), random.random(sizes.size)
        yield f"rotated {bits}", tersegrad.write_rotated(fields, factors, bits, int(random.integers(1 << 62)))
        padded = rotated.block_sizes(length, 512)
        fields, factors = random.integers(0, 1 << bits, int(padded.sum())), random.random(padded.size)
        seed = int(random.integers(1 << 62))
        yield f"padded rotation {bits}", tersegrad.write_padded_rotation(length, fields, factors, bits, seed)
    for form in block_formats.FORMATS:
        fields = random.integers(0, form.element.largest_field + 1, length) | negative.astype(np.int64) << form.element.width - 1
        scales = random.integers(0, form.largest_scale + 1, form.blocks(length))
        of_all = 1e-3 if form.has_tensor_scale else 1
        yield f"block floats {form.name}", tersegrad.write_block_floats(fields, scales, form.name, of_all)
    for bits in (4, 8):
        for block in (1, 100, length + 1):
            minima, steps = random.standard_normal((2, -(-length // block)))
            fields = random.integers(0, 1 << bits, length)
            message = tersegrad.write_affine(fields, minima, np.abs(steps), bits, block)
            yield f"affine {bits}", message
            yield f"dithered affine {bits}", tersegrad.write_dithered(message, int(random.integers(1 << 62)), 2, 5)
    for row in {1, max(1, length)}:
        means = random.standard_normal((length // row, 4)).astype(np.float32)
        content = FourMeans(row, means, random.integers(0, 4, length))
        yield f"four means of {row}", _payload(length, content)
    for largest, sparse in ((1, True), (1, False), (9, True), (40, False), (3000, False), (3000, True)):
        yield f"entropy-coded levels {largest}", _payload(length, _entropy_levels(random, length, largest, sparse))
    dithered = replace(_entropy_levels(random, length, 9, False), dither=np.float32(0.3))
    yield "dithered entropy-coded levels", _payload(length, dithered)
    for number in sorted({0, length // 7, length}):
        few = np.sort(random.permutation(length)[:number])
        levels = _entropy_levels(random, length, 40, False) if number < length else None
        yield f"error-bounded levels {number}", _payload(length, ErrorBounded(length, few, values[few], levels))
    for step, largest in ((64, 3000), (8192, 5), (40960, 1)):
        yield f"rotated levels {step}", _payload(length, _rotated_levels(random, length, step, largest))
    for number in (1, 2, 8):
        if length:
            codes = np.sort(random.integers(0, 256, (-(-length // 50), number)), axis=1)
            levels = random.integers(0, number, indices.size)
            rows = (0,) * number
            content = SparseChunks(length, 50, np.float32(0.5), codes, indices, levels, negative[indices], rows)
            yield f"sparse chunks {number}", _payload(length, content)
    for kind in ("fp32", "bf16"):
        yield f"lossless {kind}", tersegrad.write_lossless(values, kind)
    yield "lossless, all exponents", tersegrad.write_lossless(powers)
    for columns in [1, 7, 64] + [each for each in (100, 250) if length % each == 0]:
        places = cosine.places(length, columns)
        chosen = np.flatnonzero(random.random(places) < random.choice([0.001, 0.1, 1]))
        coefficients = random.standard_normal(chosen.size)
        yield f"cosine {columns}", tersegrad.write_cosine(length, columns, chosen, coefficients)
    if length:
        left, right = random.standard_normal((1, length)), random.standard_normal((1, 1))
        yield "low rank", tersegrad.write_low_rank(left, right)
    bodies = [tersegrad.write_signs(negative[at : at + 100], 2) for at in range(0, length, 100)]
    yield "chunks", tersegrad.write_chunks(length, 100, bodies)


def _entropy_levels(random: np.random.Generator, length: int, largest: int, sparse: bool) -> EntropyLevels:
    """Levels up to a magnitude, packed where they are few, else entropy-coded."""
    alphabet = 2 * largest + 1 if largest <= 32 else 65 + 8 * ((largest - 1).bit_length() - 6) + 8
    indices = np.flatnonzero(random.random(length) < 0.1) if sparse else None
    count = length if indices is None else indices.size
    symbols = np.minimum(random.geometric(0.2, count), alphabet - 1) - (0 if sparse else 1)
    symbols[: count // 9] = alphabet - 1
    bits = int(np.where(symbols < 65, 0, 3 + (symbols - 65) // 8).sum())
    raw = np.packbits(random.random(bits) < 0.5, bitorder="little").tobytes()
    offsets = random.integers(-127, 128, min(largest, 15)).astype(np.int8)
    first = 0 if indices is None else 1
    table = symbol_frequencies.count(symbols - first, alphabet - first) if count > 20 else None
    return EntropyLevels(length, np.float32(0.125), alphabet, indices, raw, offsets, symbols, table)


def _rotated_levels(random: np.random.Generator, length: int, step: int, largest: int) -> RotatedLevels:
    sizes = rotated_levels.block_sizes(length)
    content = _entropy_levels(random, sum(sizes), largest, False)
    table = symbol_frequencies.of_counts(rotated_levels.gaussian_counts(step, content.alphabet))
    levels = replace(content, scale=np.float32(step / 8192), frequencies=table, with_table=False)
    factors = random.random(len(sizes)).astype(np.float32)
    return RotatedLevels(length, int(random.integers(1 << 62)), factors, levels if length else None)


def _payload(length: int, content: Body) -> bytes:
    return tersegrad.Payload.of(length, content).to_bytes()

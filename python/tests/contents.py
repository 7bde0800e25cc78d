"""Random contents of every body, and the payloads that are written of them."""

from __future__ import annotations

from typing import Iterator

import numpy as np

import tersegrad


def index_sets(random: np.random.Generator, count: int) -> Iterator[tuple[int, np.ndarray]]:
    """Universes and indices below them: scattered at all densities, in runs, evenly spaced, none, all."""
    for i in range(count):
        universe = int(random.integers(1, 4000))
        density = random.random() ** 4 if i % 2 else random.random()
        kind = i % 5
        if kind == 0:
            present = np.repeat(random.random(universe // 16 + 1) < density, 16)[:universe]
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
            yield f"levels {code} {most}", tersegrad.write_levels(levels, steps, most, bucket, code)
    yield "signs", tersegrad.write_signs(negative, 0.5)
    yield "two means", tersegrad.write_two_means(negative, 0.75, -0.25)
    powers = np.ldexp(np.where(negative, -1, 1), random.integers(-126, 128, length)).astype(np.float32)
    yield "natural", tersegrad.write_natural(powers)
    if length:
        left, right = random.standard_normal((1, length)), random.standard_normal((1, 1))
        yield "low rank", tersegrad.write_low_rank(left, right)
    bodies = [tersegrad.write_signs(negative[at : at + 100], 2) for at in range(0, length, 100)]
    yield "chunks", tersegrad.write_chunks(length, 100, bodies)

"""Payloads whose elements stand in blocks: integers, small floats, levels in a random basis, cosine coefficients.

As in :mod:`tersegrad.writers`, the very bytes that the Java writer makes of the same content.
"""

from __future__ import annotations

import numpy as np

from . import arguments, floats
from .bodies import (
    Affine,
    BlockFloats,
    Cosine,
    DitheredAffine,
    DitheredLevels,
    PaddedRotation,
    Rotated,
    affine,
    block_formats,
    cosine,
    dithered,
    rotated,
)
from .payload import Payload


def write_rotated(levels: object, factors: object, bits: int, seed: int) -> bytes:
    """Levels of the coordinates of each block in the random basis of the seed, times the factor of the block.

    A level is 0 to ``2^bits - 1``: its highest bit is a minus sign, the others number a magnitude. Blocks have 4096
    elements; what is left over is in blocks of powers of two, the largest first. Earlier versions of Java wrote this.
    """
    return _write_rotation(np.size(levels), levels, factors, bits, seed, Rotated)


def write_padded_rotation(length: int, levels: object, factors: object, bits: int, seed: int) -> bytes:
    """The same where blocks of powers of two end at 512 elements; fewer are filled up to a power of two with levels."""
    return _write_rotation(length, levels, factors, bits, seed, PaddedRotation)


def _write_rotation(
    length: int, levels: object, factors: object, bits: int, seed: int, kind: "type[Rotated]"
) -> bytes:
    arguments.within(bits, 1, rotated.MOST_BITS, "the number of bits of a level")
    fields = arguments.fields(levels, (1 << bits) - 1, "level")
    sizes = rotated.block_sizes(length, kind.least_block)
    if fields.size != sizes.sum():
        raise ValueError(f"{length} elements have {sizes.sum()} levels, these are {fields.size}")
    given = floats.given(factors, "factor")
    if given.size != sizes.size:
        raise ValueError(f"{length} elements have {sizes.size} blocks with a factor each, these are {given.size}")
    bad = np.flatnonzero((given < 0) | (given > rotated.largest_factors(sizes)))
    if bad.size:
        factor, size = floats.text(given[bad[0]]), sizes[bad[0]]
        raise ValueError(f"the factor {factor} of block {bad[0]} is negative or overflows in a block of {size}")
    return Payload.of(length, kind(bits, seed % (1 << 64), np.abs(given), fields)).to_bytes()


def write_block_floats(fields: object, scales: object, form: str, tensor_scale: float = 1) -> bytes:
    """Floats of 4 to 8 bits, given as their bits, times the scale of their block, given as its byte.

    ``form`` is ``mxfp8-e4m3``, ``mxfp8-e5m2``, ``mxfp6-e2m3``, ``mxfp6-e3m2``, ``mxfp4-e2m1``, ``mxfp4-e3m0`` or
    ``nvfp4``, which alone has a scale of the tensor.
    """
    if form not in block_formats.NAMES:
        raise ValueError(f"block floats are written as one of {', '.join(block_formats.NAMES)}, not as {form!r}")
    chosen = block_formats.FORMATS[block_formats.NAMES.index(form)]
    small = chosen.element
    given = arguments.fields(fields, (1 << small.width) - 1, "field")
    bad = np.flatnonzero((given & np.uint32(small.magnitude_mask)) > small.largest_field)
    if bad.size:
        raise ValueError(f"field {given[bad[0]]} at element {bad[0]} is not that of a finite {small.name}")
    each = arguments.fields(scales, chosen.largest_scale, "scale")
    if each.size != chosen.blocks(given.size):
        blocks = f"blocks of {chosen.block} have {chosen.blocks(given.size)} scales"
        raise ValueError(f"{given.size} elements in {blocks}, these are {each.size}")
    of_all = floats.given_magnitude(tensor_scale, "scale of the tensor")
    if chosen.has_tensor_scale and chosen.overflows(of_all):
        raise ValueError(f"the largest element overflows, times {floats.text(of_all)}")
    if not chosen.has_tensor_scale and of_all != 1:
        raise ValueError(f"{form} has no scale of the tensor, this is {floats.text(of_all)}")
    return Payload.of(given.size, BlockFloats(chosen, of_all, each.astype(np.uint8), given)).to_bytes()


def write_affine(fields: object, minima: object, steps: object, bits: int, block: int) -> bytes:
    """Integers of 4 or 8 bits, times the step of their block, above the minimum of their block."""
    if bits not in affine.WIDTHS:
        raise ValueError(f"integers have 4 or 8 bits, not {bits}")
    arguments.within(block, 1, (1 << 31) - 1, "the number of elements in a block")
    given = arguments.fields(fields, (1 << bits) - 1, "integer")
    least, each = floats.given(minima, "minimum"), floats.given(steps, "step")
    blocks = -(-given.size // block)
    if least.size != blocks or each.size != blocks:
        counts = f"these are {least.size} and {each.size}"
        raise ValueError(f"{given.size} elements in blocks of {block} have {blocks} minima and steps, {counts}")
    bad = np.flatnonzero((each < 0) | affine.overflows(least, each, bits))
    if bad.size:
        raise ValueError(f"the step {floats.text(each[bad[0]])} of block {bad[0]} is negative or overflows")
    zero = np.float32(0)  # -0 has the sign that a reader refuses
    return Payload.of(given.size, Affine(bits, block, least + zero, each + zero, given)).to_bytes()


def write_dithered(message: bytes, seed: int, rank: int = 0, size: int = 1) -> bytes:
    """The levels or affine integers of a message, less the dither that worker ``rank`` of ``size`` draws from a seed."""
    arguments.within(seed, 0, (1 << 64) - 1, "a seed")
    arguments.within(size, 1, dithered.MOST_WORKERS, "the number of workers")
    arguments.within(rank, 0, size - 1, "a rank")
    payload = Payload.read(message)
    for kind in (DitheredAffine, DitheredLevels):
        if isinstance(payload.content, kind.kind):
            return Payload.of(payload.length, kind(seed, rank, size, payload.content)).to_bytes()
    raise ValueError(f"a dither is for levels and affine integers, not for {payload}")


def write_cosine(length: int, columns: int, indices: object, coefficients: object) -> bytes:
    """Coefficients of the cosine transforms of a matrix's chunks of 64 x 64, all others zero.

    The elements fill the matrix row after row. Indices increase; they count places chunk by chunk, inside of a chunk
    row after row.
    """
    if not cosine.fits(length, columns):
        raise ValueError(f"columns divide the {length} elements or are 1 to 64, these are {columns}")
    chosen = arguments.indices(indices, cosine.places(length, columns))
    given = floats.given(coefficients, "coefficient")
    arguments.same_size(chosen, given, "indices", "coefficients")
    body = Cosine(length, columns, chosen, given)
    if not body.is_finite():
        raise ValueError("these coefficients have elements that overflow")
    return Payload.of(length, body).to_bytes()

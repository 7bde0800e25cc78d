"""Reads and writes the messages of Tersegrad, version 1 of the wire format, with NumPy alone.

``decode`` gives the gradient of a payload, with the bits of the Java decoder; ``add_to`` averages payloads without an
array for each; ``inspect`` reads a payload and shows its content; ``Frame`` reads and writes many payloads in one
message; the ``write_`` functions make payloads, with the bytes of the Java writer. Bytes that are no message raise
``MalformedInput``.
"""

from __future__ import annotations

from typing import Optional

import numpy as np

from .block_writers import (
    write_affine,
    write_block_floats,
    write_cosine,
    write_dithered,
    write_padded_rotation,
    write_rotated,
)
from .errors import MalformedInput
from .frame import Frame
from .header import HEADER_BYTES, message_bytes
from .mirror import Mirror
from .payload import Payload
from .writers import (
    as_increment,
    write_bf16,
    write_chunks,
    write_dense,
    write_fp16,
    write_levels,
    write_lossless,
    write_low_rank,
    write_named,
    write_natural,
    write_random_subset,
    write_signs,
    write_sparse,
    write_sparse_signs,
    write_two_means,
)

__all__ = [
    "HEADER_BYTES",
    "Frame",
    "MalformedInput",
    "Mirror",
    "Payload",
    "add_to",
    "as_increment",
    "decode",
    "inspect",
    "message_bytes",
    "write_affine",
    "write_bf16",
    "write_block_floats",
    "write_chunks",
    "write_cosine",
    "write_dense",
    "write_dithered",
    "write_fp16",
    "write_levels",
    "write_lossless",
    "write_low_rank",
    "write_named",
    "write_natural",
    "write_padded_rotation",
    "write_random_subset",
    "write_rotated",
    "write_signs",
    "write_sparse",
    "write_sparse_signs",
    "write_two_means",
]


def decode(data: bytes, length: Optional[int] = None) -> np.ndarray:
    """The gradient of a payload. ``length`` is how many elements are expected.

    Without it the array is as long as the payload says, which may be 2^31 elements in 30 bytes: for bytes from
    strangers say what you expect.
    """
    return inspect(data, length).decode()


def add_to(data: bytes, target: np.ndarray, weight: float) -> None:
    """``target += weight * decoded``. ``target`` is modified: ``float32``, contiguous, as long as the gradient."""
    inspect(data, np.size(target)).add_to(target, weight)


def inspect(data: bytes, length: Optional[int] = None) -> Payload:
    """Reads a payload and checks all of it; ``str()`` explains the result, ``.content`` is what its body holds."""
    return Payload.read(data, length)

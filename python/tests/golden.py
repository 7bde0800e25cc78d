"""The golden files of the Java library: messages that never change."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from tersegrad.codecs.crc32c import crc32c

_ROOT = Path(__file__).resolve().parents[2]
_PAYLOADS = _ROOT / "compressors/src/test/resources/golden/v1"
CODECS = _ROOT / "codecs/src/test/resources/golden/v1"

#: The names of all messages. One that ends with a version has what that version wrote, and is only read.
NAMES = sorted(path.stem for path in _PAYLOADS.glob("*.bin"))
OLD = "sparse-signs-strom-0.1"


def message(name: str) -> bytes:
    """The bytes of a message."""
    return (_PAYLOADS / f"{name}.bin").read_bytes()


def decoded_bits(name: str) -> np.ndarray:
    """What a message decodes to: the bits of the floats."""
    text = (_PAYLOADS / f"{name}.txt").read_text(encoding="utf-8")
    return np.array([int(line.split()[1], 16) for line in text.splitlines()[1:]], np.uint32)


def mend(damaged: bytes) -> bytes:
    """The same with a right length and checksum."""
    head = damaged[:8] + struct.pack("<I", len(damaged) - 16)
    return head + struct.pack("<I", crc32c(head, damaged[16:])) + damaged[16:]

"""Serves a compressor in Python to ``tersegrad judge``, which holds it to the laws.

>>> from tersegrad import judge
>>> class Halves:
...     name = "halves"
...     def bytes(self, shape): return 2 * shape[0] * shape[1]
...     def encode(self, gradient, state, seed, worker, step): return gradient.astype("f2").tobytes(), state
...     def decode(self, message, shape): return np.frombuffer(message, "f2")
>>> judge.serve(Halves())  # doctest: +SKIP

A ``ValueError`` rejects what was given; any other exception ends the process. ``guarantee(shape)``, such as ``"contractive
0.01"``, ``remembers`` and ``start(shape, seed, worker)``, the state before the first step as bytes, are optional. With
``tensor=torch.from_numpy`` gradients come as tensors of PyTorch.
"""

from __future__ import annotations

import struct
import sys
from typing import Any, Callable

import numpy as np


def serve(compressor: Any, tensor: Callable[[np.ndarray], Any] = lambda array: array) -> None:
    """Answers requests on standard input until it ends; what the compressor prints goes to standard error."""
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    replies.write(b"TgJudge1")
    while head := requests.read(4):
        request = requests.read(int.from_bytes(head, "little"))
        try:
            status, content = 0, _answer(compressor, tensor, request)
        except ValueError as rejected:
            status, content = 1, str(rejected).encode()
        replies.write(struct.pack("<IB", 1 + len(content), status) + content)
        replies.flush()


def _answer(compressor: Any, tensor: Callable[[np.ndarray], Any], request: bytes) -> bytes:
    what, rows, columns = struct.unpack_from("<BII", request)
    shape, content = (rows, columns), request[9:]
    if what == 1:
        lines = {
            "name": compressor.name,
            "bytes": compressor.bytes(shape),
            "guarantee": getattr(compressor, "guarantee", lambda _: "none")(shape),
            "remembers": "yes" if getattr(compressor, "remembers", False) else "no",
        }
        return "".join(f"{key}={value}\n" for key, value in lines.items()).encode()
    if what == 2:
        return getattr(compressor, "start", lambda *_: b"")(shape, *struct.unpack("<QI", content))
    if what == 3:
        seed, worker, step, length = struct.unpack_from("<QIQI", content)
        state, gradient = content[24 : 24 + length], np.frombuffer(content[24 + length :], "<f4").reshape(shape)
        message, state = compressor.encode(tensor(gradient.copy()), state, seed, worker, step)
        return len(state).to_bytes(4, "little") + state + message
    return np.asarray(compressor.decode(content, shape), dtype="<f4").tobytes()

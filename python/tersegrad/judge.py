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

For ``tersegrad record`` the CPU time of the last encode and decode and the memory that they took are kept; ``version``, a
text, and ``packed_bytes()``, the bytes that the last message could have with its integers packed, are optional as well.
"""

from __future__ import annotations

import struct
import sys
import time
from pathlib import Path
from typing import Any, Callable

import numpy as np


def serve(compressor: Any, tensor: Callable[[np.ndarray], Any] = lambda array: array) -> None:
    """Answers requests on standard input until it ends; what the compressor prints goes to standard error."""
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    replies.write(b"TgJudge1")
    costs = _Costs()
    while head := requests.read(4):
        request = requests.read(int.from_bytes(head, "little"))
        try:
            status, content = 0, _answer(compressor, tensor, request, costs)
        except ValueError as rejected:
            status, content = 1, str(rejected).encode()
        replies.write(struct.pack("<IB", 1 + len(content), status) + content)
        replies.flush()


class _Costs:
    """CPU time of this process, all threads together, and its memory, where the system tells."""

    def __init__(self) -> None:
        self.nanos = {"encode": 0, "decode": 0}
        self.memory = {"encode": 0, "decode": 0}

    def of(self, what: str, work: Callable[[], Any]) -> Any:
        before = _memory("VmRSS") if _forget_the_peak() else None
        start = time.process_time_ns()
        result = work()
        self.nanos[what] = time.process_time_ns() - start
        self.memory[what] = 0 if before is None else max(0, _memory("VmHWM") - before)
        return result

    def lines(self) -> dict[str, int]:
        times = {f"{what}_nanos": nanos for what, nanos in self.nanos.items()}
        return {**times, "peak_bytes": max(self.memory.values())}


def _forget_the_peak() -> bool:
    try:
        Path("/proc/self/clear_refs").write_text("5")
        return True
    except OSError:
        return False


def _memory(name: str) -> int:
    status = Path("/proc/self/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith(name)).split()[1])


def _text(lines: dict[str, Any]) -> bytes:
    return "".join(f"{key}={value}\n" for key, value in lines.items()).encode()


def _answer(compressor: Any, tensor: Callable[[np.ndarray], Any], request: bytes, costs: _Costs) -> bytes:
    what, rows, columns = struct.unpack_from("<BII", request)
    shape, content = (rows, columns), request[9:]
    if what == 1:
        lines = {
            "name": compressor.name,
            "bytes": compressor.bytes(shape),
            "guarantee": getattr(compressor, "guarantee", lambda _: "none")(shape),
            "remembers": "yes" if getattr(compressor, "remembers", False) else "no",
            "costs": "yes",
        }
        if hasattr(compressor, "version"):
            lines["version"] = compressor.version
        return _text(lines)
    if what == 2:
        return getattr(compressor, "start", lambda *_: b"")(shape, *struct.unpack("<QI", content))
    if what == 3:
        seed, worker, step, length = struct.unpack_from("<QIQI", content)
        state, gradient = content[24 : 24 + length], np.frombuffer(content[24 + length :], "<f4").reshape(shape)
        copy = tensor(gradient.copy())
        message, state = costs.of("encode", lambda: compressor.encode(copy, state, seed, worker, step))
        return len(state).to_bytes(4, "little") + state + message
    if what == 5:
        packed = {"packed_bytes": compressor.packed_bytes()} if hasattr(compressor, "packed_bytes") else {}
        return _text({**costs.lines(), **packed})
    return np.asarray(costs.of("decode", lambda: compressor.decode(content, shape)), dtype="<f4").tobytes()

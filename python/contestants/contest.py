"""What adapters share: tensors as one message, seeds, versions, and collectives whose other workers are a message.

An adapter runs the code of a library that the user names; it holds none of it. The bytes of a message are those of the
tensors that the library hands to its transport, in the types that it gives them, and five for each tensor.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import random
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Sequence

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs from a checkout

import numpy as np
import torch

from tersegrad import judge

torch.set_num_threads(1)

_TYPES = [
    torch.float32,
    torch.float16,
    torch.bfloat16,
    torch.uint8,
    torch.int8,
    torch.int16,
    torch.int32,
    torch.int64,
    torch.bool,
    torch.float64,
]
_HEAD = struct.Struct("<BI")


def message(tensors: Sequence[torch.Tensor]) -> bytes:
    """All tensors, each behind its type and its number of elements."""
    parts = []
    for tensor in tensors:
        flat = tensor.detach().reshape(-1).contiguous()
        parts.append(_HEAD.pack(_TYPES.index(flat.dtype), flat.numel()))
        parts.append(flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b"")
    return b"".join(parts)


def tensors(received: bytes) -> list[torch.Tensor]:
    """The tensors of a message, flat."""
    found, at = [], 0
    while at < len(received):
        if len(received) - at < _HEAD.size or received[at] >= len(_TYPES):
            raise ValueError(f"no tensor begins at byte {at} of {len(received)}")
        number, elements = _HEAD.unpack_from(received, at)
        kind, at = _TYPES[number], at + _HEAD.size
        end = at + elements * kind.itemsize
        if end > len(received):
            raise ValueError(f"a tensor of {elements} elements from byte {at} on, of {len(received)}")
        flat = torch.frombuffer(bytearray(received[at:end]), dtype=torch.uint8) if elements else torch.empty(0)
        found.append(flat.view(kind) if elements else flat.to(kind))
        at = end
    return found


def packed(tensors: Sequence[torch.Tensor]) -> int:
    """Bytes of the message if each integer took only the bits that the range of its tensor needs."""
    total = 0
    for tensor in tensors:
        bits = 8 * tensor.element_size()
        if tensor.numel() and not tensor.is_floating_point():
            bits = (int(tensor.max()) - int(tensor.min())).bit_length()
        total += _HEAD.size + (tensor.numel() * bits + 7) // 8
    return total


def commit(folder: str) -> str:
    """The commit of a checkout, or the reason why there is none."""
    if not Path(folder).is_dir():
        sys.exit(f"there is no folder {folder}")
    asked = subprocess.run(["git", "-C", folder, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else "no commit"


def seeded(*numbers: int) -> int:
    """Seeds all global generators, and returns a seed for others."""
    seed = int(np.random.SeedSequence([number & (2**64 - 1) for number in numbers]).generate_state(1)[0])
    torch.manual_seed(seed)
    np.random.seed(seed)
    random.seed(seed)
    return seed


class Contestant:
    """A compressor that starts anew with each message, as it does at its first step.

    ``send(gradient, seed)`` returns tensors; ``receive(tensors, shape)`` the decoded one.
    """

    def __init__(
        self,
        name: str,
        version: str,
        send: Callable[[torch.Tensor, int], Sequence[torch.Tensor]],
        receive: Callable[[list[torch.Tensor], tuple[int, int]], torch.Tensor],
    ) -> None:
        self.name = name
        self.version = f"{version}, torch {torch.__version__}".lstrip(", ")
        self._send, self._receive = send, receive
        self._sent: Sequence[torch.Tensor] = []

    def bytes(self, shape: tuple[int, int]) -> int:
        return 4096 + 24 * shape[0] * shape[1]

    def packed_bytes(self) -> int:
        return packed(self._sent)

    @torch.no_grad()
    def encode(self, gradient: Any, state: bytes, seed: int, worker: int, step: int) -> tuple[bytes, bytes]:
        self._sent = self._send(gradient, seeded(seed, worker, step))
        return message(self._sent), state

    @torch.no_grad()
    def decode(self, received: bytes, shape: tuple[int, int]) -> Any:
        return self._receive(tensors(received), shape).detach().reshape(-1).float().numpy()


def serve(contestant: Contestant) -> None:
    judge.serve(contestant, tensor=torch.from_numpy)


class Wire:
    """Collectives of a group of one. Sending, they keep what is handed to them; receiving, they put a message in its place.

    So code that knows only of groups is one compressor: a receiver runs it on zeros, and what the sender sent takes
    the place of what it would send itself.
    """

    def __init__(self) -> None:
        self.sent: list[torch.Tensor] = []
        self._received: list[torch.Tensor] | None = None

    def sending(self) -> None:
        self.sent, self._received = [], None

    def receiving(self, received: list[torch.Tensor]) -> None:
        self._received = list(received)

    def contestant(self, name: str, version: str, run: Callable[[torch.Tensor], torch.Tensor]) -> Contestant:
        """A contestant whose code exchanges a gradient over these collectives and returns the mean."""

        def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
            self.sending()
            run(gradient)
            return self.sent

        def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
            self.receiving(received)
            return run(torch.zeros(shape))

        return Contestant(name, version, send, receive)

    def _exchange(self, tensor: torch.Tensor) -> None:
        if tensor.numel() == 0:
            return
        if self._received is None:
            self.sent.append(tensor.clone())
        else:
            if not self._received or self._received[0].numel() != tensor.numel():
                raise ValueError(f"the message has no tensor of {tensor.numel()} elements where one is due")
            tensor.copy_(self._received.pop(0).view_as(tensor))

    def all_reduce(self, tensor: torch.Tensor, *_: Any, **__: Any) -> Any:
        self._exchange(tensor)
        return _Done([tensor])

    def all_gather(self, out: list[torch.Tensor], tensor: torch.Tensor, *_: Any, **__: Any) -> Any:
        out[0].copy_(tensor)
        self._exchange(out[0])
        return _Done([torch.stack(out)])  # as NCCL does


class Group:
    """A process group of one."""

    def size(self) -> int:
        return 1

    def rank(self) -> int:
        return 0


class _Done:
    """The handle of an operation that has ended."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def wait(self) -> None:
        pass

    def get_future(self) -> Any:
        future: Any = torch.futures.Future()
        future.set_result(self._value)
        return future

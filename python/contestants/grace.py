"""The compressors of GRACE, github.com/sands-lab/grace, from a checkout.

    python3 grace.py FOLDER topk 0.01

Names are those of its modules in ``grace_dl/torch/compressor``; parameters follow in their order. Receivers there use a
context of their own, so this one takes that of a gradient of zeros.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import types

import torch
from contest import Contestant, Wire, commit, serve


def main(folder: str, name: str, *parameters: str) -> None:
    sys.path.insert(0, folder)
    wire = Wire()
    horovod = types.ModuleType("horovod.torch")
    horovod.allreduce_ = lambda tensor: (wire.all_reduce(tensor), tensor)[1]  # type: ignore[attr-defined]
    sys.modules.update({"horovod": types.ModuleType("horovod"), "horovod.torch": horovod})
    module = importlib.import_module(f"grace_dl.torch.compressor.{name}")
    kind = next(
        each
        for title, each in inspect.getmembers(module, inspect.isclass)
        if each.__module__ == module.__name__ and title.endswith("Compressor")
    )

    def fresh(shape: tuple[int, int]):
        compressor = kind(*(float(each) if "." in each else int(each) for each in parameters))
        if name == "powersgd":
            generator = torch.Generator().manual_seed(1)  # the same on all workers, as it has to be
            rank = min(4, *shape)
            compressor.q_memory["tensor"] = torch.randn(shape[1], rank, generator=generator)
        return compressor

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        wire.sending()
        compressor = fresh(tuple(gradient.shape))
        if name == "randomk":
            compressor.global_step = seed  # chooses the places; a group has it in common
        sent = compressor.compress(gradient, "tensor")[0]
        return [*sent, *wire.sent, *([torch.tensor([seed])] if name == "randomk" else [])]

    @functools.lru_cache(maxsize=1)
    def receiver(shape: tuple[int, int], seed: int):
        compressor = fresh(shape)
        compressor.global_step = seed
        return compressor, compressor.compress(torch.zeros(shape), "tensor")[1]

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        wire.receiving(received)
        if name == "powersgd":
            compressor = fresh(shape)
            return compressor.decompress([], compressor.compress(torch.zeros(shape), "tensor")[1])
        seed = int(received.pop()) if name == "randomk" else 0
        compressor, context = receiver(shape, seed)
        return compressor.decompress(received, context)

    title = f"grace {name}" + (f"({','.join(parameters)})" if parameters else "")
    serve(Contestant(title, commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Deep gradient compression of its authors, github.com/synxlin/deep-gradient-compression, from a checkout.

    python3 synxlin.py FOLDER 0.001
"""

from __future__ import annotations

import sys
import types

import torch
from contest import Contestant, commit, serve


def main(folder: str, ratio: str) -> None:
    horovod = types.ModuleType("horovod.torch")
    operations = types.ModuleType("horovod.torch.mpi_ops")
    horovod.size, horovod.rank = lambda: 1, lambda: 1  # rank 0 prints
    for name in ("Average", "allreduce_async_", "allgather_async", "synchronize"):
        setattr(operations, name, name)
    sys.modules.update(
        {"horovod": types.ModuleType("horovod"), "horovod.torch": horovod, "horovod.torch.mpi_ops": operations}
    )
    sys.modules["horovod"].torch = horovod  # type: ignore[attr-defined]
    package = types.ModuleType("dgc")
    package.__path__ = [f"{folder}/dgc"]
    sys.modules["dgc"] = package
    from dgc.compression import DGCCompressor

    def fresh(gradient: torch.Tensor):
        compressor = DGCCompressor(float(ratio), int32_indices=True)
        compressor.initialize([("tensor", gradient)])
        return compressor

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        return list(fresh(gradient).compress(gradient.reshape(-1), "tensor")[0])

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        zeros = torch.zeros(shape)
        context = ("tensor", zeros.numel(), shape, torch.float32, torch.int64, zeros.reshape(-1))
        return fresh(zeros).decompress(received, context)

    serve(Contestant(f"dgc authors({ratio})", commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

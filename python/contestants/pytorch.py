"""PyTorch's communication hooks, of the PyTorch that is installed.

    python3 pytorch.py fp16
    python3 pytorch.py powersgd 4
"""

from __future__ import annotations

import sys
from typing import Any

import torch
import torch.distributed as dist
from contest import Group, Wire, serve
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks, powerSGD_hook, quantization_hooks

_HOOKS: dict[str, Any] = {
    "fp16": default_hooks.fp16_compress_hook,
    "bf16": default_hooks.bf16_compress_hook,
    "quantization_pertensor": quantization_hooks.quantization_pertensor_hook,
    "quantization_perchannel": quantization_hooks.quantization_perchannel_hook,
    "powersgd": powerSGD_hook.powerSGD_hook,
    "batched_powersgd": powerSGD_hook.batched_powerSGD_hook,
}


class Bucket:
    """A bucket with one gradient."""

    def __init__(self, gradient: torch.Tensor) -> None:
        self._gradient = gradient
        self._buffer = gradient.reshape(-1)

    def buffer(self) -> torch.Tensor:
        return self._buffer

    def gradients(self) -> list[torch.Tensor]:
        return [self._gradient]

    def index(self) -> int:
        return 0

    def is_last(self) -> bool:
        return True


def main(name: str, rank: str = "0") -> None:
    wire = Wire()
    dist.all_reduce, dist.all_gather = wire.all_reduce, wire.all_gather

    def state() -> Any:
        if "powersgd" not in name:
            return Group()
        return powerSGD_hook.PowerSGDState(
            process_group=Group(), matrix_approximation_rank=int(rank), start_powerSGD_iter=2, use_error_feedback=True
        )

    def run(gradient: torch.Tensor) -> torch.Tensor:
        options = state()
        if "powersgd" in name:
            options.iter = options.start_powerSGD_iter  # as after the steps that it does not compress
        return _HOOKS[name](options, Bucket(gradient)).wait()

    serve(wire.contestant(f"torch {name}" + (f"({rank})" if rank != "0" else ""), "", run))


if __name__ == "__main__":
    main(*sys.argv[1:])

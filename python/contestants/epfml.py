"""PowerSGD of its authors, github.com/epfml/powersgd, from a checkout.

    python3 epfml.py FOLDER 4 1

Parameters are the rank, and the factors that a step sends: one, in turn, or both.
"""

from __future__ import annotations

import sys

import torch
from contest import Contestant, Wire, commit, serve


def main(folder: str, rank: str, factors: str) -> None:
    sys.path.insert(0, folder)
    from powersgd.powersgd import BasicConfig, BasicPowerSGD

    wire = Wire()
    torch.distributed.all_reduce = wire.all_reduce
    torch.distributed.is_initialized = lambda: True
    torch.distributed.get_world_size = lambda *_: 1

    def run(gradient: torch.Tensor) -> torch.Tensor:
        config = BasicConfig(rank=int(rank), num_iters_per_step=int(factors))
        return BasicPowerSGD([gradient], config).aggregate([gradient.clone()])[0]

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        wire.sending()
        run(gradient)
        return wire.sent

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        wire.receiving(received)
        return run(torch.zeros(shape))

    serve(Contestant(f"epfml powersgd({rank},{factors})", commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

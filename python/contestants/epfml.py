"""PowerSGD of its authors, github.com/epfml/powersgd, from a checkout.

    python3 epfml.py FOLDER 4
"""

from __future__ import annotations

import sys

import torch
from contest import Contestant, Wire, commit, serve


def main(folder: str, rank: str) -> None:
    sys.path.insert(0, folder)
    from powersgd.powersgd import BasicConfig, BasicPowerSGD

    wire = Wire()
    torch.distributed.all_reduce = wire.all_reduce
    torch.distributed.is_initialized = lambda: True
    torch.distributed.get_world_size = lambda *_: 1

    def run(gradient: torch.Tensor) -> torch.Tensor:
        return BasicPowerSGD([gradient], BasicConfig(rank=int(rank))).aggregate([gradient.clone()])[0]

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        wire.sending()
        run(gradient)
        return wire.sent

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        wire.receiving(received)
        return run(torch.zeros(shape))

    serve(Contestant(f"epfml powersgd({rank})", commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""PowerSGD of its authors, github.com/epfml/powersgd, from a checkout.

    python3 epfml.py FOLDER 4 1

Parameters are the rank, and the factors that a step sends: one, in turn, or both.
"""

from __future__ import annotations

import sys

import torch
from contest import Wire, commit, serve


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

    serve(wire.contestant(f"epfml powersgd({rank},{factors})", commit(folder), run))


if __name__ == "__main__":
    main(*sys.argv[1:])

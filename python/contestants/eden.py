"""EDEN of its authors, github.com/amitport/EDEN-Distributed-Mean-Estimation, from a checkout.

    python3 eden.py FOLDER 2

Levels are tensors of 64-bit integers there; how they would be packed is not part of that code.
"""

from __future__ import annotations

import sys

import torch
from contest import Contestant, commit, serve


def main(folder: str, bits: str) -> None:
    sys.path.insert(0, f"{folder}/torch")
    from eden import eden_builder  # type: ignore[import-not-found]

    number = float(bits) if float(bits) < 1 else int(bits)
    kept: list[int] = []  # seeds of the stages' own generators, so that a seed gives one message

    class Kept(torch.Generator):
        def seed(self) -> int:
            self.manual_seed(kept[0])
            return kept[0]

    torch.Generator = Kept  # type: ignore[misc]

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        kept[:] = [seed]
        levels, context = eden_builder(number).forward(gradient)
        (scale,), length = context[-1], context[-3]
        return [torch.tensor([seed, length]), torch.as_tensor(scale).reshape(1), levels]

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        (seed, length), scale, levels = received[0].tolist(), received[1], received[2]
        elements = shape[0] * shape[1]
        fewer = [(seed, (elements,), elements)] if number < 1 else []
        return eden_builder(number).backward(levels, [shape, *fewer, length, seed, [scale]])[0]

    serve(Contestant(f"eden authors({bits})", commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

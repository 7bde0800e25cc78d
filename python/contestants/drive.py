"""DRIVE of its authors, github.com/amitport/DRIVE-One-bit-Distributed-Mean-Estimation, from a checkout.

    python3 drive.py FOLDER drive
    python3 drive.py FOLDER drive_plus

Vectors are padded with zeros to a power of two here, which that code asks for.
"""

from __future__ import annotations

import importlib.util
import sys

import torch
from contest import Contestant, commit, serve


def main(folder: str, name: str) -> None:
    spec = importlib.util.spec_from_file_location("authors", f"{folder}/drive_torch/drive.py")
    authors = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(authors)
    plus = name == "drive_plus"

    def random(seed: int) -> torch.Generator:
        return torch.Generator().manual_seed(seed)

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        flat = gradient.reshape(-1)
        padded = torch.nn.functional.pad(flat, (0, (1 << (flat.numel() - 1).bit_length()) - flat.numel()))
        if plus:
            signs, centers = authors.drive_plus_compress(padded, prng=random(seed))
        else:
            signs, scale = authors.drive_compress(padded, prng=random(seed))
            signs, centers = signs > 0, (scale,)
        return [torch.tensor([seed]), *(torch.as_tensor(each).reshape(1) for each in centers), signs]

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        seed, *centers, signs = received
        if plus:
            found = authors.drive_plus_decompress(signs, tuple(centers), prng=random(int(seed)))
        else:
            found = authors.drive_decompress(2.0 * signs - 1.0, centers[0], prng=random(int(seed)))
        return found[: shape[0] * shape[1]]

    serve(Contestant(f"{name.replace('_', ' ')} authors", commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

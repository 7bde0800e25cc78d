"""The transform of DeMo, github.com/bloc97/DeMo, from a checkout; it needs the package einops.

    python3 demo.py FOLDER 64 32

Parameters are the length of a chunk, and the coefficients that are kept of it.
"""

from __future__ import annotations

import functools
import importlib.util
import sys

import torch
from contest import Contestant, commit, serve


def main(folder: str, chunk: str, count: str) -> None:
    spec = importlib.util.spec_from_file_location("authors", f"{folder}/demo.py")
    authors = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(authors)

    @functools.cache
    def transform(shape: tuple[int, ...]):
        return authors.TransformDCT([{"params": [torch.nn.Parameter(torch.zeros(shape))]}], int(chunk))

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        indices, values, _, _ = authors.CompressDCT().compress(
            transform(tuple(gradient.shape)).encode(gradient), int(count)
        )
        return [indices, values]

    @functools.cache
    def form(shape: tuple[int, int]) -> torch.Size:
        return transform(shape).encode(torch.zeros(shape)).shape

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        chunks = form(shape)
        indices, values = (each.view(*chunks[:2], -1) for each in received)
        sparse = authors.CompressDCT().decompress(values, indices, values, chunks, chunks[2] * chunks[3])
        return transform(shape).decode(sparse)

    serve(Contestant(f"demo authors({chunk},{count})", commit(folder), send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

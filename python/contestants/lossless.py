"""General lossless compressors on the bytes of the floats: zlib of Python, and blosc2 with its filters if it is installed.

    python3 lossless.py zlib
    python3 lossless.py blosc2
"""

from __future__ import annotations

import importlib
import sys
import zlib

import torch
from contest import Contestant, serve


def main(name: str) -> None:
    if name == "zlib":
        version, pack, unpack = f"zlib {zlib.ZLIB_RUNTIME_VERSION}", zlib.compress, zlib.decompress
    else:
        blosc = importlib.import_module("blosc2")
        blosc.set_nthreads(1)
        version, unpack = f"blosc2 {blosc.__version__}", blosc.decompress2

        def pack(data: bytes) -> bytes:
            return blosc.compress2(data, typesize=4)

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        return [torch.frombuffer(bytearray(pack(gradient.numpy().tobytes())), dtype=torch.uint8)]

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        return torch.frombuffer(bytearray(unpack(received[0].numpy().tobytes())), dtype=torch.float32)

    serve(Contestant(name, version, send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The compression of hivemind, github.com/learning-at-home/hivemind, from a checkout.

    python3 hivemind_codecs.py FOLDER Uniform8BitQuantization

Its messages are protocol buffers; here their fields travel without that frame, of a few dozen bytes.
"""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

import numpy as np
import torch
from contest import Contestant, commit, serve


class _Anything(types.ModuleType):
    """A module whose names exist, for imports that no quantizer uses."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def main(folder: str, name: str) -> None:
    package = types.ModuleType("hivemind")
    package.__path__ = [f"{folder}/hivemind"]  # its own beginning would start a daemon for peers
    messages = types.ModuleType("hivemind.proto.runtime_pb2")
    kinds = "NONE FLOAT16 MEANSTD_16BIT QUANTILE_8BIT UNIFORM_8BIT BLOCKWISE_8BIT".split()
    messages.CompressionType = types.SimpleNamespace(**{each: number for number, each in enumerate(kinds)})
    messages.Tensor = types.SimpleNamespace
    for number, each in enumerate(kinds):
        setattr(messages, each, number)
    proto = types.ModuleType("hivemind.proto")
    proto.runtime_pb2 = messages
    utils = types.ModuleType("hivemind.utils")
    utils.__path__ = []
    sys.modules.update(
        {
            "hivemind": package,
            "hivemind.proto": proto,
            "hivemind.proto.runtime_pb2": messages,
            "hivemind.utils": utils,
            "hivemind.utils.tensor_descr": _Anything("hivemind.utils.tensor_descr"),
            "hivemind.utils.streaming": _Anything("hivemind.utils.streaming"),
        }
    )
    compression = types.ModuleType("hivemind.compression")
    compression.__path__ = [f"{folder}/hivemind/compression"]
    sys.modules["hivemind.compression"] = compression
    from hivemind.compression import floating, quantization  # type: ignore[attr-defined]

    kind = getattr(quantization, name, None) or getattr(floating, name)
    if name == "BlockwiseQuantization":
        importlib.import_module("bitsandbytes")  # else it is missed at the first message only

    def send(gradient: torch.Tensor, seed: int) -> list[torch.Tensor]:
        buffer = kind().compress(gradient, None).buffer
        return [torch.frombuffer(bytearray(buffer), dtype=torch.uint8)]

    def receive(received: list[torch.Tensor], shape: tuple[int, int]) -> torch.Tensor:
        buffer = received[0].numpy().tobytes()
        return kind().extract(messages.Tensor(buffer=buffer, size=shape, dtype="float32", requires_grad=False))

    serve(Contestant(f"hivemind {name}", f"{commit(folder)}, numpy {np.__version__}", send, receive))


if __name__ == "__main__":
    main(*sys.argv[1:])

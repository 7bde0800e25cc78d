#!/usr/bin/env python3
"""Reads and writes recorded gradients as safetensors files, and records those of a small PyTorch model.

    corpus/record.py FOLDER        trains a perceptron on the digits of the repository and writes FOLDER/pytorch-mlp-digits

Reading and writing need NumPy only. In a training of your own, after backward():

    record.write("run/gradient-100-0.safetensors", {"training": "run", "kind": "gradient", "step": 100, "worker": 0},
                 {name: p.grad.numpy() for name, p in model.named_parameters()})
"""
import csv
import json
import pathlib
import sys

import numpy

DIGITS = "convergence/harness/src/main/resources/org/tersegrad/convergence/data/digits.csv"
STEPS = (0, 100, 1000)


def write(path, metadata, tensors):
    """Writes arrays by name, as 32-bit floats."""
    header = {"__metadata__": {key: str(value) for key, value in metadata.items()}}
    parts = []
    end = 0
    for name, values in tensors.items():
        data = numpy.ascontiguousarray(values, dtype="<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(numpy.shape(values)), "data_offsets": [end, end + len(data)]}
        parts.append(data)
        end += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(parts))


def read(path):
    """Returns the metadata and the arrays of a file by name."""
    data = pathlib.Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    metadata = header.pop("__metadata__", {})
    return metadata, {
        name: numpy.frombuffer(data[start + t["data_offsets"][0] : start + t["data_offsets"][1]], "<f4").reshape(t["shape"])
        for name, t in header.items()
    }


def train(folder, seed=1):
    """Trains with Adam on batches of 16 and writes gradients and Adam's first moments."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    with open(pathlib.Path(__file__).resolve().parent.parent / DIGITS) as file:
        rows = [row for row in csv.reader(file) if row[1] in ("train", "val")]
    pixels = torch.tensor([[float(p) / 16 for p in row[4:]] for row in rows])
    labels = torch.tensor([int(row[3]) for row in rows])
    model = torch.nn.Sequential(
        torch.nn.Linear(64, 128), torch.nn.GELU(), torch.nn.LayerNorm(128), torch.nn.Linear(128, 10)
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
    facts = {"model": "64-128-10, GELU, LayerNorm", "data": "digits", "optimizer": "adam", "seed": seed}
    for step in range(STEPS[-1] + 1):
        batch = torch.randint(len(rows), (16,))
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(pixels[batch]), labels[batch]).backward()
        optimizer.step()
        if step not in STEPS:
            continue
        named = dict(model.named_parameters())
        for kind, of in (("gradient", lambda p: p.grad), ("momentum", lambda p: optimizer.state[p]["exp_avg"])):
            metadata = {"training": "pytorch-mlp-digits", "kind": kind, "step": step, "worker": 0}
            metadata.update(facts, pytorch=torch.__version__)
            path = pathlib.Path(folder) / metadata["training"] / f"{kind}-{step}-0.safetensors"
            write(path, metadata, {name: of(p).detach().numpy() for name, p in named.items()})


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("record.py takes one folder, such as gradients.")
    train(sys.argv[1])

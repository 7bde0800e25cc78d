#!/usr/bin/env python3
"""The jobs of our compressors in PyTorch, on one thread, as rows of a benchmark record.

Prints CSV in the columns of bench/results, or a sentence where PyTorch is not installed. `./tersegrad bench --report` gives
it the floats of our own benchmarks; without that file they are drawn here, independent normal numbers as well.

What PyTorch returns is tensors: values and 64-bit indices, a byte array. We write a finished message, so our side does
a little more. It is how a gradient hook in PyTorch would do it, with preallocated outputs where the operators take them.
"""
import argparse
import math
import platform
import sys
import time

COLUMNS = "jdk,benchmark,parameter,elements,ns_per_element,error,over_read,bytes_per_element"
# Student's t for 99.9 % and four degrees of freedom, as JMH takes it for five iterations.
T_999 = 8.610
ITERATIONS = 5


def topk(torch, gradient):
    magnitudes = torch.empty_like(gradient)
    count = int(0.01 * gradient.numel())

    def job():
        torch.abs(gradient, out=magnitudes)
        indices = torch.topk(magnitudes, count, sorted=False).indices
        return gradient[indices], indices

    values, indices = job()
    assert values.numel() == count and values.abs().min() >= gradient.abs().kthvalue(gradient.numel() - count).values
    return job


def sign(torch, gradient):
    import numpy

    floats = gradient.numpy()

    def job():
        return numpy.packbits(numpy.signbit(floats), bitorder="little")

    assert (numpy.unpackbits(job(), bitorder="little") == (floats < 0)).all()
    return job


def int8(torch, gradient):
    scaled = torch.empty_like(gradient)
    levels = torch.empty(gradient.shape, dtype=torch.int8)

    def job():
        scale = max(-gradient.min().item(), gradient.max().item()) / 127
        torch.mul(gradient, 1 / scale, out=scaled)
        levels.copy_(scaled.round_())
        return levels, scale

    _, scale = job()
    assert (levels * scale - gradient).abs().max() <= 0.5001 * scale
    return job


def power_sgd_step(torch, gradient):
    """Rank 4: P = orthonormal(M Q), then Q = M^T P, as in the paper."""
    side = math.isqrt(gradient.numel())
    matrix = gradient.view(side, side)
    start = torch.randn(side, 4)
    left = torch.empty(side, 4)
    right = torch.empty(side, 4)

    def job():
        torch.matmul(matrix, start, out=left)
        basis = torch.linalg.qr(left).Q
        torch.matmul(matrix.t(), basis, out=right)
        return basis, right

    basis, _ = job()
    assert (basis.t() @ basis - torch.eye(4)).abs().max() < 1e-4
    return job


JOBS = [
    ("topk", "gradient=GAUSSIAN recipe=topk(0.01)", (1 << 20, 1 << 24), topk),
    ("sign", "gradient=GAUSSIAN recipe=sign(scaled=false)", (1 << 20, 1 << 24), sign),
    ("int8", "gradient=GAUSSIAN recipe=int8(nearest)", (1 << 20, 1 << 24), int8),
    ("powerSgdStep", "", (1 << 24,), power_sgd_step),
]


def floats(torch, file, count):
    if file is None:
        return torch.randn(count)
    import numpy

    return torch.from_numpy(numpy.fromfile(file, dtype="<f4", count=count))


def nanoseconds(job, seconds):
    """Mean time of a call in each of a few iterations, after as many to warm up."""
    means = []
    for iteration in range(2 * ITERATIONS):
        start = time.perf_counter_ns()
        calls = 0
        while calls == 0 or time.perf_counter_ns() - start < seconds * 1e9:
            job()
            calls += 1
        if iteration >= ITERATIONS:
            means.append((time.perf_counter_ns() - start) / calls)
    return means


def blas():
    """Which library multiplies: the reference one that Debian installs by default is several times slower than OpenBLAS."""
    try:
        with open("/proc/self/maps") as maps:
            names = {line.split("/")[-2:][0] + "/" + line.split("/")[-1].strip() for line in maps if "blas" in line.lower()}
    except OSError:
        return "unknown BLAS"
    return " and ".join(sorted(names)) or "built-in BLAS"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.2, help="of one iteration; there are ten for each row")
    parser.add_argument("--floats", help="a file of little-endian floats, as many as the largest job needs or more")
    arguments = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("PyTorch is not installed for " + sys.executable)
        return
    torch.set_num_threads(1)
    torch.manual_seed(1)
    version = torch.__version__.split("+")[0]
    print(f"# PyTorch: {version} on Python {platform.python_version()}, {blas()}, one thread")
    print(COLUMNS)
    for name, parameter, sizes, prepare in JOBS:
        for elements in sizes:
            means = nanoseconds(prepare(torch, floats(torch, arguments.floats, elements)), arguments.seconds)
            mean = sum(means) / len(means)
            deviation = math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) - 1))
            error = T_999 * deviation / math.sqrt(len(means))
            print(f"torch {version},Torch.{name},{parameter},{elements},{mean / elements:.4f},{error / elements:.4f},,", flush=True)


if __name__ == "__main__":
    main()

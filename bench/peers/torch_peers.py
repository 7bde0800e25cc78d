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
# A batch of 16 images.
LEAST_FLOATS = 16 * 28 * 28


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


def cast(dtype_name):
    def prepare(torch, gradient):
        halves = torch.empty(gradient.shape, dtype=getattr(torch, dtype_name))

        def job():
            return halves.copy_(gradient)

        assert (job().float() - gradient).abs().max() <= gradient.abs().max() / 256
        return job

    return prepare


def threshold(torch, gradient):
    limit = 2.5

    def job():
        indices = (gradient.abs() > limit).nonzero().view(-1)
        return gradient[indices], indices

    values, _ = job()
    assert 0 < values.numel() < gradient.numel() / 50 and values.abs().min() > limit
    return job


def onebit(torch, gradient):
    """Signs, and the mean of each sign's floats."""
    import numpy

    def job():
        negative = gradient < 0
        below = gradient[negative].mean()
        above = gradient[~negative].mean()
        return numpy.packbits(negative.numpy(), bitorder="little"), below, above

    _, below, above = job()
    assert below < 0 < above
    return job


def qsgd(torch, gradient):
    """Seven levels of the whole vector's Euclidean norm, rounded at random."""
    scaled = torch.empty_like(gradient)
    chances = torch.empty_like(gradient)
    levels = torch.empty(gradient.shape, dtype=torch.int8)

    def job():
        norm = gradient.norm().item()
        torch.mul(gradient, 7 / norm, out=scaled)
        chances.uniform_()
        levels.copy_(scaled.add_(chances).floor_())
        return levels, norm

    _, norm = job()
    assert abs((levels.float().mul_(norm / 7) * gradient).sum() / norm**2 - 1) < 0.2
    return job


def terngrad(torch, gradient):
    """-1, 0 or 1 times the largest magnitude, rounded at random."""
    scaled = torch.empty_like(gradient)
    chances = torch.empty_like(gradient)
    trits = torch.empty(gradient.shape, dtype=torch.int8)

    def job():
        scale = max(-gradient.min().item(), gradient.max().item())
        torch.mul(gradient, 1 / scale, out=scaled)
        chances.uniform_()
        trits.copy_(scaled.add_(chances).floor_())
        return trits, scale

    job()
    assert trits.min() == -1 and trits.max() == 1
    return job


def sign_with_memory(torch, gradient):
    """EF-signSGD: the signs of memory + gradient, their mean magnitude, and a memory of what was not sent."""
    import numpy

    memory = torch.zeros_like(gradient)
    sent = torch.empty_like(gradient)

    def job():
        memory.add_(gradient)
        scale = memory.abs().mean()
        bits = numpy.packbits(numpy.signbit(memory.numpy()), bitorder="little")
        torch.sign(memory, out=sent)
        memory.sub_(sent.mul_(scale))
        return bits, scale

    for _ in range(20):
        job()
    assert memory.abs().max() > 0 and memory.isfinite().all()
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


def gradient_of(make):
    """Loss and gradient of a batch of 16 images of 28 x 28."""

    def prepare(torch, pixels):
        model = make(torch.nn)
        images = pixels[: 16 * 28 * 28].view(16, 1, 28, 28)
        labels = torch.arange(16) % 8
        loss_of = torch.nn.CrossEntropyLoss()

        def job():
            model.zero_grad(set_to_none=False)
            loss = loss_of(model(images), labels)
            loss.backward()
            return loss

        assert job().isfinite()
        return job

    return prepare


def mlp(nn):
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))


def cnn(nn):
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
        nn.Conv2d(8, 16, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
        nn.Flatten(), nn.Linear(16 * 7 * 7, 10))


BOTH = (1 << 20, 1 << 24)
JOBS = [
    ("topk", "gradient=GAUSSIAN recipe=topk(0.01)", BOTH, topk),
    ("threshold", "gradient=GAUSSIAN recipe=threshold(2.5)", BOTH, threshold),
    ("bf16", "gradient=GAUSSIAN recipe=bf16", BOTH, cast("bfloat16")),
    ("half", "gradient=GAUSSIAN recipe=half", BOTH, cast("float16")),
    ("sign", "gradient=GAUSSIAN recipe=sign(scaled=false)", BOTH, sign),
    ("onebit", "gradient=GAUSSIAN recipe=onebit", BOTH, onebit),
    ("int8", "gradient=GAUSSIAN recipe=int8(nearest)", BOTH, int8),
    ("qsgd", "gradient=GAUSSIAN recipe=qsgd(levels=7)", BOTH, qsgd),
    ("terngrad", "gradient=GAUSSIAN recipe=terngrad", BOTH, terngrad),
    ("signWithMemory", "recipe=sign", BOTH, sign_with_memory),
    ("powerSgdStep", "", (1 << 24,), power_sgd_step),
    # A batch is one job, whatever its size.
    ("gradient", "model=mlp(256)", (1,), gradient_of(mlp)),
    ("gradient", '"model=cnn(8,16)"', (1,), gradient_of(cnn)),
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


def blas(torch):
    """Which library multiplies: the reference one that Debian installs by default is several times slower than OpenBLAS."""
    if torch.backends.mkl.is_available():
        return "MKL"
    try:
        with open("/proc/self/maps") as maps:
            names = {"/".join(line.strip().split("/")[-2:]) for line in maps if "blas" in line.lower()}
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
    print(f"# PyTorch: {version} on Python {platform.python_version()}, {blas(torch)}, one thread")
    print(COLUMNS)
    for name, parameter, sizes, prepare in JOBS:
        for elements in sizes:
            numbers = floats(torch, arguments.floats, max(elements, LEAST_FLOATS))
            means = nanoseconds(prepare(torch, numbers), arguments.seconds)
            mean = sum(means) / len(means)
            deviation = math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) - 1))
            error = T_999 * deviation / math.sqrt(len(means))
            print(f"torch {version},Torch.{name},{parameter},{elements},{mean / elements:.4f},{error / elements:.4f},,", flush=True)


if __name__ == "__main__":
    main()

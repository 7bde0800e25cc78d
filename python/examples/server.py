"""A parameter server: receives a frame from each worker, averages, answers with a frame; step after step.

    python3 examples/server.py --workers 4 --lengths 7840 10 --port 24711

A worker, on the JVM or in Python, connects once. In every step it sends a frame with a payload for each tensor and reads the
mean of all workers, a frame of dense payloads. When the workers close their connections, the server ends.
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs from a checkout

import tersegrad

#: How long a worker may take for a step.
_PATIENCE_SECONDS = 600


def receive(connection: socket.socket, count: int) -> bytes:
    """Exactly ``count`` bytes; nothing if the other side has closed before the first of them."""
    parts = []
    left = count
    while left:
        part = connection.recv(min(left, 1 << 20))
        if not part:
            if left == count:
                return b""
            raise ConnectionError(f"the connection was closed after {count - left} of {count} bytes")
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def receive_frame(connection: socket.socket, lengths: list[int], most: int) -> "tersegrad.Frame | None":
    """The next frame of at most so many bytes; nothing if the other side has closed."""
    header = receive(connection, tersegrad.HEADER_BYTES)
    if not header:
        return None
    rest = tersegrad.message_bytes(header, most) - len(header)
    return tersegrad.Frame.read(header + receive(connection, rest), lengths)


def step(connections: list[socket.socket], lengths: list[int]) -> bool:
    """One step with all workers; says whether there was one. The mean does not depend on who sends first."""
    means = [np.zeros(length, np.float32) for length in lengths]
    most = 1024 + sum(64 + 9 * length for length in lengths)  # more than twice the bytes of the floats
    ended = 0
    for worker, connection in enumerate(connections):
        try:
            frame = receive_frame(connection, lengths, most)
            for payload, mean in zip(frame or (), means):
                payload.add_to(mean, 1 / len(connections))
        except (tersegrad.MalformedInput, ValueError, OSError) as refused:
            raise SystemExit(f"worker {worker}: {refused}") from None
        ended += frame is None
    if ended not in (0, len(connections)):
        raise SystemExit(f"{ended} of {len(connections)} workers have gone")
    if ended:
        return False
    answer = tersegrad.Frame([tersegrad.write_dense(mean) for mean in means]).to_bytes()
    for connection in connections:
        connection.sendall(answer)
    return True


def serve(listener: socket.socket, workers: int, lengths: list[int]) -> int:
    """Waits for the workers and serves them until they close; returns the number of steps."""
    with contextlib.ExitStack() as stack:
        connections = []
        for _ in range(workers):
            connection = stack.enter_context(listener.accept()[0])
            connection.settimeout(_PATIENCE_SECONDS)
            connections.append(connection)
        steps = 0
        while step(connections, lengths):
            steps += 1
        return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, required=True, help="how many there are")
    parser.add_argument("--lengths", type=int, nargs="+", required=True, help="elements of each tensor, in order")
    parser.add_argument("--host", default="localhost", help="address to listen at; the default serves this machine only")
    parser.add_argument("--port", type=int, default=0, help="port to listen at; by default a free one")
    arguments = parser.parse_args()
    try:
        with socket.create_server((arguments.host, arguments.port)) as listener:
            print(f"listening at port {listener.getsockname()[1]}", flush=True)
            print(f"{serve(listener, arguments.workers, arguments.lengths)} steps", flush=True)
    except OSError as failed:
        raise SystemExit(str(failed)) from None


if __name__ == "__main__":
    main()

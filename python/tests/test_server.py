"""The example of a server: workers in threads get the mean of what they send."""

from __future__ import annotations

import importlib.util
import socket
import struct
import threading
import unittest
from pathlib import Path
from typing import Any, Callable

import numpy as np

import tersegrad

_LENGTHS = [100, 7]


def _load() -> Any:
    path = Path(__file__).resolve().parents[1] / "examples/server.py"
    spec = importlib.util.spec_from_file_location("server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


server = _load()


class Serving:
    """A server in a thread of its own, for so many workers."""

    def __init__(self, workers: int):
        self._listener = socket.create_server(("localhost", 0))
        self.result: object = None
        self._thread = threading.Thread(target=self._run, args=(workers,))
        self._thread.start()

    def _run(self, workers: int) -> None:
        try:
            with self._listener:
                self.result = server.serve(self._listener, workers, _LENGTHS)
        except SystemExit as e:
            self.result = str(e)

    def connect(self) -> socket.socket:
        connection = socket.create_connection(self._listener.getsockname())
        connection.settimeout(600)
        return connection

    def join(self) -> object:
        self._thread.join(600)
        return self.result


class ServerTest(unittest.TestCase):
    def test_workers_get_the_mean(self) -> None:
        serving = Serving(3)
        connections = [serving.connect() for _ in range(3)]
        for step in range(2):
            for worker, connection in enumerate(connections):
                signs = tersegrad.write_signs([True] * 7, worker + step)
                sparse = tersegrad.write_sparse(100, [worker], [3])
                connection.sendall(tersegrad.Frame([sparse, signs]).to_bytes())
            for connection in connections:
                weights, bias = server.receive_frame(connection, _LENGTHS, 10_000)
                self.assertEqual([1, 1, 1, 0], weights.decode()[:4].tolist())
                np.testing.assert_allclose(bias.decode(), -(1 + step), rtol=1e-6)
        for connection in connections:
            connection.close()
        self.assertEqual(2, serving.join())

    def _single(self, talk: Callable[[socket.socket], None]) -> str:
        serving = Serving(1)
        with serving.connect() as connection:
            talk(connection)
            connection.shutdown(socket.SHUT_WR)
            result = str(serving.join())
        return result

    def test_what_is_no_frame_ends_the_server_with_one_line(self) -> None:
        self.assertEqual(
            "worker 0: malformed input at byte 0: a message begins with the letters Tg or Tf",
            self._single(lambda connection: connection.sendall(b"GET / HTTP/1.1\r\n")),
        )
        huge = struct.pack("<2sHIII", b"Tf", 1, 2, (1 << 32) - 1, 0)
        self.assertIn("4294967295 bytes; here is room for", self._single(lambda connection: connection.sendall(huge)))
        cut = tersegrad.Frame([]).to_bytes()[:10]
        self.assertEqual(
            "worker 0: the connection was closed after 10 of 16 bytes",
            self._single(lambda connection: connection.sendall(cut)),
        )
        increment = tersegrad.as_increment(tersegrad.write_dense(np.zeros(100)))
        frame = tersegrad.Frame([increment, tersegrad.write_dense(np.zeros(7))]).to_bytes()
        self.assertIn("is an increment", self._single(lambda connection: connection.sendall(frame)))

    def test_a_worker_that_goes_alone_is_noticed(self) -> None:
        serving = Serving(2)
        with serving.connect() as stays:
            serving.connect().close()
            frame = tersegrad.Frame([tersegrad.write_dense(np.zeros(length)) for length in _LENGTHS])
            stays.sendall(frame.to_bytes())
            stays.shutdown(socket.SHUT_WR)
            self.assertEqual("1 of 2 workers have gone", serving.join())


if __name__ == "__main__":
    unittest.main()

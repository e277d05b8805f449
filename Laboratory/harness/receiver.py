"""A receiver of webhooks and notifications on a real socket."""

import http.server
import json
import queue
import threading
from collections.abc import Callable
from typing import Self

from .shapes import JSON
from .waiting import PATIENCE


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # With fewer, deliveries that come together wait for a repeated SYN.


class Receiver:
    """Receives deliveries into `got`. `answers` holds the statuses of the next answers."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.answers: list[int] = []
        self.before_answer: Callable[[], object] = lambda: None
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                body = self.rfile.read(length)
                if len(body) < length:
                    return  # The sender died.
                receiver.receive({name.lower(): value for name, value in self.headers.items()}, body)
                receiver.before_answer()
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hooks"

    def receive(self, headers: dict[str, str], body: bytes) -> None:
        self.got.put((headers, body))

    def next(self) -> tuple[dict[str, str], bytes, JSON]:
        headers, body = self.got.get(timeout=PATIENCE)
        return headers, body, json.loads(body)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

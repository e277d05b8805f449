"""HTTP requests of an app, a browser or Apple, over connections that may break."""

import email.message
import http.client
import json
import select
import socket
import ssl
import threading
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import Self, TypeVar, Unpack

from .shapes import JSON, Request
from .waiting import PATIENCE

Result = TypeVar("Result")

FORM = "application/x-www-form-urlencoded"


def port_of(url: str) -> int:
    port = urllib.parse.urlsplit(url).port
    assert port is not None, f"{url} names no port"
    return port


class Answer:
    """The status, headers and body of a complete answer."""

    def __init__(self, status: int, headers: email.message.Message, body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> JSON:
        return json.loads(self.body) if self.body else None

    @property
    def code(self) -> str | None:
        """The stable code of a refusal, or None for any other answer."""
        try:
            found: str | None = self.json.get("error")
            return found
        except (ValueError, AttributeError):
            return None

    def __repr__(self) -> str:
        return f"{self.status} {self.code or ''}".strip()


class Connection:
    """A persistent connection to a port of 127.0.0.1. It is reopened if it breaks, or if the program ended it while it was idle."""

    def __init__(self, port: int, timeout: float = PATIENCE, tls: ssl.SSLContext | None = None) -> None:
        """`tls` is the context of a connection with TLS."""
        self.inner = (
            http.client.HTTPSConnection("127.0.0.1", port, timeout=timeout, context=tls)
            if tls
            else http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        )

    def send(
        self,
        method: str,
        path: str,
        body: JSON = None,
        form: Mapping[str, str] | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        headers = dict(headers or {})
        content = None
        if body is not None:
            content, headers["Content-Type"] = json.dumps(body), "application/json"
        elif form is not None:
            content, headers["Content-Type"] = urllib.parse.urlencode(form), FORM
        if token:
            headers["Authorization"] = f"Bearer {token}"
        # The programs end a connection that is idle for ten seconds. Before a request, nothing else can be read.
        if self.inner.sock is not None and select.select([self.inner.sock], [], [], 0)[0]:
            self.inner.close()
        try:
            self.inner.request(method, path, content, headers)
            reply = self.inner.getresponse()
            return Answer(reply.status, reply.msg, reply.read())
        except (OSError, http.client.HTTPException):
            self.inner.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.inner.close()


def send(
    port: int, method: str, path: str, timeout: float = PATIENCE, tls: ssl.SSLContext | None = None, **more: Unpack[Request]
) -> Answer | None:
    """Sends one request on a new connection. Returns None if there is no complete answer."""
    try:
        with Connection(port, timeout, tls) as connection:
            return connection.send(method, path, **more)
    except (OSError, http.client.HTTPException):
        return None


def at_once(calls: Sequence[Callable[[], Result]]) -> list[Result | None]:
    """Runs calls in threads that start together, and returns their results in order: None for one that failed."""
    gate = threading.Barrier(len(calls))
    results: list[Result | None] = [None] * len(calls)

    def run(place: int, call: Callable[[], Result]) -> None:
        gate.wait()
        results[place] = call()

    threads = [threading.Thread(target=run, args=entry) for entry in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class Line:
    """A connection with separate sending and reading, so that many requests can be sent before an answer is read."""

    def __init__(self, port: int, host: str = "127.0.0.1", name: str = "localhost") -> None:
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.name = name

    def send(self, octets: bytes) -> None:
        self.socket.sendall(octets)

    def post(self, path: str, media_type: str, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send(self.request(path, media_type, body, headers))

    def request(self, path: str, media_type: str, body: bytes, headers: Mapping[str, str] | None = None) -> bytes:
        more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        return (
            f"POST {path} HTTP/1.1\r\nHost: {self.name}\r\nContent-Type: {media_type}\r\n{more}Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    def read(self) -> Answer:
        reply = http.client.HTTPResponse(self.socket, method="POST")
        reply.begin()
        return Answer(reply.status, reply.msg, reply.read())

    def close(self) -> None:
        self.socket.close()


def race(lines: Sequence[Line], path: str, media_type: str, body: bytes, headers: Mapping[str, str] | None = None) -> list[Answer]:
    """Posts the same on every line. No request is complete before all of them are sent except for the last octet."""
    return finish_at_once(lines, [line.request(path, media_type, body, headers) for line in lines])


def finish_at_once(lines: Sequence[Line], requests: Sequence[bytes], after_first: Callable[[], object] = lambda: None) -> list[Answer]:
    """Sends a request on each line, in order. None is complete before all of them are sent except for the last octet.

    `after_first` gives the first request a head start.
    """
    for line, request in zip(lines, requests):
        line.send(request[:-1])
    lines[0].send(requests[0][-1:])
    after_first()
    for line, request in zip(lines[1:], requests[1:]):
        line.send(request[-1:])
    return [line.read() for line in lines]

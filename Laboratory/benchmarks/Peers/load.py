"""The client: sends requests over a number of connections, and reads the servers' clocks before and after.

It is one thread with epoll that reads only status and length of an answer, because an asyncio client takes longer for a
request than some of the servers. It runs in a process of its own (`Sender`).
"""

import concurrent.futures
import dataclasses
import gc
import json
import multiprocessing
import re
import select
import socket
import time

import processes

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 60  # seconds without any answer until a server is given up


def request(method, path, body=None, headers=()):
    """Returns the octets of a request."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in dict(headers).items())]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


@dataclasses.dataclass
class Answer:
    status: int
    body: bytes
    seconds: float

    @property
    def json(self):
        return json.loads(self.body)


@dataclasses.dataclass
class Outcome:
    """The answers to the requests, in order, with the time they took."""

    answers: list
    seconds: float
    servers: float  # processor time of the servers in seconds
    client: float  # processor time of this process in seconds


class Line:
    """One connection, opened on demand."""

    def __init__(self, port, poll, lines):
        self.port, self.poll, self.lines, self.socket = port, poll, lines, None
        self.is_waiting = False

    def send(self, place, octets):
        self.place, self.received, self.begun, self.is_waiting = place, b"", time.perf_counter(), True
        if self.socket is None:
            self.open()
        try:
            self.socket.sendall(octets)
        except OSError:
            # The server closed the connection while it was idle.
            self.close()
            self.open()
            self.socket.sendall(octets)

    def open(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # With a timeout, Python polls before each call, although epoll has already reported data.
        self.socket.settimeout(None)
        self.lines[self.socket.fileno()] = self
        self.poll.register(self.socket.fileno(), select.EPOLLIN)

    def close(self):
        if self.socket is not None:
            del self.lines[self.socket.fileno()]
            self.poll.unregister(self.socket.fileno())
            self.socket.close()
            self.socket = None

    def read(self):
        """Returns the answer once it is complete, else None. A server may close an idle connection."""
        if not self.is_waiting:
            return self.close()
        try:
            octets = self.socket.recv(65_536)
        except ConnectionError:
            octets = b""
        self.received += octets
        end = self.received.find(b"\r\n\r\n")
        length = LENGTH.search(self.received, 0, end) if end > 0 else None
        if length is None or len(self.received) < end + 4 + int(length[1]):
            if octets and (end < 0 or length):
                return None
            # The server closed the connection too early, or does not state the length of its answer.
            self.close()
            self.is_waiting = False
            return Answer(0, self.received, time.perf_counter() - self.begun)
        seconds, self.is_waiting = time.perf_counter() - self.begun, False
        if b"\r\nconnection: close" in self.received[:end].lower():
            self.close()
        return Answer(int(self.received[9:12]), self.received[end + 4 :], seconds)


def drive(lines, requests, answers):
    """Sends each request as soon as one of the lines is free."""
    poll, busy = lines[0].poll, lines[0].lines
    waiting, left = iter(enumerate(requests)), len(requests)
    for line, (place, octets) in zip(lines, waiting):
        line.send(place, octets)
    while left:
        events = poll.poll(PATIENCE)
        if not events:
            raise SystemExit(f"peers: no answer within {PATIENCE} s")
        for file, _ in events:
            line = busy.get(file)
            found = line.read() if line else None
            if found:
                answers[line.place] = found
                left -= 1
                following = next(waiting, None)
                if following:
                    line.send(*following)


def send(port, connections, requests, servers=(), first=None):
    """Sends every request over this many connections. Before the clocks are read, each connection may send `first`.

    If there are several ports, they share the connections equally.
    """
    ports = port if isinstance(port, tuple) else (port,)
    with select.epoll() as poll:
        lines = {}
        free = [Line(ports[place % len(ports)], poll, lines) for place in range(min(connections, len(requests)))]
        if first is not None:
            drive(free, [first] * len(free), [None] * len(free))
        answers = [None] * len(requests)
        gc.disable()
        before, own, begun = processes.spent(servers), time.process_time(), time.perf_counter()
        drive(free, requests, answers)
        outcome = Outcome(answers, time.perf_counter() - begun, processes.spent(servers) - before, time.process_time() - own)
        gc.enable()
        for line in free:
            line.close()
    return outcome


def ask(port, octets):
    """Sends one request from this process."""
    return send(port, 1, [octets]).answers[0]


class Sender:
    """Runs `send` in a process of its own."""

    def __init__(self):
        self.pool = concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))

    def send(self, *arguments, **more):
        return self.pool.submit(send, *arguments, **more).result()

    def stop(self):
        self.pool.shutdown()

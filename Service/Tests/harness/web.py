"""HTTP requests of an app, a browser or Apple, over connections that may break."""
import http.client
import json
import socket
import threading
import urllib.parse

from .waiting import PATIENCE

FORM = "application/x-www-form-urlencoded"


class Answer:
    """The status, headers and body of a complete answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body) if self.body else None

    @property
    def code(self):
        """The stable code of a refusal, or None for any other answer."""
        try:
            return self.json.get("error")
        except (ValueError, AttributeError):
            return None

    def __repr__(self):
        return f"{self.status} {self.code or ''}".strip()


class Connection:
    """A persistent connection to a port of 127.0.0.1. It is reopened if it breaks."""

    def __init__(self, port, timeout=PATIENCE, tls=None):
        """`tls` is the context of a connection with TLS."""
        self.inner = (http.client.HTTPSConnection("127.0.0.1", port, timeout=timeout, context=tls) if tls
                      else http.client.HTTPConnection("127.0.0.1", port, timeout=timeout))

    def send(self, method, path, body=None, form=None, token=None, headers=None):
        headers = dict(headers or {})
        content = None
        if body is not None:
            content, headers["Content-Type"] = json.dumps(body), "application/json"
        elif form is not None:
            content, headers["Content-Type"] = urllib.parse.urlencode(form), FORM
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            self.inner.request(method, path, content, headers)
            reply = self.inner.getresponse()
            return Answer(reply.status, reply.msg, reply.read())
        except (OSError, http.client.HTTPException):
            self.inner.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.inner.close()


def send(port, method, path, timeout=PATIENCE, tls=None, **more):
    """Sends one request on a new connection. Returns None if there is no complete answer."""
    try:
        with Connection(port, timeout, tls) as connection:
            return connection.send(method, path, **more)
    except (OSError, http.client.HTTPException):
        return None


def at_once(calls):
    """Runs calls in threads that start together, and returns their results in order."""
    gate, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
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

    def __init__(self, port, host="127.0.0.1", name="localhost"):
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.name = name

    def send(self, octets):
        self.socket.sendall(octets)

    def post(self, path, media_type, body, headers=()):
        self.send(self.request(path, media_type, body, headers))

    def request(self, path, media_type, body, headers=()):
        more = "".join(f"{name}: {value}\r\n" for name, value in dict(headers).items())
        return (f"POST {path} HTTP/1.1\r\nHost: {self.name}\r\nContent-Type: {media_type}\r\n{more}"
                f"Content-Length: {len(body)}\r\n\r\n").encode() + body

    def read(self):
        reply = http.client.HTTPResponse(self.socket, method="POST")
        reply.begin()
        return Answer(reply.status, reply.msg, reply.read())

    def close(self):
        self.socket.close()


def race(lines, path, media_type, body, headers=()):
    """Posts the same on every line. No request is complete before all of them are sent except for the last octet."""
    return finish_at_once(lines, [line.request(path, media_type, body, headers) for line in lines])


def finish_at_once(lines, requests, after_first=lambda: None):
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

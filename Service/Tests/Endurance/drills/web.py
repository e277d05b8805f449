"""HTTP with a connection that may break: what an app, a browser or Apple sends."""
import http.client
import json
import socket
import threading
import urllib.parse


class Answer:
    """Status, fields and body of an answer that arrived whole."""

    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    @property
    def json(self):
        return json.loads(self.body) if self.body else None

    @property
    def code(self):
        """The stable code of a refusal; None for anything else."""
        try:
            return self.json.get("error")
        except (ValueError, AttributeError):
            return None

    def __repr__(self):
        return f"{self.status} {self.code or ''}".strip()


def send(port, method, path, body=None, form=None, token=None, headers=None, timeout=60):
    """One request on a connection of its own; None when no whole answer came."""
    fields = dict(headers or {})
    content = None
    if body is not None:
        content, fields["Content-Type"] = json.dumps(body), "application/json"
    if form is not None:
        content, fields["Content-Type"] = urllib.parse.urlencode(form), "application/x-www-form-urlencoded"
    if token:
        fields["Authorization"] = f"Bearer {token}"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, content, fields)
        answer = connection.getresponse()
        return Answer(answer.status, answer.msg, answer.read())
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def at_once(calls):
    """Runs calls in threads that start together, and gives their results in order."""
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
    """One connection: sends now, reads later, so that many requests are on their way before the first is answered."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def send(self, path, media_type, body, headers=()):
        more = "".join(f"{name}: {value}\r\n" for name, value in headers)
        self.socket.sendall(
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\n{more}"
            f"Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def read(self):
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        fields = http.client.HTTPMessage()
        for line in lines:
            name, value = line.split(":", 1)
            fields[name] = value.strip()
        length = int(fields.get("Content-Length", 0))
        while len(self.buffer) < length:
            self._more()
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return Answer(int(first.split()[1]), fields, body)

    def _more(self):
        received = self.socket.recv(65_536)
        if not received:
            raise ConnectionError("the service closed a connection")
        self.buffer += received

    def close(self):
        self.socket.close()

"""The round trips between the service and a PostgreSQL server."""

import contextlib
import select
import socket
import socketserver
import threading
import time
import urllib.parse


class RoundTrips(socketserver.ThreadingTCPServer):
    """A proxy for a PostgreSQL server. `count` grows whenever the service sends after it was answered.

    An answer is passed on once the service waits for it. So everything that the service sends without waiting is one
    round trip, however fast the server is, and however many packets there are.
    """

    daemon_threads = True

    def __init__(self, url):
        """`url` is the address of a database on the server."""
        super().__init__(("127.0.0.1", 0), Connection)
        parts = urllib.parse.urlsplit(url)
        self.upstream = (parts.hostname, parts.port or 5432)
        user, at, _ = parts.netloc.rpartition("@")
        self.url = parts._replace(netloc=f"{user}{at}127.0.0.1:{self.server_address[1]}").geturl()
        self.count, self.passed, self.lock = 0, 0, threading.Lock()
        self.wait, self.connections = lambda: None, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def settle(self):
        """Returns when the service is quiet and waits for no answer."""
        while True:
            passed = self.passed
            self.wait()
            if not self.owes() and self.passed == passed:
                return
            time.sleep(0.002)

    def owes(self):
        """Whether an answer has not been passed on, or something that the service sent has not even been read."""
        with self.lock:
            return any(each.is_owed or has_arrived(each.request) for each in self.connections)


class Connection(socketserver.BaseRequestHandler):
    """A connection of the service to the server."""

    is_owed = False

    def handle(self):
        trips = self.server
        with trips.lock:
            trips.connections.append(self)
        try:
            with contextlib.suppress(ConnectionError), socket.create_connection(trips.upstream) as database:
                for each in (self.request, database):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while self.pass_one(database):
                    pass
        finally:
            with trips.lock:
                trips.connections.remove(self)

    def pass_one(self, database):
        """Passes on what arrived first. Returns whether both ends go on."""
        select.select([self.request, database], [], [])
        if not has_arrived(self.request):
            self.server.wait()
            # Only now is it certain that the service sends nothing more.
            if not has_arrived(self.request):
                return self.answer(database)
        with self.server.lock:
            sent = self.request.recv(1 << 16)
            if sent and not self.is_owed:
                self.server.count += 1
                self.is_owed = True
        database.sendall(sent)
        return sent != b""

    def answer(self, database):
        answered = database.recv(1 << 16)
        self.request.sendall(answered)
        with self.server.lock:
            self.server.passed += 1
            self.is_owed = False
        return answered != b""


def has_arrived(end):
    return bool(select.select([end], [], [], 0)[0])

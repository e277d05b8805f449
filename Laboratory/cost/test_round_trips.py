"""Round trips through the proxy, between a client and a server whose packets the test sends one by one."""

import socket
import threading

import pytest

from round_trips import RoundTrips


class Ends:
    """A client and a server with the proxy between them. Answers are passed on when the test says that the client waits."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.proxy = RoundTrips(f"postgresql://siwa:secret@127.0.0.1:{self.listener.getsockname()[1]}/accounts")
        self.is_waiting = threading.Event()
        self.proxy.wait = self.is_waiting.wait
        self.client = socket.create_connection(("127.0.0.1", self.proxy.server_address[1]))
        self.server, _ = self.listener.accept()

    def send(self, text):
        """The client sends this, and goes on."""
        self.is_waiting.clear()
        self.client.sendall(text)

    def wait(self):
        """From now on, the client waits."""
        self.is_waiting.set()

    def close(self):
        self.wait()
        for end in (self.client, self.server, self.listener):
            end.close()


def read(end, text):
    """Waits until an end has got this text."""
    assert end.recv(len(text), socket.MSG_WAITALL) == text


@pytest.fixture
def ends():
    made = Ends()
    yield made
    made.close()


def test_what_is_sent_without_waiting_is_one_round_trip_even_if_the_server_is_faster(ends):
    ends.send(b"BEGIN")
    read(ends.server, b"BEGIN")
    ends.server.sendall(b"begun")
    ends.send(b"SELECT")
    ends.wait()
    read(ends.server, b"SELECT")
    ends.server.sendall(b"row")
    read(ends.client, b"begunrow")
    assert ends.proxy.count == 1


def test_what_is_sent_after_an_answer_is_another_round_trip(ends):
    for statement in (b"INSERT", b"COMMIT"):
        ends.send(statement)
        ends.wait()
        read(ends.server, statement)
        ends.server.sendall(b"done")
        read(ends.client, b"done")
        ends.proxy.settle()
    assert ends.proxy.count == 2


def test_an_answer_in_two_packets_is_one_round_trip(ends):
    ends.send(b"SELECT")
    ends.wait()
    read(ends.server, b"SELECT")
    for packet in (b"row", b"ready"):
        ends.server.sendall(packet)
        read(ends.client, packet)
    assert ends.proxy.count == 1


def test_an_answer_is_owed_until_it_was_passed_on(ends):
    ends.send(b"ROLLBACK")
    assert ends.proxy.owes()
    read(ends.server, b"ROLLBACK")
    assert ends.proxy.owes()
    ends.wait()
    ends.server.sendall(b"done")
    read(ends.client, b"done")
    ends.proxy.settle()
    assert not ends.proxy.owes()


def test_the_address_for_the_service_differs_in_host_and_port_only(ends):
    assert ends.proxy.url == f"postgresql://siwa:secret@127.0.0.1:{ends.proxy.server_address[1]}/accounts"

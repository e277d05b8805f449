"""Passes on what two connections send each other."""

import select
import socket
import ssl
from collections.abc import Callable

PATIENCE = 60


def relay(
    inside: socket.socket,
    outside: socket.socket,
    forward: Callable[[bytes], bytes] = lambda sent: sent,
    back: Callable[[bytes], bytes] = lambda answer: answer,
) -> None:
    """Passes on what both sides send, until the outer side ends or nothing comes for a minute.

    One thread does both ways: a TLS connection must not be used by two at once
    (https://docs.openssl.org/master/man7/openssl-threads/).
    """
    ways = {inside: (outside, forward), outside: (inside, back)}
    while outside in ways:
        ready: list[socket.socket] = [source for source in ways if isinstance(source, ssl.SSLSocket) and source.pending()]
        ready = ready or select.select(list(ways), [], [], PATIENCE)[0]
        if not ready:
            return
        for source in ready:
            sink, on_the_way = ways[source]
            if data := source.recv(65_536):
                sink.sendall(on_the_way(data))
            else:
                del ways[source]
                if sink is outside:
                    outside.shutdown(socket.SHUT_WR)

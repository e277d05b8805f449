"""A DNS server on loopback that knows what a test tells it (RFC 1035 section 4)."""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator, Mapping, Sequence

TEXT, MAIL_SERVER = 16, 15
Records = Mapping[tuple[str, int], Sequence[str]]


def encoded(name: str) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"


def data(kind: int, value: str) -> bytes:
    if kind == MAIL_SERVER:
        return struct.pack(">H", 10) + encoded(value)
    parts = [value.encode()[start : start + 255] for start in range(0, len(value), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts)


def answer(query: bytes, records: Records) -> bytes:
    """The reply to one question: every record of its name and type, or none."""
    end = query.index(b"\0", 12)
    labels, place = [], 12
    while place < end:
        labels.append(query[place + 1 : place + 1 + query[place]].decode())
        place += 1 + query[place]
    (kind,) = struct.unpack(">H", query[end + 1 : end + 3])
    found = [data(kind, value) for value in records.get((".".join(labels).lower(), kind), [])]
    head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, len(found), 0, 0)
    return head + query[12 : end + 5] + b"".join(b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 60, len(octets)) + octets for octets in found)


@contextlib.contextmanager
def dns(records: Records) -> Iterator[str]:
    """Answers with the lists in `records`, by name and type, as they are when somebody asks. Yields HOST:PORT."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        host, port = server.getsockname()

        def reply() -> None:
            while (received := server.recvfrom(4096))[0]:
                server.sendto(answer(received[0], records), received[1])

        thread = threading.Thread(target=reply, daemon=True)
        thread.start()
        yield f"{host}:{port}"
        # An empty datagram ends the thread.
        server.sendto(b"", (host, port))
        thread.join()

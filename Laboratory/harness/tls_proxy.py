"""A proxy that speaks TLS with a certificate of its own, as the one in front of a real service does."""

import contextlib
import datetime
import pathlib
import socket
import ssl
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import NameOID

from .both_ways import relay
from .keys import new_key, write_key
from .shapes import StrPath


def certificate(folder: StrPath) -> tuple[pathlib.Path, pathlib.Path]:
    """Makes a key and a certificate for `localhost`, and returns their files. Nobody trusts it."""
    key, name = new_key(), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = pathlib.Path(folder) / "proxy.crt", pathlib.Path(folder) / "proxy.key"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    write_key(files[1], key)
    return files


class TLSProxy:
    """Forwards octets to a port that is named later. Each connection has a thread."""

    def __init__(self, folder: StrPath) -> None:
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(*certificate(folder))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://localhost:{self.listener.getsockname()[1]}"
        self.target: int | None = None
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):  # stop() closes the listener.
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, plain: socket.socket) -> None:
        # A browser opens connections that it then does not use, or ends without a word.
        with (
            contextlib.suppress(OSError),
            self.context.wrap_socket(plain, server_side=True) as outer,
            socket.create_connection(("127.0.0.1", self.target or 0)) as inner,
        ):
            relay(outer, inner)

    def stop(self) -> None:
        self.listener.close()

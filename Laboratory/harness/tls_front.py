"""Puts TLS in front of a program, under the name that the client requires.

Clients with Apple's addresses built in reach the emulator through the usual proxy setting of HTTP libraries (HTTPS_PROXY),
and trust its certificate through their CA settings (REQUESTS_CA_BUNDLE, SSL_CERT_FILE). No client is patched.
"""

import contextlib
import datetime
import ipaddress
import pathlib
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Sequence

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from .both_ways import relay
from .keys import new_key, write_key
from .shapes import StrPath

NAMES = ("appleid.apple.com", "localhost", "idp.localhost")
SIGNS_CERTIFICATES = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


def make_certificates(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path, pathlib.Path]:
    """Makes a CA and a certificate for NAMES, valid for a day. Returns (CA file, chain file, key file)."""
    ca_key, key = new_key(), new_key()
    ca_identifier = x509.SubjectKeyIdentifier.from_public_key(ca_key.public_key())
    authority = common_name("CA of the emulator's tests")
    ca = certificate(
        authority,
        ca_key,
        authority,
        ca_key,
        [(x509.BasicConstraints(ca=True, path_length=0), True), (SIGNS_CERTIFICATES, True), (ca_identifier, False)],
    )
    alternatives: list[x509.GeneralName] = [x509.DNSName(text) for text in NAMES] + [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    leaf = certificate(
        common_name("emulator"),
        key,
        ca.subject,
        ca_key,
        [
            (x509.BasicConstraints(ca=False, path_length=None), True),
            (x509.SubjectAlternativeName(alternatives), False),
            (x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), False),
            (x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(ca_identifier), False),
        ],
    )
    files = folder / "ca.pem", folder / "front.pem", folder / "front.key"
    files[0].write_bytes(ca.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    write_key(files[2], key)
    return files


def certificate(
    name: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer: x509.Name,
    signer: ec.EllipticCurvePrivateKey,
    extensions: Sequence[tuple[x509.ExtensionType, bool]],
) -> x509.Certificate:
    """A certificate that is valid for a day. An extension says whether it is critical."""
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(signer, hashes.SHA256())


def common_name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def trusting(ca_file: StrPath) -> dict[str, str]:
    """The environment that lets a client trust the authority."""
    return dict.fromkeys(("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE", "PERL_LWP_SSL_CA_FILE"), str(ca_file))


class _Listener:
    """A server on loopback, with a thread for each connection."""

    ca_file: StrPath

    def __init__(self, connection: type[socketserver.BaseRequestHandler]) -> None:
        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False

        self.server = Server(("127.0.0.1", 0), connection)
        self.port: int = self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def trust(self) -> dict[str, str]:
        """The environment that lets a client trust the certificate."""
        return trusting(self.ca_file)

    @property
    def environment(self) -> dict[str, str]:
        """The environment that sends a client with Apple's addresses built in here."""
        proxy = f"http://127.0.0.1:{self.port}"
        return {"HTTPS_PROXY": proxy, "https_proxy": proxy} | self.trust

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Tunnel(_Listener):
    """A proxy that forwards `CONNECT appleid.apple.com:443` to a program that speaks TLS itself."""

    def __init__(self, port_behind: int, ca_file: StrPath) -> None:
        self.ca_file = ca_file

        class Connection(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with contextlib.suppress(OSError):
                    if not _connected(self.request):
                        return
                    with socket.create_connection(("127.0.0.1", port_behind)) as outside:
                        relay(self.request, outside)

        super().__init__(Connection)


class TLSFront(_Listener):
    """Listens on loopback and forwards to a port. Begins TLS at once, or as a proxy after `CONNECT name:443`."""

    def __init__(self, folder: pathlib.Path, port_behind: int | None = None) -> None:
        self.ca_file, self.chain, self.key = make_certificates(folder)
        self.port_behind = port_behind
        self.heard: list[bytearray] = []  # what was sent on each connection, decrypted
        self.alter: Callable[[bytes], bytes] = lambda answer: answer  # changes what is sent back
        front = self
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.chain, self.key)

        class Connection(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with contextlib.suppress(OSError):
                    if self.request.recv(1, socket.MSG_PEEK) == b"C" and not _connected(self.request):
                        return
                    with (
                        context.wrap_socket(self.request, server_side=True) as inside,
                        socket.create_connection(("127.0.0.1", front.port_behind or 0)) as outside,
                    ):
                        heard = bytearray()
                        front.heard.append(heard)

                        def hear(sent: bytes) -> bytes:
                            heard.extend(sent)
                            return sent

                        relay(inside, outside, hear, lambda answer: front.alter(answer))

        super().__init__(Connection)


def _connected(connection: socket.socket) -> bool:
    """Answers a CONNECT. Returns whether the connection is for Apple's name."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte:
            return False
        head += byte
    if head.split()[1] != b"appleid.apple.com:443":
        connection.sendall(b"HTTP/1.1 403 Only Apple's name\r\n\r\n")  # Nothing may leave this machine.
        return False
    connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
    return True

"""The samples in Packaging/deploy, run by the real programs as ordinary processes, with other ports and folders."""

import contextlib
import datetime
import grp
import http.client
import os
import pathlib
import pwd
import shutil
import socket
import ssl
import subprocess

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from harness import web
from harness.keys import new_key, write_key, write_private
from harness.programs import ROOT, free_port
from harness.waiting import PATIENCE, until

HOST = "id.example.com"  # of all samples
DEPLOY = ROOT / "Packaging" / "deploy"


def program(name):
    """The path of an installed program, which a user's PATH may not include."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin")
    assert path, f"{name} is missing: Scripts/bootstrap proxies installs it"
    return path


class Certificate:
    """A certificate for the host, issued by a certificate authority of its own, and the files that the samples name."""

    def __init__(self, folder):
        authority_key, key = new_key(), new_key()
        authority = issue("Test authority", authority_key, "Test authority", authority_key, is_authority=True)
        leaf = issue(HOST, key, "Test authority", authority_key, is_authority=False)
        self.chain, self.key, self.together = (folder / name for name in ("fullchain.pem", "privkey.pem", "together.pem"))
        self.chain.write_bytes(leaf.public_bytes(Encoding.PEM))
        write_key(self.key, key)
        write_private(self.together, self.chain.read_bytes() + self.key.read_bytes())
        self.authority = folder / "authority.pem"
        self.authority.write_bytes(authority.public_bytes(Encoding.PEM))


def issue(name, key, issuer, issuer_key, is_authority):
    now = datetime.datetime.now(datetime.timezone.utc)
    named = [x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)]) for text in (name, issuer)]
    return (
        x509.CertificateBuilder()
        .subject_name(named[0])
        .issuer_name(named[1])
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(issuer_key, hashes.SHA256())
    )


class Proxy:
    """A sample with the test's ports and folders, and the program that runs it."""

    name = None
    sample = None

    def __init__(self, folder, certificate, siwa, application):
        """`siwa` and `application` are ports of 127.0.0.1."""
        self.folder, self.certificate = pathlib.Path(folder), certificate
        self.siwa, self.application = siwa, application
        self.http, self.https = free_port(), free_port()
        self.log = self.folder / f"{self.name}.log"
        self.configuration = self.written(self.sample, self.replacements())

    def written(self, sample, replacements):
        """Writes a sample with replacements. Each text to replace must occur."""
        text = sample.read_text()
        for old, new in replacements.items():
            assert old in text, f"{sample} does not contain {old}"
            text = text.replace(old, str(new))
        path = self.folder / sample.name
        path.write_text(text)
        return path

    def replacements(self):
        raise NotImplementedError

    def command(self):
        raise NotImplementedError

    def check(self):
        """The program's own check of the configuration."""
        raise NotImplementedError

    def environment(self):
        return None

    def __enter__(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in self.command()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=self.environment(),
            )
        try:
            until(lambda: self.process.poll() is not None or self.listens(), f"{self.name} listens")
            assert self.process.poll() is None, f"{self.name} ended: {self.log.read_text()}"
        except BaseException:
            self.__exit__()
            raise
        return self

    def listens(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.https), timeout=PATIENCE):
            return True
        return False

    def __exit__(self, *_):
        # A master process that is killed leaves its workers.
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()


class Nginx(Proxy):
    name, sample = "nginx", DEPLOY / "nginx" / "siwa.conf"

    def replacements(self):
        self.main = self.folder / "nginx.conf"
        self.main.write_text(
            "\n".join(
                [
                    "daemon off;",
                    f"user {pwd.getpwuid(os.geteuid()).pw_name};" if os.geteuid() == 0 else "",
                    f"pid {self.folder}/nginx.pid;",
                    "error_log stderr info;",
                    "events { worker_connections 2048; }",
                    "http {",
                    # As Debian's own file has it.
                    "gzip on;",
                    "access_log off;",
                    *(f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")),
                    f"include {self.folder}/{self.sample.name};",
                    "}",
                ]
            )
        )
        return {
            "listen 80;": f"listen {self.http};",
            "listen [::]:80;": f"listen [::]:{self.http};",
            "listen 443 ": f"listen {self.https} ",
            "listen [::]:443 ": f"listen [::]:{self.https} ",
            "127.0.0.1:8081": f"127.0.0.1:{free_port()}",
            "127.0.0.1:8080": f"127.0.0.1:{self.siwa}",
            "127.0.0.1:3000": f"127.0.0.1:{self.application}",
            f"/etc/letsencrypt/live/{HOST}/fullchain.pem": self.certificate.chain,
            f"/etc/letsencrypt/live/{HOST}/privkey.pem": self.certificate.key,
        }

    def command(self):
        return [program("nginx"), "-p", self.folder, "-e", "stderr", "-c", self.main]

    def check(self):
        return [*self.command(), "-t"]


class Caddy(Proxy):
    name, sample = "caddy", DEPLOY / "caddy" / "Caddyfile"

    def replacements(self):
        return {
            # Every Caddy would take port 2019 to be configured.
            "\thttp_port 80\n": f"\tadmin 127.0.0.1:{free_port()}\n\thttp_port {self.http}\n",
            "https_port 443\n": f"https_port {self.https}\n",
            "127.0.0.1:8080": f"127.0.0.1:{self.siwa}",
            "127.0.0.1:3000": f"127.0.0.1:{self.application}",
            f"/etc/letsencrypt/live/{HOST}/fullchain.pem": self.certificate.chain,
            f"/etc/letsencrypt/live/{HOST}/privkey.pem": self.certificate.key,
        }

    def command(self):
        return [program("caddy"), "run", "--config", self.configuration, "--adapter", "caddyfile"]

    def check(self):
        return [program("caddy"), "validate", "--config", self.configuration, "--adapter", "caddyfile"]

    def environment(self):
        own = {"HOME": self.folder, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder}
        return os.environ | {name: str(value) for name, value in own.items()}


class HAProxy(Proxy):
    name, sample = "haproxy", DEPLOY / "haproxy" / "haproxy.cfg"

    def replacements(self):
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        return {
            ":80,[::]:80 ": f":{self.http},[::]:{self.http} ",
            ":443,[::]:443 ": f":{self.https},[::]:{self.https} ",
            "127.0.0.1:8080": f"127.0.0.1:{self.siwa}",
            "127.0.0.1:3000": f"127.0.0.1:{self.application}",
            f"/etc/haproxy/certs/{HOST}.pem": self.certificate.together,
            "/etc/haproxy/session-check.lua": DEPLOY / "haproxy" / "session-check.lua",
            "user haproxy": f"user {pwd.getpwuid(os.geteuid()).pw_name}",
            "group haproxy": f"group {grp.getgrgid(os.getegid()).gr_name}",
            # Only root may change the root folder.
            "    chroot /var/lib/haproxy\n": f"    chroot {empty}\n" if os.geteuid() == 0 else "",
        }

    def command(self):
        return [program("haproxy"), "-db", "-f", self.configuration]

    def check(self):
        return [program("haproxy"), "-c", "-f", self.configuration]


PROXIES = {kind.name: kind for kind in (Nginx, Caddy, HAProxy)}


class Connection(web.Connection):
    """A persistent TLS connection to a proxy, from an address of 127.0.0.0/8."""

    def __init__(self, proxy, address, timeout=PATIENCE):
        trust = ssl.create_default_context(cafile=proxy.certificate.authority)
        self.inner = http.client.HTTPSConnection(HOST, timeout=timeout, context=trust)
        self.inner._create_connection = lambda *_: socket.create_connection(("127.0.0.1", proxy.https), timeout, (address, 0))


class Client:
    """A program or a browser with an address of its own, which reaches the service through a proxy.

    It stands for a system where the harness expects one.
    """

    def __init__(self, proxy, system, address):
        self.proxy, self.address = proxy, address
        self.control, self.new_person = system.control, system.new_person

    def connect(self, timeout=PATIENCE):
        return Connection(self.proxy, self.address, timeout)

    def send(self, method, path, **more):
        """Sends one request on a new connection."""
        with self.connect() as connection:
            return connection.send(method, path, **more)

    def line(self):
        """A bare TLS connection."""
        trust = ssl.create_default_context(cafile=self.proxy.certificate.authority)
        plain = socket.create_connection(("127.0.0.1", self.proxy.https), PATIENCE, (self.address, 0))
        return trust.wrap_socket(plain, server_hostname=HOST)

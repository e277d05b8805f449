"""The provider under test: its addresses, its clients, and requests to it."""

import http.client
import json
import ssl
import threading
import time
import urllib.parse

from harness import web
from harness.waiting import PATIENCE

CONNECTION_ENDED = (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError)


class Answer(web.Answer):
    """A complete answer and the URL that it came from."""

    def __init__(self, status, headers, body, url):
        super().__init__(status, headers, body)
        self.url = url

    @property
    def json_object(self):
        try:
            found = json.loads(self.body)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    @property
    def is_page(self):
        return (self.headers.get("Content-Type") or "").startswith("text/html")


class Provider:
    def __init__(self, issuer, clients, people, receivers=None, apple=None):
        """`apple` is the harness's system, if siwa is tried, and None for any other provider."""
        self.issuer = issuer.rstrip("/")
        self.clients, self.people, self.receivers, self.apple = clients, people, receivers or {}, apple
        self.local = threading.local()
        self.document = None

    @property
    def is_ours(self):
        return self.apple is not None

    def discover(self):
        self.document = self.send("GET", self.issuer + "/.well-known/openid-configuration")
        return self.document.json_object if self.document.status == 200 else None

    def endpoint(self, name):
        """An endpoint of the discovery document."""
        return (self.document.json_object or {}).get(name)

    def is_inside(self, url):
        """Whether a URL is on the provider's origin."""
        return urllib.parse.urlsplit(url)[:2] == urllib.parse.urlsplit(self.issuer)[:2]

    def keys(self):
        return self.send("GET", self.endpoint("jwks_uri")).json_object

    def send(self, method, url, headers=None, body=None):
        """Sends a request as given. Only Host and Content-Length are added. A list repeats a header."""
        parts = urllib.parse.urlsplit(url)
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        for is_last in (False, True):
            connection, is_new = self._connection(parts)
            try:
                reply = self._exchange(connection, method, target, parts.netloc, headers or {}, body)
            except CONNECTION_ENDED:
                # a persistent connection may have ended since its last answer
                connection.close()
                self.local.open.pop((parts.scheme, parts.netloc))
                if is_new or is_last:
                    raise
                continue
            if reply.will_close:
                self.local.open.pop((parts.scheme, parts.netloc)).close()
            return Answer(reply.status, reply.msg, reply.octets, url)

    def _connection(self, parts):
        if not hasattr(self.local, "open"):
            self.local.open = {}
        if found := self.local.open.get((parts.scheme, parts.netloc)):
            return found, False
        # names under localhost may not resolve outside a browser, and the service listens on 127.0.0.1
        host = "127.0.0.1" if (parts.hostname or "").endswith("localhost") else parts.hostname
        if parts.scheme == "https":
            made = http.client.HTTPSConnection(host, parts.port, timeout=PATIENCE, context=ssl.create_default_context())
        else:
            made = http.client.HTTPConnection(host, parts.port, timeout=PATIENCE)
        self.local.open[(parts.scheme, parts.netloc)] = made
        return made, True

    @staticmethod
    def _exchange(connection, method, target, host, headers, body):
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host)
        for name, value in headers.items():
            for one in value if isinstance(value, list) else [value]:
                connection.putheader(name, one)
        if body is not None or method == "POST":
            connection.putheader("Content-Length", str(len(body or b"")))
        connection.endheaders(body)
        reply = connection.getresponse()
        reply.octets = reply.read()
        return reply


def encode(fields):
    """A query or form. A list repeats its parameter, and None leaves it out."""
    pairs = [
        (name, one)
        for name, value in (fields.items() if isinstance(fields, dict) else fields)
        for one in (value if isinstance(value, list) else [value])
        if one is not None
    ]
    return urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote)


def now():
    return int(time.time())

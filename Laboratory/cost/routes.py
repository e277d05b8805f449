"""The requests whose cost is counted, one at a time on one kept-alive connection."""

import http.client
import json
import socket
import socketserver
import threading
import urllib.parse

from harness.people import Person, Visitor, session_cookies
from harness.programs import free_port
from harness.waiting import PATIENCE
from harness.web import FORM, Answer

# As many sessions of one client as a browser may have (Documentation/development/decisions/0024-an-openid-provider.md).
MOST_CLIENT_SESSIONS = 20
TAKEN_FROM_APPLE = ("content-type", "cache-control", "etag")


class Client:
    """Sends each request in one piece, so that the service reads it at once."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, method, path, body=None, form=None, token=None, headers=()):
        content, media_type = b"", None
        if body is not None:
            content, media_type = json.dumps(body).encode(), "application/json"
        elif form is not None:
            content, media_type = urllib.parse.urlencode(form).encode(), FORM
        fields = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        if media_type is not None:
            fields += [f"Content-Type: {media_type}", f"Content-Length: {len(content)}"]
        if token is not None:
            fields.append(f"Authorization: Bearer {token}")
        fields += [f"{name}: {value}" for name, value in dict(headers).items()]
        return "\r\n".join([*fields, "", ""]).encode() + content

    def pass_on(self, request):
        self.socket.sendall(request)
        with http.client.HTTPResponse(self.socket) as reply:
            reply.begin()
            answer = Answer(reply.status, reply.msg, reply.read())
        assert answer.status in (200, 303), f"{request[:60]} was answered {answer}: {answer.body}"
        return answer

    def send(self, method, path, **more):
        return self.pass_on(self.request(method, path, **more))


class Routes:
    """Makes a request of each kind, after all steps that it requires. `party` is the OpenID client of three of them."""

    def __init__(self, system, party):
        self.system, self.party, self.client = system, party, Client(system.port)
        self.client_sessions = 0
        self.send(self.complete(Person(system)))
        self.visitor = Visitor(system)
        assert session_cookies(self.visitor.walk())
        self.kinds = {
            "live": lambda: self.client.request("GET", "/health/live"),
            "key set": lambda: self.client.request("GET", "/.well-known/jwks.json"),
            "begin": self.begin,
            "refresh": self.refresh,
            "session check": self.check,
            "authorize": self.authorize,
            "client token": self.exchange,
            "userinfo": self.read_claims,
            "complete, known": self.complete_again,
            "complete, new": lambda: self.complete(Person(system)),
            "complete, known, no code": self.complete_without_code,
        }

    def begin(self):
        return self.client.request("POST", "/v1/native/attempts", {"client": "app"})

    def complete(self, person):
        return self.client.request("POST", "/v1/native/sign-in", person.credential(self.client))

    def complete_again(self):
        """Signs a new person in for the second time: each further sign-in would find one more replaced token."""
        person = Person(self.system)
        self.send(self.complete(person))
        return self.complete(person)

    def complete_without_code(self):
        """The same for an app that keeps no tokens of Apple's (goals P5 and P21)."""
        person = Person(self.system)
        self.send(self.client.request("POST", "/v1/native/sign-in", without_code(person, self.client)))
        return self.client.request("POST", "/v1/native/sign-in", without_code(person, self.client))

    def refresh(self):
        """Refreshes with the newest token, because each refresh rotates it."""
        body = {"refresh_token": self.session["refresh_token"], "client": "app"}
        return self.client.request("POST", "/v1/sessions/refresh", body)

    def check(self):
        """Uses a new access token each time: its signature slightly affects the allocations of its verification."""
        self.send(self.refresh())
        return self.client.request("GET", "/v1/account", token=self.session["access_token"])

    def authorize(self):
        self.flow = self.party.begin()
        return self.client.request("GET", self.flow.path, headers=self.visitor.headers())

    def exchange(self):
        """Exchanges a new code each time, because each can be used once.

        The counted ones find as many sessions of the client as a browser may have, so each ends the oldest.
        """
        while self.client_sessions < MOST_CLIENT_SESSIONS:
            self.client_sessions += 1
            self.send(self.authorize())
            self.send(self.client.request("POST", "/oauth/token", form=self.form, headers=self.party.headers))
        self.send(self.authorize())
        return self.client.request("POST", "/oauth/token", form=self.form, headers=self.party.headers)

    def read_claims(self):
        token = self.send(self.exchange()).json["access_token"]
        return self.client.request("GET", "/oauth/userinfo", token=token)

    def send(self, request):
        answer = self.client.pass_on(request)
        if answer.status == 303:
            self.form = self.flow.exchange(answer)
        # A client's tokens come without the account, and are not those of the app.
        if "account" in (answer.json or {}):
            self.session = answer.json
        return answer


def without_code(person, through):
    return {name: value for name, value in person.credential(through).items() if name != "code"}


class Apple(socketserver.ThreadingTCPServer):
    """A proxy for the emulator that passes on each answer in one piece once the service waits for it, so that chance
    does not decide what the service does in the meantime."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Call)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.emulator, self.wait = f"127.0.0.1:{free_port()}", lambda: None
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Call(socketserver.StreamRequestHandler):
    """A connection of the service to Apple."""

    disable_nagle_algorithm = True

    def handle(self):
        while line := self.rfile.readline():
            method, path, _ = line.decode().split()
            fields = http.client.parse_headers(self.rfile)
            content = self.rfile.read(int(fields.get("Content-Length", 0)))
            fields.replace_header("Host", self.server.emulator)
            connection = http.client.HTTPConnection(self.server.emulator)
            connection.request(method, path, content, dict(fields))
            reply = connection.getresponse()
            answer = reply.read()
            head = [f"HTTP/1.1 {reply.status} {reply.reason}", f"Content-Length: {len(answer)}"]
            head += [f"{name}: {value}" for name, value in reply.getheaders() if name.lower() in TAKEN_FROM_APPLE]
            self.server.wait()
            self.wfile.write("\r\n".join([*head, "", ""]).encode() + answer)

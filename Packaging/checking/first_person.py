"""A person with a browser, made of HTTPS requests."""

import dataclasses
import html
import http.client
import json
import re
import socket
import ssl
import urllib.parse

from .started import PATIENCE, Failed


@dataclasses.dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    text: str


class Connection(http.client.HTTPSConnection):
    """A connection to this machine, under any name of its certificate."""

    def connect(self):
        self.sock = self._context.wrap_socket(socket.create_connection(("127.0.0.1", 443), PATIENCE), server_hostname=self.host)


class Person:
    def __init__(self, authority, service, apple):
        self.service, self.apple, self.cookies = service, apple, {}
        self.trust = ssl.create_default_context(cafile=authority.certificate)

    def send(self, host, method, path, body=None, **headers):
        connection = Connection(host, context=self.trust)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())
        finally:
            connection.close()

    def get(self, path, accept):
        return self.visit("GET", path, Accept=accept)

    def visit(self, method, path, body=None, **headers):
        """A request to the service with the browser's cookies."""
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.send(self.service, method, path, body, **headers)
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, value = cookie.split(";")[0].split("=", 1)
            if re.search("max-age=0", cookie, re.IGNORECASE):
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return answer

    def control(self, path, call=None):
        """A control call of the emulator."""
        body = None if call is None else json.dumps(call)
        answer = self.send(self.apple, "GET" if call is None else "POST", f"/_emulator/{path}", body, Content_Type="application/json")
        if answer.status >= 300:
            raise Failed(f"the emulator answered {path} with {answer.status}: {answer.text}")
        return json.loads(answer.text) if answer.text else {}

    def sign_in(self, page):
        """Opens a page of the application, follows the way to Apple and back, and returns where it ends."""
        target = page
        for _ in range(3):
            answer = self.get(target, "text/html")
            target = answer.headers["Location"] or ""
            if target.startswith(f"https://{self.apple}/auth/authorize?"):
                break
        else:
            raise Failed(f"{page} does not lead to Apple: {answer.status} {target}")
        approved = self.control("approvals", {"authorize_url": target, "person": "maya", "share_email": False})
        callback = urllib.parse.urlsplit(approved["action"]).path
        # Apple's form comes from another site, without cookies. The page that answers posts it once more.
        form = self.send(
            self.service,
            "POST",
            callback,
            urllib.parse.urlencode(approved["fields"]),
            Content_Type="application/x-www-form-urlencoded",
            Origin=f"https://{self.apple}",
        )
        hidden = re.findall(r'name="([^"]*)" value="([^"]*)"', form.text)
        again = urllib.parse.urlencode([(name, html.unescape(value)) for name, value in hidden])
        answer = self.visit(
            "POST",
            callback,
            again,
            Content_Type="application/x-www-form-urlencoded",
            Origin=f"https://{self.service}",
            Sec_Fetch_Site="same-origin",
        )
        if answer.status != 303:
            raise Failed(f"the sign-in ended with {answer.status}: {answer.text[:2000]}")
        return urllib.parse.urlsplit(answer.headers["Location"]).path

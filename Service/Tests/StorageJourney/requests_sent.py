"""Requests over one connection that is kept open, opened again when it broke."""
import dataclasses
import http.client
import json
import urllib.parse


@dataclasses.dataclass
class Answer:
    status: int
    headers: list
    text: str

    def json(self):
        return json.loads(self.text)

    @property
    def error(self):
        """The stable code of a refusal in JSON."""
        try:
            return self.json().get("error")
        except (ValueError, AttributeError):
            return None

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name), None)

    @property
    def cookies(self):
        pairs = [value.split(";")[0].split("=", 1) for key, value in self.headers if key.lower() == "set-cookie"]
        return {name: value for name, value in pairs}


class Connection:
    """Asks 127.0.0.1 at a port, in the name of an origin."""

    def __init__(self, port, origin, timeout=120):
        self.host = origin.split("://")[1]
        self.inner = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def ask(self, method, path, json_body=None, form=None, headers=None, token=None):
        fields = {"Host": self.host} | (headers or {})
        body = None
        if json_body is not None:
            body, fields["Content-Type"] = json.dumps(json_body), "application/json"
        elif form is not None:
            body, fields["Content-Type"] = urllib.parse.urlencode(form), "application/x-www-form-urlencoded"
        if token is not None:
            fields["Authorization"] = f"Bearer {token}"
        try:
            self.inner.request(method, path, body=body, headers=fields)
            reply = self.inner.getresponse()
            return Answer(reply.status, reply.getheaders(), reply.read().decode())
        except (OSError, http.client.HTTPException):
            self.inner.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.inner.close()

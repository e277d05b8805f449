"""WebDriver's commands, and the two ways in which they travel: HTTP (https://www.w3.org/TR/webdriver2/) and Marionette.

https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html: Marionette has the same commands, under the names
that are used here.
"""

import http.client
import json
import socket
from typing import Protocol

from ..shapes import JSON, JSONObject
from ..waiting import PATIENCE, until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of a reference to an element
COMMANDS = {
    "Navigate": ("POST", "/url"),
    "GetCurrentURL": ("GET", "/url"),
    "Refresh": ("POST", "/refresh"),
    "Back": ("POST", "/back"),
    "GetWindowHandle": ("GET", "/window"),
    "GetWindowHandles": ("GET", "/window/handles"),
    "SwitchToWindow": ("POST", "/window"),
    "NewWindow": ("POST", "/window/new"),
    "CloseWindow": ("DELETE", "/window"),
    "SetWindowRect": ("POST", "/window/rect"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ExecuteAsyncScript": ("POST", "/execute/async"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementClear": ("POST", "/element/{id}/clear"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "PerformActions": ("POST", "/actions"),
    "GetCookies": ("GET", "/cookie"),
    "DeleteAllCookies": ("DELETE", "/cookie"),
    "TakeScreenshot": ("GET", "/screenshot"),
}


class Refused(Exception):
    """A command that failed, with WebDriver's name of the error."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(f"{error}: {message}")
        self.error = error


class Session(Protocol):
    """A session at a driver."""

    version: str

    def call(self, command: str, **values: JSON) -> JSON: ...

    def end(self) -> None: ...


class OverHTTP:
    """A session at a driver that listens on a port."""

    def __init__(self, port: int, capabilities: JSONObject) -> None:
        self.port, self.path = port, "/session"
        made = self.request("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        self.path += "/" + made["sessionId"]
        self.version: str = made["capabilities"]["browserVersion"]

    def call(self, command: str, **values: JSON) -> JSON:
        method, path = COMMANDS[command]
        return self.request(method, path.format(**values), values if method == "POST" else None)

    def request(self, method: str, path: str, values: JSONObject | None = None) -> JSON:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(
                method,
                self.path + path,
                None if values is None else json.dumps(values),
                {"Content-Type": "application/json; charset=utf-8"},
            )
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        if answer.status != 200:
            raise Refused(value["error"], value.get("message", ""))
        return value

    def end(self) -> None:
        self.request("DELETE", "")


class OverMarionette:
    """A session at Firefox's own socket. A message is its length, a colon, and JSON."""

    def __init__(self, port: int, capabilities: JSONObject) -> None:
        self.socket = until(lambda: connected(port), "Firefox listens for Marionette")
        self.octets, self.number = b"", 0
        self.read()  # Firefox says first what it speaks.
        made = self.send("WebDriver:NewSession", capabilities)  # already matched, as geckodriver does
        self.version: str = made["capabilities"]["browserVersion"]

    def call(self, command: str, **values: JSON) -> JSON:
        found = self.send("WebDriver:" + command, values)
        return found["value"] if isinstance(found, dict) and set(found) == {"value"} else found

    def send(self, name: str, values: JSONObject) -> JSON:
        self.number += 1
        octets = json.dumps([0, self.number, name, values]).encode()
        self.socket.sendall(b"%d:%s" % (len(octets), octets))
        _, number, error, result = self.read()
        assert number == self.number, f"an answer to {number} instead of {self.number}"
        if error:
            raise Refused(error["error"], error["message"])
        return result

    def read(self) -> JSON:
        while b":" not in self.octets:
            self.receive()
        length, _, self.octets = self.octets.partition(b":")
        while len(self.octets) < int(length):
            self.receive()
        message, self.octets = self.octets[: int(length)], self.octets[int(length) :]
        return json.loads(message)

    def receive(self) -> None:
        received = self.socket.recv(65_536)
        assert received, "Firefox has closed its socket"
        self.octets += received

    def end(self) -> None:
        self.send("WebDriver:DeleteSession", {})
        self.socket.close()


def connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), PATIENCE)
    except ConnectionRefusedError:
        return None

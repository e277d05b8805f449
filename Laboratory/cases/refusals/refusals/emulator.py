"""An emulator of Apple, started here or already running, with one persistent connection to it."""

import contextlib
import http.client
import json
import pathlib
import tempfile
import urllib.parse

from harness import emulator
from harness.waiting import PATIENCE
from harness.web import Answer


class Emulator:
    """Sends requests as a client would, and makes the control calls that a case needs."""

    def __init__(self, url, world, keys, knows_world, mail=None):
        """`mail` is where its relay listens, as HOST:PORT."""
        self.base_url, self.mail = url.rstrip("/"), mail
        self.world, self.keys, self.knows_world = world, keys, knows_world
        self.parts = urllib.parse.urlsplit(self.base_url)
        self.connection = None

    def send(self, method, target, headers=None, body=None):
        """Sends a request as given. Only the headers Host and Content-Length are added."""
        if self.connection is None:
            # names under localhost may not resolve outside a browser
            host = "127.0.0.1" if (self.parts.hostname or "").endswith("localhost") else self.parts.hostname
            self.connection = http.client.HTTPConnection(host, self.parts.port, timeout=PATIENCE)
        self.connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        self.connection.putheader("Host", self.parts.netloc)
        for name, value in (headers or {}).items():
            self.connection.putheader(name, value)
        if body is not None:
            self.connection.putheader("Content-Length", str(len(body)))
        self.connection.endheaders(body)
        response = self.connection.getresponse()
        answer = Answer(response.status, response.msg, response.read())
        if response.will_close:
            self.close()
        return answer

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def control(self, method, path, call=None):
        reply = self.send(
            method,
            "/_emulator" + path,
            {"Content-Type": "application/json"} if call is not None else {},
            None if call is None else json.dumps(call).encode(),
        )
        if reply.status >= 300:
            raise ControlRefused(f"{method} /_emulator{path}: {reply.status} {reply.body.decode(errors='replace')}")
        return reply.json

    def begin(self, waived=()):
        """Resets the emulator for a case: nobody signed in, the clock frozen, a new connection."""
        self.close()
        self.control("POST", "/reset")
        if not self.knows_world:
            self._register()
        self.control("POST", "/clock", {"freeze": True, "set": self.world["now"]})
        if waived:
            self.control("POST", "/waivers", {"checks": list(waived)})

    def _register(self):
        for team in self.world["teams"].values():
            self.control(
                "POST",
                "/teams",
                {
                    "team_id": team["team_id"],
                    "apps": list(team["apps"]),
                    "keys": {
                        self.keys.key_ids[name]: {"public_key": self.keys.public_pem(name), **self._group(name)} for name in team["keys"]
                    },
                },
            )
            for service, facts in team["services"].items():
                self.control("POST", "/services", {"id": service, **facts})
        for key, person in self.world["people"].items():
            self.control("POST", "/people", {"key": key, **person})

    def _group(self, key):
        """The primary app that a key was made for, if the world names one."""
        return {name: value for name, value in self.world["keys"][key].items() if name == "primary_app"}

    def last_entry(self, method, path):
        """The last log entry of that request, or None if the emulator has none."""
        entries = self.control("GET", "/log")["entries"]
        return next((e for e in reversed(entries) if e["path"] == path and e["method"] == method), None)


class ControlRefused(Exception):
    pass


@contextlib.contextmanager
def started(world, keys):
    """Starts the built program on a free port, with the suite's world as its configuration."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = emulator.Emulator(folder, _configuration(world, keys, folder), options=("--mail", "127.0.0.1:0"))
        try:
            apple = Emulator(program.url, world, keys, knows_world=True, mail=program.program.facts["mail"])
            yield apple
            apple.close()
        finally:
            program.stop()


def _configuration(world, keys, folder):
    teams = {}
    for name, team in world["teams"].items():
        files = {}
        for key in team["keys"]:
            (folder / f"{key}.pem").write_text(keys.public_pem(key))
            files[keys.key_ids[key]] = {"public_key_file": str(folder / f"{key}.pem")}
            if "primary_app" in world["keys"][key]:
                files[keys.key_ids[key]]["primary_app"] = world["keys"][key]["primary_app"]
        teams[name] = {
            "team_id": team["team_id"],
            "keys": files,
            "services": team["services"],
            "apps": {app: {"primary": True} for app in team["apps"]},
        }
    return {"teams": teams, "people": world["people"]}


def attached(url, world, keys, mail=None):
    """Uses a running emulator. It is reset for every case and given the suite's teams and people."""
    return Emulator(url, world, keys, knows_world=False, mail=mail)

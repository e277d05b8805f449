"""Apple for all contenders: one emulator with Apple's own issuer, and fifty people with accounts."""

import json
import pathlib

import load
from harness.emulator import APP
from harness.system import System

ISSUER = "https://appleid.apple.com"
OTHER_APP = "com.example.stranger"
PEOPLE = 50
# Signing takes the emulator longer than anything else here. With one connection, the round trip would add to it.
CONNECTIONS = 4
# Limits count by address, and all requests come from one. At the level "error" no request writes a log line.
SETTINGS = {
    "rate_limits": {"per_minute": 0, "backend_per_minute": 0},
    "log_level": "error",
    "apple": {"issuer": ISSUER},
    "maximum_connections_per_network": 0,
}


class Apple:
    def __init__(self, folder, sender, **more):
        """Passes `more` to the system's services."""
        self.system = System(pathlib.Path(folder), emulator_options=["--issuer", ISSUER, "--allow-apple-issuer"], **SETTINGS, **more)
        self.sender, self.url = sender, self.system.emulator.url

    def prepare(self):
        self.people = [self.system.new_person() for _ in range(PEOPLE)]
        # A separate team, because all clients of one team see the same subjects.
        self.system.control("teams", {"team_id": "STRANGERS1", "apps": [OTHER_APP]})

    def tokens(self, claimed, app=APP):
        """Returns an identity token for each of these `nonce` claims, for the people in turn."""
        requests = [
            load.request(
                "POST",
                "/_emulator/device/credentials",
                {"person": self.people[place % PEOPLE], "bundle_id": app, "nonce": nonce, "scopes": ["email"]},
            )
            for place, nonce in enumerate(claimed)
        ]
        outcome = self.sender.send(self.system.emulator.port, CONNECTIONS, requests)
        assert all(answer.status == 200 for answer in outcome.answers), outcome.answers[-1]
        return [json.loads(answer.body)["identity_token"] for answer in outcome.answers]

    def switch(self, **switches):
        self.system.control("switches", switches)

    def stop(self):
        self.system.stop()

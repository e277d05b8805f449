"""Reads what the examples say, so that a test plays what is written there."""

import json
import re

from harness.programs import ROOT

EXAMPLES = ROOT / "Examples"
HOST = "id.example.com"


def text(path):
    return (EXAMPLES / path).read_text()


def found(pattern, path):
    """The only match of a pattern in a file of the examples, or its only group."""
    matches = re.findall(pattern, text(path))
    assert len(matches) == 1, f"{path} has {len(matches)} times {pattern}"
    return matches[0]


def session_endings():
    """The codes with which the service refuses a renewal because there is no session any more, from the API's source."""
    source = (ROOT / "Sources" / "SignInAPI" / "APIError.swift").read_text()
    codes = dict(re.findall(r'static let (\w+) = Self\(rawValue: "(\w+)"\)', source))
    names = re.search(r"let ending: \[Code\] = \[(.*?)\]", source, re.S).group(1)
    return [codes[name] for name in re.findall(r"\.(\w+)", names)]


def at(system, address):
    """An address of the guides at the running service."""
    return address.replace(f"https://{HOST}", system.url)


def client_in(readme, name):
    """The OpenID client of this name in the JSON blocks of a README."""
    for block in re.findall(r"```json\n(.*?)```", text(readme), re.S):
        settings = json.loads("{" + block.strip() + "}")
        if "redirect_uris" in settings.get(name, {}):
            return settings[name]
    raise AssertionError(f"{readme} has no client {name}")

"""The HTTP calls that a guide prints, and a client that makes them.

A call is a block of the language `http`: a line with method and address, fields of the header, a body of JSON, and, after an
empty line, the status of the answer with those of its members that the guide promises.
"""

import json
import re
import urllib.parse

from harness import web
from harness.programs import ROOT

PAGES = ROOT / "Documentation"
NAME = re.compile(r"\{([A-Za-z_]\w*(?:\.\w+)*)\}")
ANY = "…"


class Call:
    def __init__(self, block):
        request, _, answer = block.strip().partition("\n\n")
        first, *lines = request.split("\n")
        self.method, self.url = first.split(" ")
        fields = [line for line in lines if re.match(r"[\w-]+: ", line)]
        self.headers = dict(field.split(": ", 1) for field in fields)
        body = "\n".join(lines[len(fields) :])
        self.body = json.loads(body) if body else None
        status, _, shown = answer.partition(" ")
        self.status, self.shown = int(status), json.loads(shown) if shown else {}

    def __str__(self):
        return f"{self.method} {self.url}"

    @property
    def names(self):
        """What the call needs from earlier answers and from the sheet."""
        return set(NAME.findall(f"{self.url} {self.headers} {json.dumps(self.body)}"))


def text(page):
    return (PAGES / page).read_text()


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.S | re.M)


def calls(page):
    return [Call(block) for block in blocks(page, "http")]


class Missing(Exception):
    """Neither an answer nor the sheet had this value."""


class Client:
    """Makes the calls of a guide in their order. `show_sheet` returns what Apple's sheet gives for a nonce."""

    def __init__(self, addresses, values=(), show_sheet=None):
        """`addresses` are the ports of the addresses that guides print."""
        self.addresses, self.values, self.show_sheet = addresses, dict(values), show_sheet
        self.sheet = {}
        self.answers = []

    def make(self, call):
        """Makes one call, and checks that the answer is the printed one."""
        answer = self.send(call)
        assert answer.status == call.status, f"{call} was answered {answer}: {answer.body}"
        reply = answer.json or {}
        check_shown(call.shown, reply, str(call))
        self.answers.append(reply)
        self.values |= {name: value for name, value in reply.items() if isinstance(value, str)}
        if "nonce" in reply:
            self.sheet = self.show_sheet(reply["nonce"])
        return reply

    def send(self, call):
        address = urllib.parse.urlsplit(self.filled(call.url))
        target = address.path + ("?" + address.query if address.query else "")
        headers = {name: self.filled(value) for name, value in call.headers.items()}
        return web.send(
            self.addresses[f"{address.scheme}://{address.netloc}"],
            call.method,
            target,
            headers=headers,
            body=call.body and self.filled(call.body),
        )

    def filled(self, value):
        """The value with what its names stand for. A member whose names have no value is left out, as guides say."""
        if isinstance(value, str):
            return NAME.sub(lambda found: self.value(found.group(1)), value)
        found = {}
        for name, member in value.items():
            try:
                found[name] = self.filled(member)
            except Missing:
                if name != "name":
                    raise
        return found

    def value(self, name):
        """Names with a dot are members of the framework's credential, in the framework's spelling."""
        values, key = (self.sheet, name.split(".")[-1].lower()) if "." in name else (self.values, name)
        if not values.get(key):
            raise Missing(name)
        return values[key]


def check_shown(shown, found, where):
    for name, value in shown.items():
        assert name in found, f"{where}: the answer has no {name}"
        if isinstance(value, dict):
            check_shown(value, found[name], f"{where}: {name}")
        elif value == ANY:
            assert found[name] and isinstance(found[name], str), f"{where}: {name} is {found[name]!r}"
        else:
            assert found[name] == value, f"{where}: {name} is {found[name]!r}, not {value!r}"

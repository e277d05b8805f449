"""Runs one case: its steps in order, each with its expectation."""

import secrets
import time

from . import browser_steps, other_steps, token_steps
from .browser import Browser
from .case_files import clients_of, kind_of
from .placeholders import fill
from .provider import now

LONGEST_WAIT = 40  # seconds; a case that passes waits for what arrives, and not for this


class Play:
    """The state of one case: its browsers and the values that it received."""

    def __init__(self, suite, op):
        self.suite, self.op = suite, op
        self.browsers, self.known, self.values = {}, {}, {}

    def run(self, case):
        """The differences between what the case expects and what happened. An empty list is a pass."""
        self.browsers = {}
        self.known = {
            "issuer": self.op.issuer,
            "long": secrets.token_hex(1024),
            **{
                f"client.{name}.{fact}": client[fact]
                for name, client in self.op.clients.items()
                for fact in ("id", "secret", "redirect_uri", "post_logout_redirect_uri")
                if fact in client
            },
        }
        # the case's own values are kept apart, so that nothing received takes their names
        self.values = {}
        for name, value in case.get("values", {}).items():
            self.values[name] = self.fill(value)
        for number, step in enumerate(case["steps"], 1):
            kind = kind_of(step)
            try:
                differences = self._step(kind, step)
            except Exception as failure:  # whatever a provider answers, the other cases are played
                differences = [f"{type(failure).__name__}: {failure}"[:300]]
            if differences:
                # whatever follows would only be a consequence
                return [f"step {number}, {kind}: {line}" for line in differences]
        return []

    def _step(self, kind, step):
        over = time.monotonic() + LONGEST_WAIT
        while True:
            self.known["now"] = now()
            differences = STEPS[kind](self, step)
            if not differences or not step.get("eventually") or time.monotonic() > over:
                return differences
            time.sleep(0.05)

    def fill(self, value):
        return fill(value, {**self.known, **self.values})

    def keep(self, step, found):
        prefix = step["as"] + "." if "as" in step else ""
        self.known.update({prefix + name: value for name, value in found.items() if value is not None})

    def forget(self, step, names):
        """Forgets what an earlier step of the same name received and this one does not."""
        for name in names:
            self.known.pop((step["as"] + "." if "as" in step else "") + name, None)

    def received(self, step, name):
        """A value of the step that this one continues, or None."""
        return self.known.get((step["from"] + "." if "from" in step else "") + name)

    def client(self, step):
        return self.op.clients[self.fill(step.get("client", "basic"))]

    def browser(self, step):
        name = step.get("browser", "main")
        if name not in self.browsers:
            person = self.browsers[step["person_of"]].person if "person_of" in step else self.op.people(**self.fill(step.get("person", {})))
            self.browsers[name] = Browser(self.op, person)
        return self.browsers[name]


STEPS = {**browser_steps.STEPS, **token_steps.STEPS, **other_steps.STEPS}


def can_play(case, op):
    """Another provider is spared cases of our own behaviour, and of clients that its file does not describe."""
    if op.is_ours:
        return True
    needed = {ENDPOINTS[kind_of(step)] for step in case["steps"] if kind_of(step) in ENDPOINTS}
    modes = {case["values"][name] for name in ("mode", "response_mode") if name in case["values"]}
    supported = set(op.endpoint("response_modes_supported") or ["query", "fragment"])
    return (
        not case.get("ours")
        and clients_of(case) <= set(op.clients)
        and all(map(op.endpoint, needed))
        and (modes <= supported or case["module"] == "answer-mode-unknown")
    )


ENDPOINTS = {"logout": "end_session_endpoint", "introspect": "introspection_endpoint", "revoke": "revocation_endpoint"}

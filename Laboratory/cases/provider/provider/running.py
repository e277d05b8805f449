"""Starts the built `siwa` and `apple-id-emulator` with the suite's clients, or attaches to another provider."""

import contextlib
import hashlib
import pathlib
import queue
import tempfile

from harness.receiver import Receiver
from harness.system import System

from .case_files import SuiteFault, read
from .people import DescribedPerson, PersonAtApple
from .placeholders import fill
from .provider import Provider


@contextlib.contextmanager
def started(world, environment=None):
    """Our own provider, with this environment. Each of `world.receivers` receives logout tokens on a port of its own."""
    with contextlib.ExitStack() as stack:
        receivers = {name: Mailbox(stack.enter_context(Receiver())) for name in world["receivers"]}
        for name, answers in world["receivers"].items():
            receivers[name].receiver.answers = list(answers)
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        addresses = {f"receiver.{name}": box.receiver.url for name, box in receivers.items()}
        system = System(folder, rate_limits={"per_minute": 0}, housekeeping_seconds=1)
        stack.callback(system.stop)
        addresses["issuer"] = system.url
        system.settings["openid"] = {
            **world["openid"],
            "clients": {client["id"]: _settings(client, addresses) for client in world["clients"].values()},
        }
        system.environment = environment
        system.start()
        yield Provider(system.url, world["clients"], lambda **facts: PersonAtApple(system, facts), receivers, system)


def _settings(client, addresses):
    found = fill(client["settings"], addresses)
    if "secrets" in client or "secret" in client:
        found["secret_sha256"] = [hashlib.sha256(secret.encode()).hexdigest() for secret in client.get("secrets", [client.get("secret")])]
    return found


def attached(url, file, cookie, world):
    """Another provider, described by a JSON file (README, "Another provider")."""
    described = read(file)
    unknown = set(described.get("clients", {})) - set(world["clients"])
    if unknown or not described.get("clients"):
        raise SuiteFault(f"{file}: clients are named as in world.json, and not {sorted(unknown)}")
    clients = {
        name: {**{k: v for k, v in world["clients"][name].items() if k not in ("settings", "secret", "secrets")}, **facts}
        for name, facts in described["clients"].items()
    }
    how = {**described.get("sign_in", {}), **({"cookie": cookie} if cookie else {})}
    return Provider(url, clients, lambda **_: DescribedPerson(how))


class Mailbox:
    """What a receiver got, for cases that wait for a token of their own session."""

    def __init__(self, receiver):
        self.receiver, self.seen = receiver, []

    def find(self, matching):
        """Every delivery that matches, in order."""
        while not self.receiver.got.empty():
            with contextlib.suppress(queue.Empty):
                self.seen.append(self.receiver.got.get_nowait())
        return [delivery for delivery in list(self.seen) if matching(*delivery)]

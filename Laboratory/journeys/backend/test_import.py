"""Importing many users of an app, with password hashes of every kind, with a kill -9 during the import."""

import base64
import hashlib
import json
import random
import signal
import subprocess
import time

import pytest

from harness import postgresql
from harness.people import Person, Visitor
from harness.programs import BUILT, siwa
from harness.system import running
from harness.waiting import until

REFUSED_EVERY, CONFLICT_EVERY = 97, 499


def text(octets):
    return base64.b64encode(octets).rstrip(b"=").decode()


def hash_of(number):
    """A stored hash in one of four formats. Only the format matters here. Other tests verify passwords."""
    salt, key = hashlib.sha256(b"salt%d" % number).digest()[:16], hashlib.sha256(b"key%d" % number).digest()
    return [
        f"$scrypt$ln=14,r=8,p=1${text(salt)}${text(key)}",
        f"$pbkdf2-sha256$600000${text(salt).replace('+', '.')}${text(key).replace('+', '.')}",
        "$2b$12$"
        + "".join(random.Random(number).choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", k=21))
        + "O"
        + "".join(random.Random(-number).choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", k=31)),
        f"$argon2id$v=19$m=19456,t=2,p=1${text(salt)}${text(key)}",
    ][number % 4]


def line(number):
    """The import line of a user. Some lines are invalid, and some conflict with an earlier line."""
    if number % REFUSED_EVERY == 1:
        return [b"{", b'{"external_id": "x y"}', b'{"external_id": "p", "password": "secret"}'][number % 3]
    user = {
        "external_id": f"user-{number}",
        "email": f"user{number}@example.com",
        "email_verified": number % 2 == 0,
        "name": {"given": "Ada", "family": f"Nr. {number}"},
        "created_at": "2019-12-10T08:00:00Z",
    }
    if number % CONFLICT_EVERY == 2:
        return json.dumps(user | {"external_id": "user-0"}).encode()
    if number % 3 == 0:
        user |= {"identities": [{"issuer": "https://accounts.example.org", "subject": str(number)}]}
    if number % 5:
        user |= {"password_hash": hash_of(number), "login_names": [user["email"], f"name{number}"]}
    return json.dumps(user).encode()


@pytest.fixture
def size(request):
    return 100_000 if request.config.getoption("--full") else 5_000


@pytest.fixture(params=postgresql.ENGINES)
def config(request, tmp_path):
    """The configuration of a service that was started once, so that its database exists."""
    settings = {"database": postgresql.beside().new_database().url} if request.param == "postgresql" else {}
    with running(tmp_path, **settings) as system:
        return system.configuration()


@pytest.fixture
def not_built_in(config, tmp_path):
    """The kinds of hashes that this program was built without, found by importing one line of each."""
    users, report = tmp_path / "kinds.jsonl", tmp_path / "kinds.report.jsonl"
    users.write_text(
        "".join(
            json.dumps({"external_id": f"kind-{kind}", "login_names": [f"kind{kind}"], "password_hash": hash_of(kind)}) + "\n"
            for kind in range(4)
        )
    )
    subprocess.run(siwa_import(config, users, "--dry-run", "--report", report), capture_output=True)
    refused, _ = entries(report)
    assert all(each["code"] == "hash_algorithm_not_built_in" and each["line"] > 2 for each in refused), refused
    return {each["line"] - 1 for each in refused}


def siwa_import(config, users, *arguments):
    return [BUILT / "siwa", "import", users, "--config", config, *arguments]


def entries(report):
    lines = [json.loads(each) for each in report.read_text().splitlines()]
    return lines[:-1], lines[-1]["summary"]


def test_many_users_come_through_a_kill(config, tmp_path, size, not_built_in):
    users, report = tmp_path / "users.jsonl", tmp_path / "report.jsonl"
    users.write_bytes(b"".join(line(number) + b"\n" for number in range(size)))
    unreadable = {number for number in range(size) if number % REFUSED_EVERY == 1}
    conflicts = [number + 1 for number in range(size) if number % CONFLICT_EVERY == 2 and number not in unreadable]
    # The report lists each line with a hash that this program cannot verify, like each line that it cannot read.
    refused = sorted(
        {number + 1 for number in unreadable}
        | {
            number + 1
            for number in range(size)
            if number % 4 in not_built_in and number % 5 and number not in unreadable and number + 1 not in conflicts
        }
    )

    began = time.monotonic()
    process = subprocess.Popen(siwa_import(config, users, "--report", report), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    part = 0
    while part < 40:
        said = process.stderr.readline().decode()
        assert said, "the import ended before it could be killed"
        part = int(said.split(" %")[0])
    process.send_signal(signal.SIGKILL)
    process.wait()
    killed = time.monotonic()

    resumed = subprocess.run(siwa_import(config, users, "--report", report, "--resume"), capture_output=True, text=True)
    ended = time.monotonic()
    assert resumed.returncode == 1, resumed.stderr
    after = int(resumed.stderr.split("continuing after line ")[1].split()[0])
    assert size * 0.35 <= after < size
    found, summary = entries(report)
    made = size - len(refused) - len(conflicts)
    assert summary == {"lines": size, "made": made, "unchanged": 0, "conflicts": len(conflicts), "refused": len(refused)}
    # The kill may have happened between a batch and its lines in the report. The program then says so.
    if "the report lacks lines" not in resumed.stderr:
        assert sorted(each["line"] for each in found if each["outcome"] == "refused") == refused
        assert sorted(each["line"] for each in found if each["outcome"] == "conflict") == conflicts
    assert len({each["line"] for each in found}) == len(found)

    again = subprocess.run(siwa_import(config, users, "--report", report), capture_output=True, text=True)
    found, summary = entries(report)
    assert again.returncode == 1
    assert summary == {"lines": size, "made": 0, "unchanged": made, "conflicts": len(conflicts), "refused": len(refused)}
    assert sorted(each["line"] for each in found if each["outcome"] == "refused") == refused
    shown = subprocess.run(
        [BUILT / "siwa", "accounts", "find", "--config", config, "--external-id", f"user-{size - 5}"], capture_output=True, text=True
    )
    assert shown.stdout.count("\n") == 1 and f"user{size - 5}@example.com" in shown.stdout
    print(
        f"\n{size} lines, {users.stat().st_size} bytes: {ended - began:.0f} s, killed after {killed - began:.0f} s at "
        f"line {after}; again in {time.monotonic() - ended:.0f} s"
    )


def test_memory_does_not_grow_with_the_file(config, tmp_path, size):
    users = tmp_path / "users.jsonl"
    peaks = []
    for count in (500, size):
        users.write_bytes(b"".join(line(number) + b"\n" for number in range(count)))
        ended = subprocess.run(
            ["/usr/bin/env", "python3", "-c", PEAK, *map(str, siwa_import(config, users, "--dry-run"))],
            capture_output=True,
            text=True,
            check=True,
        )
        peaks.append(int(ended.stdout.splitlines()[-1]))
    assert peaks[1] < peaks[0] + 60_000, peaks


class OldProduct:
    """The app's previous backend, which exchanged Apple's codes itself, for the same team and client."""

    def __init__(self, system):
        self.system = system
        self.secret = siwa(
            "client-secret",
            "--team-id",
            "TEAM000001",
            "--client-id",
            "com.example.app",
            "--key-file",
            system.key_file,
            "--key-id",
            "TESTKEY001",
            "--audience",
            system.emulator.url,
        ).stdout.strip()

    def token(self, **form):
        return self.system.emulator.send("POST", "/auth/token", form={"client_id": "com.example.app", "client_secret": self.secret} | form)

    def sign_in(self, person):
        """Signs a person in. Returns Apple's subject and the refresh token that the product kept."""
        credential = self.system.control(
            "device/credentials", {"person": person, "bundle_id": "com.example.app", "scopes": ["email", "name"]}
        )
        answer = self.token(grant_type="authorization_code", code=credential["authorization_code"])
        assert answer.status == 200, answer
        return credential["user"], answer.json["refresh_token"]


def test_who_used_apple_before_gets_the_imported_account(tmp_path):
    with running(tmp_path, sign_in={"question": "always"}) as system:
        old = OldProduct(system)
        (ada, token), (zoe, _) = old.sign_in("ada"), old.sign_in("zoe")
        users = tmp_path / "users.jsonl"
        users.write_text(
            "".join(
                json.dumps(user) + "\n"
                for user in [
                    {
                        "external_id": "4711",
                        "email": "Ada@Example.com",
                        "name": {"given": "Ada"},
                        "apple": [{"team": "example", "subject": ada, "client": "app", "refresh_token": token}],
                    },
                    {"external_id": "4712", "disabled": True, "apple": [{"subject": zoe}]},
                ]
            )
        )
        for options in (["--dry-run"], []):
            assert system.command("import", users, *options).returncode == 0
        key = system.key("accounts:read")
        account = system.backend(key, "/v1/accounts?external_id=4711")["account"]

        session = system.sign_in("ada")
        assert session["account"]["id"] == account["id"]
        visitor = Visitor(system, "ada")
        answer = visitor.walk()
        assert answer.status == 303 and "question" not in answer.headers["Location"], answer
        assert visitor.account() == account["id"]
        assert session["account"]["name"]["given"] == "Ada"

        refused = Person(system, "zoe").sign_in()
        assert (refused.status, refused.code) == (403, "account_disabled")

        # Deleting the account revokes the imported token.
        assert old.token(grant_type="refresh_token", refresh_token=token).status == 200
        assert system.send("DELETE", "/v1/account", token=session["access_token"]).status == 200
        until(lambda: old.token(grant_type="refresh_token", refresh_token=token).status != 200, "the token is revoked")
    assert token not in system.log.read_text()


# Runs a command and prints its peak memory in KiB.
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""

"""P1, P2: other users of the machine, while each command runs."""

import atexit
import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse

import harness.system
from harness import web
from harness.keys import new_key, write_key
from harness.people import Person
from harness.programs import BUILT, Program
from harness.waiting import PATIENCE, until

from .control import compiled
from .reader import Reader

CODE, TOKEN = "c0de-canary-7e1f", "t0ken-canary-93ab"
# What everybody may read: the configuration, which has no secrets, certificates, and public keys that the drill fetched.
PUBLIC = re.compile(r"(jwks\.json|siwa\.json(\.previous)?|authority\.pem|tls-authority-\d+\.pem)(\.part-[-0-9a-f]+)?")
# SQLite makes these itself, from the mode of the database.
OF_SQLITE = re.compile(r".*-(wal|shm|journal)")
PRIVATE_KEY = "PRIVATE" + " KEY"
# The team that gets the app, and its key.
BUYER, BUYERS_KEY = "TEAM000002", "TESTKEY002"


class System(harness.system.System):
    """A service whose files are in a folder that everybody can enter, as an operator without our packages may have it."""

    def __init__(self, folder, environment):
        self.open = pathlib.Path(folder) / "open"
        for path in (self.open, self.open / "mail", self.open / "keys", self.open / "authority"):
            path.mkdir()
            path.chmod(0o755)
        self.environment = environment
        key = write_key(pathlib.Path(folder) / f"AuthKey_{BUYERS_KEY}.p8", new_key())
        super().__init__(
            folder,
            state=self.open,
            more_teams={"acme": {"team_id": BUYER, "keys": {BUYERS_KEY: {"private_key_file": str(key)}}}},
            transfers={"sale": {"from": "example", "to": BUYER, "clients": ["app", "web"]}},
            passwords={"enabled": True, "scrypt_log_n": 10},
            rate_limits={"per_minute": 0},
            mail={"folder": str(self.open / "mail"), "from": "siwa@id.example.com"},
        )

    def run(self, program, *arguments, given="", status=0):
        done = subprocess.run(
            [BUILT / program, *map(str, arguments)], input=given, capture_output=True, text=True, env=self.environment, timeout=PATIENCE
        )
        assert done.returncode == status, f"{program} {arguments[:2]} left with {done.returncode}: {done.stderr[-600:]}"
        return done


@contextlib.contextmanager
def running(environment=None):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="endurance-"))
    folder.chmod(0o711)
    system = None
    try:
        system = System(folder, environment)
        yield system
    finally:
        if system:
            system.stop()
        shutil.rmtree(folder, ignore_errors=True)


def every_command(system, line, times):
    """Runs every command that writes a file, each of them several times."""
    for _ in range(times):
        _emulator(system)
        _setup(system)
        line.count()
    system.start()
    # One of the lines is refused, so the report has something to say.
    users = _write(system.folder / "users.jsonl", _users(times))
    system.run("siwa", "import", users, "--config", system.configuration(), "--report", system.open / "report.jsonl", status=1)
    person = Person(system)
    person.sign_in()
    for number in range(times):
        system.send("POST", "/v1/password/reset-requests", body={"name": f"user{number}@example.com"})
        until(lambda: len(list((system.open / "mail").glob("*.eml"))) > number, "a mail")
        line.count()
    for number in range(times):
        system.run("siwa", "backup", system.open / f"backup-{number}", "--config", system.configuration())
        system.run("siwa", "accounts", "export-all", system.open / f"export-{number}", "--with-secrets", "--config", system.configuration())
        _transfer(system, number)
        line.count()
    for command in (["secrets", "rotate"], ["keys", "rotate"], ["verify-database"], ["accounts", "find", "--email", "x@y.z"]):
        system.command(*command)
    system.service.stop()
    _tokens(system)


def _emulator(system):
    """The emulator with everything that it keeps, and the recorder."""
    (system.open / "apple.json").unlink(missing_ok=True)
    for kept in [*(system.open / "keys").iterdir(), *(system.open / "authority").iterdir()]:
        kept.unlink()
    program = Program(
        [
            BUILT / "apple-id-emulator",
            "--listen",
            "127.0.0.1:0",
            "--control-listen",
            "127.0.0.1:0",
            "--keys-in",
            system.open / "keys",
            "--state",
            system.open / "apple.json",
            "--tls",
            "--tls-authority",
            system.open / "authority",
        ],
        system.folder / "emulator.log",
        system.environment,
    )
    try:
        port = urllib.parse.urlsplit(program.facts["control_url"]).port
        for number in range(3):
            answer = web.send(port, "POST", "/_emulator/people", body={"key": f"p{number}", "email": f"p{number}@example.com"})
            assert answer.status < 300, answer
        assert web.send(port, "POST", "/_emulator/reset", body={}).status < 500
    finally:
        program.stop()
    system.run(
        "apple-id-emulator",
        "record",
        "--script",
        "public",
        "--base-url",
        system.emulator.url,
        "--pause",
        "0",
        "--output",
        system.open / "recording.json",
    )


def _setup(system):
    (system.open / "siwa.json").unlink(missing_ok=True)
    answers = ["https://id.example.test", "", "", str(system.open), "", str(system.key_file), "", "", "", "", ""]
    key = system.key_file.with_name("AuthKey_EMUKEY0001.p8")
    if not key.exists():
        key.write_bytes(b"")
        key.chmod(0o600)
        key.write_bytes(system.key_file.read_bytes())
    answers[5] = str(key)
    arguments = ["setup", "--config", system.open / "siwa.json", "--emulator", system.emulator.url]
    for more in ([], ["--replace"]):
        system.run("siwa", *arguments, *more, given="\n".join(answers) + "\n")


def _tokens(system):
    """The secrets that come with a token are named by files, since everybody sees arguments."""
    keys = system.open / "jwks.json"
    keys.write_bytes(web.send(system.emulator.port, "GET", "/auth/keys").body)
    code, token = _write(system.folder / "code", CODE), _write(system.folder / "token", TOKEN)
    system.run(
        "siwa",
        "token",
        "verify",
        "--client-id",
        "com.example.app",
        "--no-nonce",
        "--jwks",
        keys,
        "--code-file",
        code,
        "--access-token-file",
        token,
        given="a.b.c",
        status=1,
    )


def _transfer(system, number):
    """The file for the buyer of an app, and the list of those who have not moved, with their addresses."""
    configuration = system.configuration()
    system.run("siwa", "transfer", "export", "--output", system.open / "people.jsonl", "--config", configuration)
    report = system.open / f"report-of-transfer-{number}"
    # One person has not moved, so the command leaves with 1.
    system.run("siwa", "transfer", "report", "--output", report, "--with-addresses", "--config", configuration, status=1)


def _users(number):
    hashed = hashlib.scrypt(b"correct horse", salt=b"0123456789abcdef", n=1024, r=8, p=1, dklen=32)
    text = "$scrypt$ln=10,r=8,p=1$" + "$".join(base64.b64encode(part).decode().rstrip("=") for part in (b"0123456789abcdef", hashed))
    lines = [
        {"external_id": f"u{each}", "login_names": [f"user{each}@example.com"], "email": f"user{each}@example.com", "password_hash": text}
        for each in range(number)
    ]
    return "".join(json.dumps(each) + "\n" for each in [*lines, {"external_id": ""}])


def _write(path, text):
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    return path


def creations(report, engine, full):
    """P1: the mode of each file at its creation, with the process's mask switched off."""
    if engine != "sqlite":
        return
    with report.line("P1 every file is private when it is created", engine) as line:
        built = pathlib.Path(tempfile.mkdtemp(prefix="endurance-"))
        atexit.register(shutil.rmtree, built, ignore_errors=True)
        record = built / "record"
        library = compiled(pathlib.Path(__file__).with_name("creations.c"), built)
        environment = os.environ | {"LD_PRELOAD": str(library), "ENDURANCE_CREATIONS": str(record)}
        with running(environment) as system:
            every_command(system, line, 2)
            made = [_entry(each) for each in record.read_text().splitlines()]
            _judge(line, system.open, made)


def _entry(text):
    what, mode, flags, path = text.split(" ", 3)
    return what, int(mode, 8), int(flags, 16), path


def _judge(line, folder, made):
    masked = {program for what, mode, _, program in made if what == "umask" and mode == 0o077}
    for program in ("siwa", "apple-id-emulator"):
        line.expect(program in masked, f"{program} did not set its mask")
    ours = [entry for entry in made if entry[3].startswith(str(folder))]
    files = [entry for entry in ours if entry[0] == "file"]
    for what, mode, flags, path in ours:
        name = pathlib.Path(path).name
        is_public = what == "mode" and PUBLIC.fullmatch(name)
        line.expect(is_public or mode & 0o077 == 0, f"{what} {name} had mode {mode:o}")
        if what == "file":
            line.expect(flags & os.O_NOFOLLOW, f"{name} was created through any link")
            line.expect(flags & os.O_EXCL or OF_SQLITE.fullmatch(name), f"{name} was created in place of another file")
    expected = (
        "accounts.sqlite.part",
        "accounts.sqlite-wal",
        "accounts.sqlite-shm",
        "master.key",
        "access-token-",
        ".eml",
        "backup-",
        "export-",
        "report.jsonl",
        "people.jsonl",
        "report-of-transfer-",
        "siwa.json.part",
        "siwa.json.previous",
        "recording.json",
        "apple.json",
        "authority-key.pem",
        "authority.pem",
        "AuthKey_",
    )
    for name in expected:
        line.expect(any(name in pathlib.Path(path).name for _, _, _, path in files), f"nobody created {name}")
    line.remark(f"{len(files)} files")


def other_user(report, engine, full):
    """P2: another user opens whatever can be opened while every command runs."""
    if engine != "sqlite":
        return
    with report.line("P2 another user of the machine sees nothing private", engine) as line:
        if os.geteuid() != 0:
            line.remark("not played: only root can become another user; P1 stands in for it")
            line.played = 1
            return
        before = os.umask(0o022)
        try:
            with running() as system:
                reader = Reader(system.open)
                try:
                    every_command(system, line, 40 if full else 10)
                finally:
                    files, arguments, rounds = reader.seen()
                _judge_reading(line, files, arguments)
                line.remark(f"{rounds} times looked, {len(files)} files opened")
        finally:
            os.umask(before)


def _judge_reading(line, files, arguments):
    for path, content in files:
        name = pathlib.Path(path).name
        line.expect(PUBLIC.fullmatch(name), f"{name} could be opened")
        line.expect(PRIVATE_KEY not in content and "$scrypt$" not in content, f"{name} had a secret in it")
    line.expect(any(name.endswith("siwa.json") for name, _ in files), "the reader could not even read the configuration")
    for secret in (CODE, TOKEN):
        line.expect(not any(secret in word for word in arguments), "a secret was among the arguments of a program")


DRILLS = {"P1": creations, "P2": other_user}

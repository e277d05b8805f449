"""Acknowledged data is durable: the database's log is on the disk before the first byte of the answer is sent.

The order of system calls proves this for a sign-in by an app, one in a browser, and a refresh. Further tests prove that
the same check detects a database configured not to wait.
"""

import re
import subprocess

import pytest

import system_calls
from answers import renew, served
from harness.people import Person, Visitor
from harness.programs import ROOT
from harness.system import System

FIRST = "a first answer, to begin at"


def walk(system):
    """Signs in by browser and by app, then refreshes, in sequence. Returns texts that each occur in one of the
    answers."""
    marks = []
    with system.connect() as connection:
        visitor = Visitor(system)
        form = visitor.approve(visitor.begin(connection))
        marks.append((FIRST, next(iter(visitor.cookies.values()))))
        answer = visitor.post(form, connection)
        assert answer.status == 303, answer.body
        marks.append(("a sign-in in a browser", visitor.cookies["siwa-session"]))
        person = Person(system, visitor.key)
        message = person.credential(connection)
        marks.append((FIRST, message["attempt"]))
        session = served(person.submit(message, connection))
        marks.append(("a sign-in in an app", session["refresh_token"]))
        for number in (1, 2, 3):
            session = renew(connection, session["refresh_token"])
            marks.append((f"renewal {number}", session["refresh_token"]))
    return marks


def complaints(log, marks, look):
    """The result of the check between each answer and the one before it."""
    calls = system_calls.read(log)
    sent = system_calls.answers(calls, [mark for _, mark in marks])
    found = {}
    for (_, before), (name, answer) in zip(zip(marks, sent), list(zip(marks, sent))[1:]):
        if name[0] != FIRST:
            found[name[0]] = look(calls, before, answer)
    assert len(found) == 5
    return found


def look_at_sqlite(calls, before, answer):
    return system_calls.complaint(calls, before, answer, lambda file: file.endswith("accounts.sqlite-wal"))


# The command tags of statements that changed rows: https://www.postgresql.org/docs/current/protocol-message-formats.html
# A change that must happen is told by a row of one unnamed column.
CHANGE = re.compile(r"(?:INSERT 0|UPDATE|DELETE) [1-9]\d*\\0|\?column\?.*SELECT 1\\0")
COMMIT, ROLLBACK = r"COMMIT\0Z", r"ROLLBACK\0Z"


def look_at_postgresql(calls, before, answer):
    """Expects the server's log first, then the server's answer to us, then our answer.

    Other connections read at the same time. So the last commit is that of the last transaction that changed rows.
    """
    last = None
    changed, previous = set(), {}
    for call in calls:
        if call.name not in system_calls.WRITES or not call.ended < answer.began:
            continue
        if before.ended < call.began:
            if CHANGE.search(call.text):
                changed.add(call.file)
            if ROLLBACK in call.text:
                changed.discard(call.file)
            if COMMIT in call.text and call.file in changed:
                changed.remove(call.file)
                last = (previous[call.file], call)
        previous[call.file] = call
    if last is None:
        return "no commit was answered before the answer"
    # Changes are answered together with their commit. Its record is written after the answer before that.
    return system_calls.complaint(calls, *last, lambda file: "/pg_wal/" in file)


@pytest.fixture
def on_file(tmp_path):
    made = System(tmp_path, rate_limits={"per_minute": 0})
    yield made
    system_calls.stop(made)


def test_sqlite_has_it_on_the_disk_before_anybody_is_answered(strace, on_file, tmp_path):
    log = tmp_path / "trace"
    on_file.start(prefix=system_calls.strace(strace, log))
    marks = walk(on_file)
    system_calls.stop(on_file)
    assert set(complaints(log, marks, look_at_sqlite).values()) == {None}


def test_sqlite_that_does_not_wait_is_noticed(strace, on_file, tmp_path):
    """Runs the same service with PRAGMA synchronous = OFF."""
    on_file.start()
    on_file.stop_services()
    log = tmp_path / "trace"
    on_file.start(program=("crash-drill",), options=("hasty",), prefix=system_calls.strace(strace, log))
    marks = walk(on_file)
    system_calls.stop(on_file)
    found = complaints(log, marks, look_at_sqlite)
    assert set(found.values()) == {"the answer went out before the log was on the disk"}, found


class TracedServer:
    """A PostgreSQL server and a service under one strace, because only a common trace shows their order."""

    def __init__(self, strace, folder):
        self.log = folder / "trace"
        self.control = folder / "control"
        self.system = System(folder, database="set below", rate_limits={"per_minute": 0})
        script = f'export SIWA_DATABASE="$TEST_POSTGRESQL_URL"; echo "$TEST_POSTGRESQL_CONTROL" >{self.control}; "$@"'
        self.system.start(
            prefix=[*system_calls.strace(strace, self.log), ROOT / "Scripts" / "with-postgresql", "bash", "-c", script, "bash"]
        )

    def sql(self, statement):
        subprocess.run([self.control.read_text().strip(), "sql", statement], check=True, stdout=subprocess.DEVNULL)

    def complaints(self):
        marks = walk(self.system)
        system_calls.stop(self.system)
        return complaints(self.log, marks, look_at_postgresql)


@pytest.fixture
def traced(strace, server, tmp_path):
    made = TracedServer(strace, tmp_path)
    yield made
    system_calls.stop(made.system)


def test_postgresql_has_it_on_the_disk_before_anybody_is_answered(traced):
    assert set(traced.complaints().values()) == {None}


def test_postgresql_that_does_not_wait_for_commits_is_noticed(traced):
    """The service raises the setting for each connection, so lowering it takes a trigger."""
    traced.sql("""CREATE FUNCTION hurry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM set_config('synchronous_commit', 'off', true); RETURN NULL; END $$""")
    traced.sql("CREATE TRIGGER hurry AFTER INSERT OR UPDATE ON sessions EXECUTE FUNCTION hurry()")
    # The server's own writer runs five times a second and could write before each answer. Ten seconds are the longest pause
    # that PostgreSQL allows it, so it may still come before one of them.
    traced.sql("ALTER SYSTEM SET wal_writer_delay = '10s'")
    traced.sql("SELECT pg_reload_conf()")
    found = traced.complaints()
    assert list(found.values()).count(None) <= 1, found


def test_postgresql_without_fsync_is_noticed(traced):
    """Switches fsync off while the service runs; at its start, the service would refuse it."""
    traced.sql("ALTER SYSTEM SET fsync = off")
    traced.sql("SELECT pg_reload_conf()")
    found = traced.complaints()
    assert None not in found.values(), found

"""D1–D3: the disk is full; the file is read-only, missing or truncated; another process holds it."""

import atexit
import ctypes
import os
import pathlib
import shutil
import tempfile
import threading

from harness.people import Person, session_cookies
from harness.programs import Refused

from . import invariants
from .control import FULL_GROWTH, FULL_HALF, FULL_SYNC, FULL_WRITE
from .system import running

# The number of repetitions, in full runs and in every run.
FULL_DISKS, BROKEN_FILES, LOCKS = (20, 3), (5, 1), (10, 1)


def times(numbers, full):
    return range(numbers[0] if full else numbers[1])


def full_disk(report, engine, full):
    """D1 with the interposer, which controls exactly which write finds no room; a small file system cannot do that."""
    if engine != "sqlite":
        return
    kinds = {
        "D1 no room to write": FULL_WRITE | FULL_GROWTH,
        "D1 no room to write, half of it done": FULL_WRITE | FULL_GROWTH | FULL_HALF,
        "D1 no room to write within the log": FULL_WRITE,
        "D1 no room for the log to grow": FULL_GROWTH,
        "D1 no room at the commit's sync": FULL_SYNC,
    }
    for name, kind in kinds.items():
        with report.line(name, engine) as line, running(engine) as system:
            ada, people = Person(system), []
            ada.sign_in()
            for _ in times(FULL_DISKS, full):
                people.append(Person(system))
                waiting = people[-1].credential()
                if kind == FULL_WRITE:
                    _start_log_over(system)
                system.interposer.shared.refused = 0
                system.interposer.shared.full = kind
                _nobody_gets_in(system, line, ada, waiting)
                system.interposer.shared.full = 0
                line.expect(system.interposer.shared.refused > 0, "nothing was written while there was no room")
                _everybody_gets_in(line, ada, people[-1], waiting)
                line.count()
            invariants.check(system, line, [ada] + people)


def _start_log_over(system):
    """Copies the write-ahead log into the file, so that the next commit writes to a part of the log that has room."""
    with system.engine.open() as connection:
        connection.execute("PRAGMA wal_checkpoint(RESTART)")


def _nobody_gets_in(system, line, ada, waiting):
    refused = ada.refresh()
    line.expect(refused is not None and refused.status == 503, f"a refresh without room was answered {refused}")
    answer = system.send("POST", "/v1/native/sign-in", body=waiting)
    line.expect(
        answer is not None and answer.status == 503 and b"token" not in answer.body, f"a sign-in without room was answered {answer}"
    )
    # The beginning of a browser's sign-in stores nothing.
    page = system.send("GET", "/web/sign-in")
    line.expect(page is not None and page.status == 303 and not session_cookies(page), f"a page without room was answered {page}")


def _everybody_gets_in(line, ada, newcomer, message):
    """Checks that service resumes at once and without a restart. The app repeats its request, with the name that Apple
    sent once.
    """
    again = ada.refresh()
    line.expect(again is not None and again.status == 200, f"with room again a refresh was answered {again}")
    answer = newcomer.submit(message)
    if line.expect(answer is not None and answer.status == 200, f"with room again a sign-in was answered {answer}"):
        name = answer.json["account"].get("name") or {}
        line.expect(name.get("given") == "Grace", "the name that Apple sends once was lost")


def full_log(report, engine, full):
    """D1 with room for everything but the log: people must not notice."""
    with report.line("D1 no room for the service's own log", engine) as line, running(engine, starts=False) as system:
        system.start(errors="/dev/full")
        ada = Person(system)
        for _ in times(FULL_DISKS, full):
            answer = ada.sign_in()
            line.expect(answer is not None and answer.status == 200, f"a sign-in was answered {answer}")
            line.count()
        invariants.check(system, line, [ada])


def small_file_system(report, engine, full):
    """D1 on a real file system of two megabytes, if one can be mounted."""
    if engine != "sqlite":
        return
    with report.line("D1 a real file system that is full", engine) as line:
        place = _mounted()
        if place is None:
            line.remark("not played: no file system may be mounted here; the lines above stand in for it")
            line.played = 1
            return
        with running(engine, state=place) as system:
            ada, kept = Person(system), []
            ada.sign_in()
            for _ in times(FULL_DISKS, full):
                _fill(place)
                answers = [ada.refresh() for _ in range(30)]
                statuses = {answer.status if answer else None for answer in answers}
                line.expect(503 in statuses and statuses <= {200, 503}, f"answered {statuses}")
                line.expect(
                    any(answer is not None and b'"database_full"' in answer.body for answer in answers),
                    "no answer says that there is no room",
                )
                (place / "filler").unlink()
                kept.append(Person(system))
                _everybody_gets_in(line, ada, kept[-1], kept[-1].credential())
                line.count()
            invariants.check(system, line, [ada] + kept)


def _mounted():
    """A tmpfs that only this drill and its children see; None if mounting is not allowed."""
    libc = ctypes.CDLL(None, use_errno=True)
    new_mounts, recursive_private = 0x00020000, 0x4000 | 0x40000
    if libc.unshare(new_mounts) or libc.mount(b"none", b"/", None, recursive_private, None):
        return None
    place = pathlib.Path(tempfile.mkdtemp(prefix="endurance-"))
    atexit.register(lambda: (libc.umount2(str(place).encode(), 2), place.rmdir()))
    return None if libc.mount(b"none", str(place).encode(), b"tmpfs", 0, b"size=2m,mode=700") else place


def _fill(place):
    with open(place / "filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError:
            pass


def broken_file(report, engine, full):
    """D2: a damaged file is reported at the start, and no other file replaces it."""
    if engine != "sqlite":
        return
    with running(engine) as system:
        ada = Person(system)
        ada.sign_in()
        path = system.engine.path
        whole = path.with_name("whole")

        def read_only():
            path.chmod(0o400)

        def removed():
            path.unlink()

        def cut(length):
            os.truncate(path, length)

        cases = {
            "D2 read-only at the start": (read_only, "read-only"),
            "D2 removed before the start": (removed, "database_missing"),
            "D2 cut to half at the start": (lambda: cut(path.stat().st_size // 2), "is damaged"),
            "D2 cut by one page at the start": (lambda: cut(path.stat().st_size - 4096), "is damaged"),
            "D2 empty at the start": (lambda: cut(0), "is damaged"),
        }
        for name, (damage, words) in cases.items():
            with report.line(name, engine) as line:
                for _ in times(BROKEN_FILES, full):
                    system.service.stop()
                    shutil.copy2(path, whole)
                    damage()
                    _refuses(system, line, words)
                    path.unlink(missing_ok=True)
                    shutil.copy2(whole, path)
                    system.start()
                    line.count()
                    invariants.check(system, line, [ada])


def _refuses(system, line, words):
    before = _contents(system.engine.path)
    try:
        system.start()
        line.problem("it started")
        system.service.kill()
    except Refused as refused:
        line.expect(refused.status == 3 and words in refused.words, f"not the words: {refused}")
    line.expect(_contents(system.engine.path) == before, "the file is not as it was")


def _contents(path):
    return path.read_bytes() if path.exists() else None


def removed_while_running(report, engine, full):
    """D2: if the file is removed while the service runs, the service must not accept data that would be lost."""
    if engine != "sqlite":
        return
    with report.line("D2 removed while the service runs", engine) as line, running(engine) as system:
        ada = Person(system)
        ada.sign_in()
        path, aside = system.engine.path, system.state / "aside"
        for number in times(BROKEN_FILES, full):
            aside.mkdir()
            for file in system.state.glob("accounts.sqlite*"):
                file.rename(aside / file.name)
            refused = ada.refresh()
            line.expect(refused is not None and refused.status == 503, f"a refresh was answered {refused}")
            line.expect(not path.exists(), "a new file was put in its place")
            if number % 2 == 0:
                system.service.kill()
                _refuses(system, line, "database_missing")
            for file in aside.iterdir():
                file.rename(system.state / file.name)
            aside.rmdir()
            if number % 2 == 0:
                system.start()
            again = ada.refresh()
            line.expect(again is not None and again.status == 200, f"with the file back: {again}")
            line.count()
        invariants.check(system, line, [ada])


def locked(report, engine, full):
    """D3: another process holds the file for a second, for ten seconds, or forever."""
    if engine != "sqlite":
        return
    with running(engine) as system:
        ada = Person(system)
        ada.sign_in()
        with report.line("D3 held by another process for a second", engine) as line:
            for _ in times(LOCKS, full):
                with _Held(system, 1):
                    answer = ada.refresh()
                line.expect(answer is not None and answer.status == 200, f"answered {answer}")
                line.count()
        with report.line("D3 held by another process for ten seconds", engine) as line:
            for _ in times(LOCKS, full):
                with _Held(system, 10) as held:
                    answer = ada.refresh()
                    line.expect(held.is_held(), "waited for the lock's end")
                    line.expect(answer is not None and answer.status == 503, f"answered {answer}")
                    page = system.send("GET", "/web/sign-in")
                    line.expect(page is not None and page.status in (303, 503), f"a page was answered {page}")
                again = ada.refresh()
                line.expect(again is not None and again.status == 200, f"afterwards: {again}")
                line.count()
        with report.line("D3 held for ever: refuses to start", engine) as line:
            for _ in times(LOCKS, full):
                system.service.stop()
                with _Held(system, 60) as held:
                    _refuses(system, line, "Another process has locked")
                    held.release()
                system.start()
                line.count()
            invariants.check(system, line, [ada])


class _Held:
    """Holds the write lock of the file for some seconds, or until released."""

    def __init__(self, system, seconds):
        self.system, self.seconds = system, seconds
        self.taken, self.over = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._hold)

    def _hold(self):
        with self.system.engine.open() as connection:
            connection.execute("BEGIN EXCLUSIVE")
            self.taken.set()
            self.over.wait(self.seconds)
            connection.execute("ROLLBACK")

    def is_held(self):
        return self.thread.is_alive()

    def release(self):
        self.over.set()

    def __enter__(self):
        self.thread.start()
        self.taken.wait()
        return self

    def __exit__(self, *_):
        self.thread.join()


DRILLS = {
    "D1": full_disk,
    "D1log": full_log,
    "D1fs": small_file_system,
    "D2": broken_file,
    "D2run": removed_while_running,
    "D3": locked,
}

"""D7: power failure. Data written but not yet synchronised is lost in whole or in part; acknowledged data must survive.

The interposer records every change of the service's files in order. From this record, the drill reconstructs the disk
after a power failure at any moment: without the unsynchronised data, or with a random part of it, torn at 512 bytes. A
new name exists only after its folder was synchronised.
"""

import contextlib
import dataclasses
import json
import pathlib
import random
import shutil
import sqlite3
import struct
import tempfile

from harness import web
from harness.people import Person, present

from . import invariants
from .system import running

OPENED, WRITTEN, SYNCED, TRUNCATED, UNLINKED, LINKED, RENAMED = range(1, 8)
# More rows than the number after which the service checkpoints its log (1,000), so that a checkpoint is interrupted
# too.
REFRESHES = 1_150
CUTS, STARTS = (REFRESHES, 40), (50, 3)


class File:
    """A file's content on the disk, and the changes that have not been synchronised."""

    def __init__(self, content=b""):
        self.durable, self.pending = bytearray(content), []

    def synchronize(self):
        for change in self.pending:
            apply(self.durable, change)
        self.pending = []

    def after_cut(self, chance):
        """The content after a power failure: the durable content, and each later change completely, partly or not at
        all.
        """
        content = bytearray(self.durable)
        for offset, data in self.pending if chance else []:
            if chance.random() < 0.5:
                whole = data is None or chance.random() < 0.5
                apply(content, (offset, data if whole else data[: 512 * chance.randrange(len(data) // 512 + 1)]))
        return bytes(content)


def apply(content, change):
    offset, data = change
    if data is None:
        del content[offset:]
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk:
    """The files in one folder, as changed by a journal."""

    def __init__(self, folder):
        self.folder, self.numbers, self.folders = folder, {}, set()
        self.names = {str(path): File(path.read_bytes()) for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")}
        self.durable_names = dict(self.names)

    def take(self, entry, number, offset, data):
        if entry == OPENED:
            path = data.decode()
            self.numbers[number] = path
            if offset:
                self.folders.add(path)
            else:
                self.names.setdefault(path, File())
            return
        if entry in (UNLINKED, LINKED, RENAMED):
            first, *second = data.decode().split("\0")
            file = self.names.get(first) if entry == LINKED else self.names.pop(first, None)
            if second and file:
                self.names[second[0]] = file
            return
        path = self.numbers[number]
        if entry == SYNCED and path in self.folders:
            self._synchronize_names(pathlib.Path(path))
        elif path in self.names:
            if entry == SYNCED:
                self.names[path].synchronize()
            else:
                self.names[path].pending.append((offset, data if entry == WRITTEN else None))

    def _synchronize_names(self, folder):
        inside = {path: file for path, file in self.names.items() if pathlib.Path(path).parent == folder}
        others = {path: file for path, file in self.durable_names.items() if pathlib.Path(path).parent != folder}
        self.durable_names = others | inside

    def write(self, folder, chance):
        """Writes the state after a power failure; with `chance`, including parts of unsynchronised changes."""
        for path, file in self.durable_names.items():
            place = folder / pathlib.Path(path).relative_to(self.folder)
            place.parent.mkdir(mode=0o700, exist_ok=True)
            place.write_bytes(file.after_cut(chance))
            place.chmod(0o600)


def entries(journal):
    """The entries of the journal, each with the offset of its end."""
    at = 0
    while at + 16 <= len(journal):
        entry, number, _, length, offset = struct.unpack_from("<BBHIQ", journal, at)
        if at + 16 + length > len(journal):
            return
        at += 16 + length
        yield at, entry, number, offset, journal[at - length : at]


@dataclasses.dataclass
class Told:
    """What people had been told when the journal had this length."""

    length: int
    renewals: int
    accounts: int
    refresh_token: str


def power_cut(report, engine, full):
    if engine != "sqlite":
        return
    with report.line("D7 power cut", engine) as line, running(engine) as system:
        ada, people = Person(system), []
        ada.sign_in()
        system.service.stop()
        base = Disk(system.state)
        journal = system.folder / "journal"
        system.start(journal=journal)
        told = _work(system, ada, people, journal)
        system.service.kill()
        recorded = journal.read_bytes()
        cuts = {moment.length: moment for moment in _chosen(told, CUTS[not full])}
        starts = {moment.length for moment in _chosen(told, STARTS[not full])}
        chance, copied = random.Random(7), 0
        for at, entry, number, offset, data in entries(recorded):
            copied += entry == WRITTEN and base.numbers.get(number, "").endswith(".sqlite")
            base.take(entry, number, offset, data)
            if at in cuts:
                for kind in (None, chance):
                    _look(system, line, base, cuts[at], kind, starts=at in starts)
                    line.count()
        line.expect(line.played == 2 * len(cuts), f"{line.played} of {2 * len(cuts)} cuts were found in the journal")
        line.expect(copied > 0, "the log was never copied into the file")
        line.remark(f"{len(told)} moments, {len(starts)} of them with a start of the service")


def _work(system, ada, people, journal):
    """Refreshes repeatedly and adds a person at intervals. After each answer, the length of the journal is recorded."""
    told, connection = [], web.Line(system.port)
    for number in range(REFRESHES):
        if number % 50 == 0:
            people.append(Person(system))
            people[-1].sign_in()
        connection.post(
            "/v1/sessions/refresh", "application/json", json.dumps({"refresh_token": ada.refresh_token, "client": "app"}).encode()
        )
        ada.keep(connection.read())
        told.append(Told(journal.stat().st_size, number + 1, 1 + len(people), ada.refresh_token))
    connection.close()
    return told


def _chosen(told, count):
    return told if count >= len(told) else [told[len(told) * place // count] for place in range(count - 1)] + told[-1:]


def _look(system, line, disk, moment, chance, starts):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="endurance-"))
    try:
        disk.write(folder, chance)
        how = f"cut after answer {moment.renewals}{', with torn parts' if chance else ''}"
        with contextlib.closing(sqlite3.connect(folder / "accounts.sqlite")) as connection:
            try:
                sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
                (renewals,) = connection.execute("SELECT max(counter) FROM sessions").fetchone()
                (accounts,) = connection.execute("SELECT count(*) FROM accounts").fetchone()
            except sqlite3.DatabaseError as error:
                return line.problem(f"{how}: {error}")
        line.expect(sound == "ok", f"{how}: {sound}")
        line.expect(renewals >= moment.renewals, f"I2 {how}: {moment.renewals - renewals} answered renewals lost")
        line.expect(accounts >= moment.accounts, f"I2 {how}: {moment.accounts - accounts} answered sign-ins lost")
        if starts:
            _start_again(system, line, disk, moment, chance, how)
    finally:
        shutil.rmtree(folder)


def _start_again(system, line, disk, moment, chance, how):
    """Starts the service on the remaining files, and refreshes with the token of the last answer."""
    shutil.rmtree(system.state)
    system.state.mkdir()
    disk.write(system.state, chance)
    system.start()
    answer = present(system, moment.refresh_token)
    line.expect(answer is not None and answer.status == 200, f"I2 {how}: signed out: {answer}")
    invariants.check(system, line, visitors_sessions=moment.accounts + 1)
    system.service.kill()


def first_power_cut(report, engine, full):
    """The first answers of a new service: its file names and keys must be on the disk as well."""
    if engine != "sqlite":
        return
    with report.line("D7 power cut after the first answers of a new service", engine) as line, running(engine, starts=False) as system:
        disk, journal = Disk(system.state), system.folder / "journal"
        system.start(journal=journal)
        ada, told = Person(system), []
        ada.sign_in()
        for number in range(6 if full else 3):
            told.append(Told(journal.stat().st_size, number, 1, ada.refresh_token))
            ada.refresh()
        system.service.kill()
        moments = {moment.length: moment for moment in told}
        for at, *entry in entries(journal.read_bytes()):
            disk.take(*entry)
            if at in moments:
                for kind in (None, random.Random(7)):
                    _look(system, line, disk, moments[at], kind, starts=True)
                    line.count()


DRILLS = {"D7": power_cut, "D7first": first_power_cut}

"""Plants switches in the service's text: in every clause of a `guard` that binds nothing, in every `if` that exits
early, and where service_checks.py says so. A clause that is off is still evaluated, so that its side effects happen.
"""

import json
import pathlib
import re
import sys
from dataclasses import dataclass

from . import provider_checks, swift_text
from .service_checks import CONDITIONS, STATEMENTS
from .service_exceptions import EXCEPTIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ("HTTPConnections", "HTTPServing", "Settings")
PLANTED = [
    "SignInFlows",
    "HTTPConnections",
    *[
        f"SignInServer/{name}"
        for name in ("Authentication", "Connections", "Limits", "Pages", "Requests", "Responder", "Routes", "Routing")
    ],
    "AccountStorageSQL/Records",
]
MARK = re.compile("«(.*?)»", re.S)

# Each module has its own switch, so that no file needs an import.
SWITCH = """import Foundation
import Synchronization
enum Mutant {
    static let active = ProcessInfo.processInfo.environment["MUTANT"] ?? ""
    static let reached = ProcessInfo.processInfo.environment["MUTANTS_REACHED"]
    static let written = Mutex<Set<String>>([])
    static func isActive(_ name: String) -> Bool {
        if let reached { note(name, in: reached) }
        return active == name
    }
    static func passes(_ name: String, _ clause: Bool) -> Bool { clause || isActive(name) }
    static func note(_ name: String, in path: String) {
        guard written.withLock({ $0.insert(name).inserted }) else { return }
        let line = Array((name + "\\n").utf8)
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        if file < 0 || write(file, line, line.count) != line.count { fatalError("cannot write to \\(path)") }
        close(file)
    }
}
"""


@dataclass(frozen=True)
class Mutant:
    name: str
    path: str
    line: int

    @property
    def module(self):
        return self.path.split("/")[2]

    def __str__(self):
        return f"{self.name} ({self.path}:{self.line})"


class Planting:
    """The mutants, and the text of every file that has a switch. A subclass plants other sources, or by other rules."""

    exceptions, switch = EXCEPTIONS, SWITCH

    @staticmethod
    def place(path):
        """Where a file of a module is in the repository."""
        return f"Programs/{'Shared' if path.startswith(SHARED) else 'Service'}/{path}"

    def __init__(self, modules):
        self.mutants, self.texts, self.taken = {}, {}, set()
        by_hand, automatic = self.listed(), self.searched()
        for path in sorted(automatic | {ROOT / self.place(path) for path, *_ in by_hand}):
            text = path.read_text()
            key = str(path.relative_to(ROOT))
            edits = self.by_rule(key, text) if path in automatic else []
            for entry in by_hand:
                if ROOT / self.place(entry[0]) == path:
                    edits += self.by_hand(key, text, *entry[1:])
            if edits:
                self.texts[key] = edited(key, text, edits)
        for module in modules:
            self.texts[self.place(f"{module}/Mutant.swift")] = self.switch
        unknown = sorted(set(self.exceptions) - self.taken)
        if unknown:
            sys.exit("mutate-checks: exceptions for checks that are not there any more:\n" + "\n".join(unknown))

    def searched(self):
        """Returns the files in which a rule finds checks."""
        return {path for folder in PLANTED for path in (ROOT / self.place(folder)).rglob("*.swift")}

    def listed(self):
        """Returns the checks that are listed by hand."""
        return self.read(STATEMENTS, True) + self.read(CONDITIONS, False) + self.read(provider_checks.CONDITIONS, False)

    @staticmethod
    def read(table, in_sql):
        return [(path, name, marked, in_sql) for path, entries in table.items() for name, marked in entries]

    def named(self, path, text, place, words):
        """Returns a unique name, or None for an exception, which gets no switch."""
        first = name = f"{pathlib.Path(path).stem}: {words[:60].rstrip()}"
        count = 1
        while name in self.taken:
            count += 1
            name = f"{first} ({count})"
        self.taken.add(name)
        if name in self.exceptions:
            return None
        self.mutants[name] = Mutant(name, path, text.count("\n", 0, place) + 1)
        return name

    def by_rule(self, path, text):
        edits = []
        for found in swift_text.conditions(text):
            words = " ".join(text[found.start : found.end].split())
            name = self.named(path, text, found.start, words if found.is_guard else "if " + words)
            if name and found.is_guard:
                edits += [(found.start, found.start, f"Mutant.passes({quoted(name)}, "), (found.end, found.end, ")")]
            elif name:
                edits.append((found.end, found.end, f", !{switch(name)}"))
        return edits

    def by_hand(self, path, text, words, marked, in_sql):
        """Returns the edits of an entry of service_checks.py, which explains the notation."""
        plain = MARK.sub(lambda mark: mark[1].partition("→")[0], marked)
        if text.count(plain) != 1:
            sys.exit(f"mutate-checks: {path}: `{plain}` is there {text.count(plain)} times; say where this is decided now")
        name = self.named(path, text, text.index(plain), words)
        edits, place, end = [], text.index(plain), 0
        for mark in MARK.finditer(marked) if name else ():
            place += mark.start() - end
            before, arrow, after = mark[1].partition("→")
            edits += around(name, place, before, arrow, after, in_sql)
            place, end = place + len(before), mark.end()
        return edits


def around(name, start, before, arrow, after, in_sql):
    """Returns the edits for one mark. In Swift text they are insertions, so that one mark can be inside another."""
    end = start + len(before)
    if in_sql:
        return [(start, end, f'\\({switch(name)} ? "{after}" : "{before}")')]
    if not before:
        return [(start, start, after.replace("{on}", switch(name)))]
    return [(start, start, f"({switch(name)} ? {after} : " if arrow else f"Mutant.passes({quoted(name)}, "), (end, end, ")")]


def edited(path, text, edits):
    parts, place = [], 0
    # What closes a bracket comes before what follows it.
    for start, end, new in sorted(edits, key=lambda edit: (*edit[:2], edit[2] != ")")):
        if start < place:
            sys.exit(f"mutate-checks: {path}: two switches in one place: {text[start:end]}{new}")
        parts += [text[place:start], new]
        place = end
    return "".join(parts) + text[place:]


def quoted(name):
    return json.dumps(name, ensure_ascii=False)


def switch(name):
    return f"Mutant.isActive({quoted(name)})"

#!/usr/bin/env python3
"""Writes the table of the goals, and of the peers beside them, into Documentation/development/performance.md, and adds a row
to the history of the counts there.

Usage: goals_table.py FOLDER [--history] [--page FILE]

FOLDER is that of `Scripts/benchmark … --json FOLDER`, which lets only figures of one commit into it. A goal whose benchmark was
not run says so. With --history, the table of the goals stays as it is. A second row of one commit replaces the first.
"""

import argparse
import dataclasses
import datetime
import json
import pathlib
import statistics
import sys
import typing

from apple_calls import MILLION, ROUND

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Laboratory" / "cost"))
from bounds import compiler
from goals import GOALS as COUNTED

BEGIN, END = "<!-- written by Laboratory/benchmarks/Python/goals_table.py -->", "<!-- end -->"
MEASURES = ("sign-in", "refresh", "check")
# The columns of the history, by the routes that are added up.
WITHOUT_CODE, WITH_CODE = "complete, known, no code", "complete, known"
COUNTS = (("live",), ("begin",), (WITHOUT_CODE,), ("refresh",), ("session check",), ("authorize",), ("client token",), ("userinfo",))
TRIPS = (("begin", WITHOUT_CODE), ("begin", WITH_CODE), ("refresh",), ("session check",), ("authorize",), ("client token",), ("userinfo",))
COUNTS_HEAD, TRIPS_HEAD = "| date, commit | empty |", "| date, commit | attempt and sign-in |"


class Figures:
    """The documents in a folder. What is missing raises `KeyError`."""

    def __init__(self, folder):
        self.folder = folder
        self.documents = {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}

    def cells(self, document, begins, column):
        """The numbers in a column of the rows whose name begins so."""
        rows = [row for row in self.documents[document]["rows"] if row[0].startswith(begins)]
        if not rows:
            raise KeyError(begins)
        return [float(row[column]) for row in rows]

    def over_peers(self, document, connections):
        """The least ratio of any peer to the service, with that of the furthest."""
        ratios = [
            own["processor"][measure]["ratio"]
            for count in connections
            for name, own in self.documents[document]["results"][count].items()
            if name != "siwa"
            for measure in MEASURES
            if measure in own["processor"]
        ]
        return [min(ratios), max(ratios)]

    def over_lean(self, connections):
        """The service's processor time over that of the lean one."""
        lean = self.documents["peers"]["results"][connections]["lean"]["processor"]
        return [1 / lean[measure]["ratio"] for measure in MEASURES]

    def plain(self):
        return self.documents["peers"]["results"]["128"]["plain"]

    def p99_over_plain(self):
        ours = self.documents["peers"]["results"]["128"]["siwa"]
        return [ours["seen"]["sign in"]["p99"] / self.plain()["seen"]["sign in"]["p99"]]

    def emulator_over_parts(self):
        found = self.documents["emulator"]
        code, hybrid, document = (found[name]["microseconds"] for name in ("code", "hybrid", "document"))
        return [code / (hybrid - code + 2 * document)]

    def share_of_validation(self):
        found = self.documents["apple"]
        return [100 * (found["asking"]["share"] + found["planning"]["microseconds"] * MILLION / ROUND / 1e6)]

    def counted(self, routes, column):
        return [sum(self.documents["cost"][route][column] for route in routes)]


@dataclasses.dataclass(frozen=True)
class Goal:
    """A row. `sense` is ≤ or ≥; the goal holds if all figures meet it."""

    number: str
    measure: str
    sense: str
    bound: float
    stretch: str
    figures: typing.Callable
    unit: str = ""

    def row(self, found):
        try:
            figures = self.figures(found)
        except (KeyError, ValueError):
            figures = []
        is_met = all(figure <= self.bound if self.sense == "≤" else figure >= self.bound for figure in figures)
        verdict = ("met" if is_met else "**missed**") if figures else "not measured"
        return (
            f"| {self.number} | {self.measure} | {self.sense} {number(self.bound)}{self.unit} | {self.stretch} "
            f"| {', '.join(map(number, figures))} | {verdict} |"
        )


def number(value):
    """Formats no more digits than are meaningful."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}".rstrip("0").rstrip(".")


GOALS = (
    Goal("P1", "verification, as a share of a bare RSA operation", "≥", 0.85, "0.90", lambda f: f.cells("verify", "P1  whole", 2)),
    Goal("", "compared with jwt-kit, times as fast", "≥", 2.5, "", lambda f: f.cells("verify", "P1  times", 2)),
    Goal("P2", "two and eight tasks over one", "≥", 1.9, "1.97", lambda f: f.cells("verify", "P2", 2)),
    Goal(
        "P3",
        "a hostile token over an honest one of its length, the slowest",
        "≤",
        2,
        "",
        lambda f: [max(f.cells("verify", "P3  corpus", 2) + f.cells("verify", "P3  made", 2))],
    ),
    Goal("P4", "client secret, as a share of a bare P-256 signature", "≥", 0.87, "0.92", lambda f: f.cells("verify", "P4", 2)),
    Goal(
        "P5", "sign-in over the sum of its parts, 128 connections, SQLite", "≤", 1.3, "1.15", lambda f: f.cells("accounts", "P5  over", 1)
    ),
    Goal("", "a plain Swift service over it, call alone", "≥", 4, "", lambda f: [f.plain()["processor"]["call alone"]["ratio"]]),
    Goal("", "sign-ins for each core and second", "≥", 8_500, "9,500", lambda f: f.cells("accounts", "P5  SQLite", 2)),
    Goal("", "p99 of the call over that of the plain service", "≤", 0.5, "", Figures.p99_over_plain),
    Goal("P6", "sign-in on PostgreSQL over one on SQLite", "≤", 2, "1.5", lambda f: f.cells("accounts", "P6  over", 1)),
    Goal("P7", "renewals for each core and second, SQLite", "≥", 8_000, "12,000", lambda f: f.cells("accounts", "P7  SQLite", 2)),
    Goal("", "PostgreSQL", "≥", 3_000, "5,000", lambda f: f.cells("accounts", "P7  PostgreSQL", 2)),
    Goal(
        "P8",
        "access token verified by another service, as a share of a bare P-256 verification",
        "≥",
        0.8,
        "",
        lambda f: f.cells("verify", "P8", 2),
    ),
    Goal(
        "P9",
        "web sign-ins with code exchange, for each core and second",
        "≥",
        600,
        "1,000",
        lambda f: [f.documents["apple"]["web"]["per_core"]],
    ),
    Goal("", "p99 of an answer, eight browsers", "≤", 100, "", lambda f: [f.documents["apple"]["web"]["p99"]], " ms"),
    Goal("P10", "p99 with many accounts over that with none", "≤", 1.5, "1.2", lambda f: f.cells("accounts", "P10 p99", 1)),
    Goal("", "start to ready; SQLite, PostgreSQL", "≤", 300, "100 ms", lambda f: f.cells("accounts", "P10 start", 1), " ms"),
    Goal(
        "P11",
        "memory of its own, idle; SQLite, PostgreSQL",
        "≤",
        15,
        "8 MB",
        lambda f: f.cells("accounts", "P11 memory of its own, idle", 1),
        " MB",
    ),
    Goal("", "under load", "≤", 60, "40 MB", lambda f: f.cells("accounts", "P11 memory of its own, under", 1), " MB"),
    Goal("P12", "bytes of an account with one session, SQLite", "≤", 400, "300", lambda f: f.cells("accounts", "P12", 1)[:1]),
    Goal(
        "P13",
        "emulator: start to its first answer",
        "≤",
        150,
        "80 ms",
        lambda f: [statistics.median(f.documents["emulator"]["start"])],
        " ms",
    ),
    Goal("", "emulator: a sign-in over one more identity token and two fixed documents", "≤", 1.15, "1.05", Figures.emulator_over_parts),
    Goal("P14", "daily validation of a million users, share of a core", "≤", 5, "", Figures.share_of_validation, " %"),
    Goal(
        "P16",
        "empty request over a bare Hummingbird application: 1, 32, 128 connections",
        "≤",
        1.3,
        "1.15",
        lambda f: [
            each
            for count in ("1 connection:", "32", "128")
            for each in f.cells("connections", f"{count}{'' if ':' in count else ' connections:'} empty", 2)
        ],
    ),
    Goal(
        "P18",
        "processor time of the nearest and the furthest peer over the service's, 1, 32 and 128 connections, SQLite",
        "≥",
        1,
        "5 times the best",
        lambda f: f.over_peers("peers", ("1", "32", "128")),
    ),
    Goal("", "the same on PostgreSQL", "≥", 1, "", lambda f: f.over_peers("peers-postgresql", ("1", "32", "128"))),
    Goal(
        "P19",
        "code flows of a client, for each core and second, ID token with ES256",
        "≥",
        2_500,
        "3,400",
        lambda f: [f.documents["provider"]["ES256"]["flow"]["per_core"]],
    ),
    Goal(
        "P20",
        "with one connection: empty request over bare Hummingbird",
        "≤",
        0.8,
        "0.6",
        lambda f: f.cells("connections", "1 connection: empty", 2),
    ),
    Goal("", "sign-in, refresh, check over the lean Python service", "≤", 0.7, "0.6", lambda f: f.over_lean("1")),
    *(
        Goal(goal, f"{measure}: {column}", "≤", most, "", lambda f, routes=routes, column=column: f.counted(routes, column))
        for goal, measure, routes, counts in COUNTED
        for column, most in counts.items()
    ),
)


def peers(document):
    """The table of the peers: processor µs of one operation, and the ratio to the service."""
    results = document["results"]
    lines = [
        (
            f"Processor µs of one operation on {document['engine']}, and the ratio to the service: sign-in · refresh · check "
            f"({document['rounds']} rounds)."
        ),
        "",
        "| | " + " | ".join(f"{count} connection{'' if count == '1' else 's'}" for count in results) + " |",
        "|---" * (len(results) + 1) + "|",
    ]
    for name in document["peers"]:
        cells = [" · ".join(cell(result[name]["processor"].get(measure)) for measure in MEASURES) for result in results.values()]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    seen = {name: [result[name]["seen"].get("sign in") for result in results.values()] for name in document["peers"]}
    p99 = "; ".join(f"`{name}` " + ", ".join(number(each["p99"]) for each in found) for name, found in seen.items() if all(found))
    return [*lines, "", f"p99 of a sign-in call in ms at {', '.join(results)} connections: {p99}."]


def cell(found):
    if found is None:
        return "none"
    ratio = found["ratio"]
    return f"{number(found['microseconds'])} ({ratio:.{2 if ratio < 10 else 0}f})"


def written(found, commit, day, swift):
    lines = [
        f"One commit, {commit}, on {day:%-d %B %Y}: static programs, an otherwise idle machine, Linux, Swift {swift}.",
        "",
        "| | measure | goal | stretch | figure | |",
        "|---|---|---|---|---|---|",
        *(goal.row(found) for goal in GOALS),
    ]
    for name in ("peers", "peers-postgresql"):
        if name in found.documents:
            lines += ["", *peers(found.documents[name])]
    return "\n".join([BEGIN, "", *lines, "", END])


def counts(cost, routes):
    """Instructions in thousands, allocations and system calls of one request."""
    (route,) = (cost[f"sqlite: {name}"] for name in routes)
    return f"{route['instructions'] / 1_000:,.0f} / {route['allocations']} / {route['calls']}"


def trips(cost, routes):
    return str(sum(cost[f"postgresql: {name}"]["round trips"] for name in routes))


def with_history(page, cost, commit, day):
    """The page with a row of this commit in each table of the history whose counts are known."""
    for head, columns, cell in ((COUNTS_HEAD, COUNTS, counts), (TRIPS_HEAD, TRIPS, trips)):
        try:
            cells = [cell(cost, routes) for routes in columns]
        except KeyError as missing:
            print(f"goals_table: no row in the history: {missing} was not counted", file=sys.stderr)
            continue
        page = with_row(page, head, f"{day:%-d %B %Y}, {commit}", cells)
    return page


def with_row(page, head, name, cells):
    lines = page.split("\n")
    places = [place for place, line in enumerate(lines) if line.startswith(head)]
    if len(places) != 1:
        raise SystemExit(f"goals_table: the page has no table {head}")
    end = next(place for place in range(places[0], len(lines)) if not lines[place].startswith("|"))
    commit = name.split(", ")[1]
    kept = [line for line in lines[places[0] : end] if f", {commit} |" not in line]
    return "\n".join([*lines[: places[0]], *kept, f"| {' | '.join([name, *cells])} |", *lines[end:]])


def put(text, page):
    """Replaces what stands between the marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit("goals_table: the page has no marks")
    return before + text + after


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--history", action="store_true")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "Documentation" / "development" / "performance.md")
    options = parser.parse_args()
    commit = options.folder / "commit"
    day = datetime.datetime.fromtimestamp(commit.stat().st_mtime, datetime.timezone.utc).astimezone().date()
    found, name, page = Figures(options.folder), commit.read_text().strip(), options.page.read_text()
    if not options.history:
        page = put(written(found, name, day, compiler()), page)
    options.page.write_text(with_history(page, found.documents.get("cost", {}), name, day))


if __name__ == "__main__":
    main()

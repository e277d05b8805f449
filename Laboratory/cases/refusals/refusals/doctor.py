"""Gives the refused requests of the suite to `siwa doctor refusal`, and compares what it names with the table."""

import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import tempfile
import urllib.parse

from harness.keys import write_key
from harness.programs import siwa

from . import cause_table

PATHS = {"/auth/token": "token", "/auth/revoke": "revoke", "/auth/usermigrationinfo": "usermigrationinfo"}
# This switch removes the texts that Apple sends, so the answers of its cases are not Apple's.
WITHOUT_TEXTS = "descriptions"
LONG_WORD = re.compile(r'[^\s&=;"]{41,}')


def is_for(case, suite):
    """Whether a case is refused at one of the three endpoints, or has no effect there, and the log says why."""
    request = case["request"]
    path = request.get("path") or suite.world["requests"].get(request.get("like"), {}).get("path")
    return path in PATHS and case["expect"].get("cause") is not None


def examine(cases, player, is_whole):
    """Plays the cases, asks siwa about each twice, and returns the exit code. `is_whole`: no case was left out."""
    rows = cause_table.read()
    played, faults = [], []
    for case in cases:
        faults += [f"{case['id']}: {line}" for line in player.run(case)]
        played.append((case, player.played))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        configuration = write_configuration(folder, player.world, player.keys)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda entry: Diagnosis(folder, configuration, *entry), played))
    for diagnosis in found:
        faults += diagnosis.faults(rows)
    if is_whole:
        faults += left_over(found, rows)
    faults = list(dict.fromkeys(faults))
    print("\n".join(faults + [summary(found, faults)]))
    return 1 if faults else 0


class Diagnosis:
    """What siwa says about one refused request, with the configuration and without it."""

    def __init__(self, folder, configuration, case, exchange):
        self.case, self.cause = case, case["expect"]["cause"]
        self.answer = cause_table.answer(exchange.reply)
        self.problems = []
        file = folder / (case["id"].replace(" ", "-") + ".form")
        file.write_bytes(exchange.body or b"")
        answer = file.with_suffix(".json")
        answer.write_bytes(exchange.reply.body)
        headers = {name.lower(): value for name, value in exchange.headers.items()}
        arguments = [
            "doctor",
            "refusal",
            "--json",
            "--request",
            file,
            "--answer",
            answer,
            "--endpoint",
            PATHS[exchange.path],
            "--content-type",
            headers.get("content-type", ""),
            "--at",
            str(exchange.now),
        ]
        if "authorization" in headers:
            arguments.append("--authorization-header")
        self.finding, self.evidence = self._first([*arguments, "--config", configuration], exchange)
        self.bare_finding, _ = self._first(arguments, exchange)

    def _first(self, arguments, exchange):
        """The code and the evidence of the first finding."""
        ended = siwa(*arguments)
        self._refuse_secrets(ended.stdout + ended.stderr, exchange)
        try:
            first = json.loads(ended.stdout)["findings"][0]
        except (ValueError, LookupError):
            self.problems.append(f"siwa ended with {ended.returncode}: {ended.stderr.strip()[-300:]}")
            return None, None
        wanted = {"failure": 1, "unknown": 3}.get(first["level"])
        if ended.returncode != wanted:
            self.problems.append(f"siwa ended with {ended.returncode}, but {first['code']} is {first['level']}")
        return first["code"], first["evidence"]

    def _refuse_secrets(self, output, exchange):
        """Looks for the values of secret parameters in what siwa printed."""
        for value in secrets_in(exchange.body or b""):
            if value in output:
                self.problems.append(f"siwa printed a secret of {len(value)} characters")

    def faults(self, rows):
        row = rows.get((self.answer, self.cause))
        found = list(self.problems)
        if row is None:
            found.append(f"the table has no row for {self.cause} with the answer {self.answer}")
        elif not self.problems:
            if self.finding not in row.findings:
                found.append(f"siwa names {self.finding}, the table {sorted(row.findings)}")
            elif self.evidence not in row.evidence:
                found.append(f"siwa's evidence is {self.evidence}, the table's {sorted(row.evidence)}")
            if self.bare_finding not in row.bare_findings:
                found.append(f"without --config, siwa names {self.bare_finding}, the table {sorted(row.bare_findings)}")
        return [f"{self.case['id']}: {line}" for line in found]


def secrets_in(body):
    """The words of a body, decoded or not, that are long enough for a code, token, secret or key and are no address."""
    text = body.decode("latin-1")
    words = LONG_WORD.findall(text) + LONG_WORD.findall(urllib.parse.unquote_plus(text))
    return {word for word in words if "://" not in urllib.parse.unquote(word) and not word.startswith("urn:")}


def left_over(found, rows):
    """What the table promises and no case shows."""
    faults = []
    named = collections.defaultdict(lambda: (set(), set()))
    for diagnosis in found:
        with_configuration, bare = named[diagnosis.answer, diagnosis.cause]
        with_configuration.add(diagnosis.finding)
        bare.add(diagnosis.bare_finding)
    for key, row in rows.items():
        if key not in named:
            faults.append(f"the table has a row for {key[1]} with the answer {key[0]}, and no case")
            continue
        for promised, shown in zip((row.findings, row.bare_findings), named[key]):
            faults += [
                f"the table says {code} for {key[1]} with the answer {key[0]}, and no case shows it" for code in sorted(promised - shown)
            ]
    return faults


def summary(found, faults):
    found = [diagnosis for diagnosis in found if diagnosis.case.get("switch") != WITHOUT_TEXTS]
    counts = [distinct(found, lambda diagnosis, name=name: getattr(diagnosis, name)) for name in ("finding", "bare_finding", "answer")]
    causes = {diagnosis.cause for diagnosis in found}
    return (
        f"doctor: {len(found)} refused requests with {len(causes)} causes; siwa names {counts[0]} of the causes apart from all "
        f"others, {counts[1]} without a configuration; Apple's answer alone tells {counts[2]} apart; faults: {len(faults)}"
    )


def distinct(found, name):
    """How many causes have names that no other cause has."""
    causes = collections.defaultdict(set)
    for diagnosis in found:
        causes[name(diagnosis)].add(diagnosis.cause)
    shared = set().union(*(together for together in causes.values() if len(together) > 1))
    return len({diagnosis.cause for diagnosis in found} - shared)


def write_configuration(folder, world, keys):
    """Writes a configuration of siwa with the world's teams, private keys and clients."""
    teams = {}
    for name, team in world["teams"].items():
        files = {keys.key_ids[key]: {"file": str(write_key(folder / f"{key}.p8", keys[key]))} for key in team["keys"]}
        clients = [{"id": app, "kind": "native", "primary_app_id": app} for app in team["apps"]]
        clients += [{"id": service, "kind": "web", "primary_app_id": facts["primary_app"]} for service, facts in team["services"].items()]
        teams[name] = {
            "team_id": team["team_id"],
            "keys": files,
            "clients": {f"{name}-{number}": client for number, client in enumerate(clients)},
        }
    file = folder / "siwa.json"
    with contextlib.suppress(FileExistsError):
        file.touch(mode=0o600)
    file.write_text(json.dumps({"teams": teams}))
    return file

"""Reads the table of Documentation/refusals.md: for each answer and cause, what `siwa doctor refusal` names."""

import json
import pathlib
import re
import typing

from .case_files import SuiteFault

PAGE = pathlib.Path(__file__).resolve().parents[4] / "Documentation" / "refusals.md"
HEADINGS = ["Apple's answer", "cause at the emulator", "finding", "without `--config`", "what it means", "evidence"]
NAME = re.compile(r"`([a-z_]+)`")


class Row(typing.NamedTuple):
    findings: set  # with a configuration
    bare_findings: set  # without one
    evidence: set


def read():
    """The rows by answer and cause."""
    rows = {}
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    heading = next((number for number, line in enumerate(lines) if cells(line) == HEADINGS), None)
    if heading is None:
        raise SuiteFault(f"{PAGE.name}: no table with the columns {HEADINGS}")
    for line in lines[heading + 2 :]:
        if not line.startswith("|"):
            break
        answer, cause, finding, bare, _, evidence = cells(line)
        key = (answer.replace("`", ""), cause.strip("`"))
        if key in rows:
            raise SuiteFault(f"{PAGE.name}: two rows for {key}")
        findings = set(NAME.findall(finding))
        rows[key] = Row(findings, findings if bare == "same" else set(NAME.findall(bare)), set(evidence.split(", ")))
    return rows


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def answer(reply):
    """An answer as the table writes it. The texts about another client or URL end with what was sent, so X replaces it."""
    if not reply.body:
        return f"{reply.status}, empty"
    members = json.loads(reply.body)
    text = members.get("error_description")
    if text is None:
        return members["error"]
    return f"{members['error']}: {re.sub(r'not issued to .*', 'not issued to X.', text)}"

"""Reads the data of the suite and refuses anything that the format does not define."""

import json
import pathlib

SUITE = pathlib.Path(__file__).resolve().parent.parent
CASE_MEMBERS = {"id", "sentence", "evidence", "note", "switch", "before", "request", "expect", "after", "also"}
FILE_MEMBERS = {"about", "defaults", "cases"}
EXPECT_MEMBERS = {
    "answer",
    "status",
    "error",
    "error_description",
    "title",
    "text",
    "cause",
    "members",
    "claims",
    "signed",
    "fields",
    "headers",
}
MAIL_MEMBERS = {"id", "sentence", "evidence", "note", "registered", "registered_elsewhere", "dns", "before", "mail", "expect"}
MAIL_PARTS = {"envelope", "to", "from", "body", "size", "times", "signed"}
TAGS = {"D", "DTS", "O", "U"}


class SuiteFault(Exception):
    """The suite's data is invalid. It is not a failure of the emulator."""


class Suite:
    """The initial world of every case, the answers by name, the sources, and the cases in order."""

    def __init__(self):
        self.world = _read(SUITE / "world.json")
        self.answers = _read(SUITE / "answers.json")
        self.sources = _read(SUITE / "sources.json")
        self.conformance = _read(SUITE / "conformance.json")
        self.cases = [case for path in sorted((SUITE / "cases").glob("*.json")) for case in self._cases(path)]
        self.mail = [case for path in sorted((SUITE / "mail").glob("*.json")) for case in self._mail(path)]
        ids = [case["id"] for case in self.cases + self.mail]
        cited = {source for case in self.cases + self.mail for source in case["evidence"].get("sources", [])}
        if set(self.sources) - cited:
            raise SuiteFault(f"sources.json: no case cites {sorted(set(self.sources) - cited)}")
        repeated = {i for i in ids if ids.count(i) > 1}
        if repeated:
            raise SuiteFault(f"ids that occur twice: {sorted(repeated)}")

    def _cases(self, path):
        content = _read(path)
        _allow(content, FILE_MEMBERS, path.name)
        defaults = content.get("defaults", {})
        for case in content["cases"]:
            where = f"{path.name}: {case.get('id')}"
            _allow(case, CASE_MEMBERS, where)
            whole = {**defaults, **case, "expect": {**defaults.get("expect", {}), **case.get("expect", {})}, "file": path.name}
            self._check(whole, where)
            yield whole
            # the same request to another endpoint, such as a forged secret at /auth/revoke
            for other in whole.get("also", []):
                name = other["request"]["like"]
                yield {
                    **whole,
                    "id": f"{case['id']} at {name}",
                    "variant_of": case["id"],
                    "request": {**whole["request"], **other["request"]},
                    "expect": {**whole["expect"], **other.get("expect", {})},
                    "before": other.get("before", whole.get("before", [])),
                    "after": other.get("after", whole.get("after", [])),
                }

    def _mail(self, path):
        content = _read(path)
        _allow(content, FILE_MEMBERS, path.name)
        for case in content["cases"]:
            where = f"{path.name}: {case.get('id')}"
            _allow(case, MAIL_MEMBERS, where)
            _allow(case["mail"], MAIL_PARTS, where)
            self._check_evidence(case, where)
            if set(case["expect"]) != {"at", "code", "text", "cause"}:
                raise SuiteFault(f"{where}: expect needs at, code, text and cause")
            yield case | {"file": path.name}

    def _check(self, case, where):
        for name in ("id", "sentence", "evidence", "request", "expect"):
            if not case.get(name):
                raise SuiteFault(f"{where}: {name} is missing")
        self._check_evidence(case, where)
        for expect in [case["expect"]] + [step["expect"] for step in case.get("after", [])]:
            _allow(expect, EXPECT_MEMBERS, where)
            if expect.get("answer") not in self.answers:
                raise SuiteFault(f"{where}: answers.json has no {expect.get('answer')}")

    def _check_evidence(self, case, where):
        evidence = case["evidence"]
        if evidence.get("tag") not in TAGS:
            raise SuiteFault(f"{where}: the tag must be one of {sorted(TAGS)}")
        for source in evidence.get("sources", []):
            if source not in self.sources:
                raise SuiteFault(f"{where}: sources.json has no {source}")
        if evidence["tag"] != "U" and not evidence.get("sources"):
            raise SuiteFault(f"{where}: evidence {evidence['tag']} needs a source")


def _allow(members, known, where):
    unknown = set(members) - known
    if unknown:
        raise SuiteFault(f"{where}: unknown members {sorted(unknown)}")


def _read(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise SuiteFault(f"{path.name}: {error}") from error

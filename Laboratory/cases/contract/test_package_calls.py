"""The calls of the emulator's packages (Packaging/calls) are those of its OpenAPI document."""

import json
import re

import pytest
from jsonschema import Draft202012Validator

import documents
from harness.programs import ROOT

FOLDER = ROOT / "Packaging" / "calls"
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
DESCRIPTION = json.loads((FOLDER / "description.json").read_text(encoding="utf-8"))
GUIDE = (ROOT / "Documentation/emulator/packages.md").read_text(encoding="utf-8")
DOCUMENT = documents.read(documents.CONTROL)
EXCHANGES = [(case["sentence"], exchange) for case in CASES for exchange in case["exchanges"]]


def operation(exchange):
    return DOCUMENT["paths"]["/_emulator" + exchange["path"]][exchange["method"].lower()]


def faults(schema, value):
    return [fault.message for fault in Draft202012Validator(documents.closed(DOCUMENT, schema)).iter_errors(value)]


def drawn(value):
    """A value that the case only describes, as a package may draw it."""
    if isinstance(value, dict):
        return "EMUTEAM009" if set(value) == {"matches"} else {name: drawn(member) for name, member in value.items()}
    return [drawn(member) for member in value] if isinstance(value, list) else value


@pytest.mark.parametrize("sentence, exchange", EXCHANGES, ids=[sentence for sentence, _ in EXCHANGES])
def test_a_package_sends_what_the_emulator_takes(sentence, exchange):
    described = operation(exchange)
    known = {parameter["name"] for parameter in described.get("parameters", [])}
    assert set(exchange.get("query", {})) <= known
    if "body" in exchange:
        assert not faults(described["requestBody"]["content"]["application/json"]["schema"], drawn(exchange["body"]))
    else:
        assert "requestBody" not in described


def test_each_call_has_a_case_and_a_name_in_every_language():
    assert {case["call"] for case in CASES} == set(DESCRIPTION["calls"])
    for described in [*(call["names"] for call in DESCRIPTION["calls"].values()), *DESCRIPTION["errors"].values()]:
        assert set(described) == set(DESCRIPTION["packages"])


def test_each_parameter_is_given_in_some_case():
    given = {(case["call"], name) for case in CASES for name in case.get("arguments", {})}
    assert given == {(call, name) for call, described in DESCRIPTION["calls"].items() for name in described["parameters"]}


def test_each_error_is_met_in_some_case():
    assert {case["raised"] for case in CASES if "raised" in case} | {"did_not_start"} == set(DESCRIPTION["errors"])


@pytest.mark.parametrize(
    "source",
    [
        "wheel/apple_id_emulator/_process.py",
        "npm/apple-id-emulator/lib/index.js",
        "rubygems/lib/apple_id_emulator/emulator.rb",
        "maven/src/main/java/io/github/appleidemulator/Running.java",
        "go/emulator.go",
    ],
)
def test_every_package_watches_in_the_same_way(source):
    text = re.sub(r"(['\"`])\s*[+\\]?\s*\n\s*\+?\s*\1", "", (ROOT / "Packaging" / source).read_text(encoding="utf-8"))
    assert DESCRIPTION["process"]["watcher"] in text.replace('\\"', '"')


@pytest.mark.parametrize("program", sorted((FOLDER / "six").iterdir()), ids=lambda program: program.name)
def test_the_guide_shows_the_six_calls_as_they_are_run(program):
    assert f"\n{program.read_text(encoding='utf-8')}```\n" in GUIDE


def test_the_guide_names_every_error():
    def short(name):
        return name.split(", ")[-1].removeprefix("context.").replace("*appleidemulator.", "*").removeprefix("AppleIDEmulator::")

    names = {short(name) for described in DESCRIPTION["errors"].values() for name in described.values()} - {"DeadlineExceeded"}
    assert not {name for name in names if f"`{name}`" not in GUIDE}


@pytest.mark.parametrize(
    "language, readme",
    [
        ("python", "wheel/README.md"),
        ("node", "npm/apple-id-emulator/README.md"),
        ("ruby", "rubygems/README.md"),
        ("java", "maven/README.md"),
        ("go", "go/README.md"),
    ],
)
def test_the_readme_of_a_package_names_every_call(language, readme):
    text = (ROOT / "Packaging" / readme).read_text(encoding="utf-8")
    assert not [call for call, described in DESCRIPTION["calls"].items() if f"`{described['names'][language]}" not in text]

"""Every example is in the index, with a test that runs it."""

import re

from harness.programs import ROOT
from samples import EXAMPLES

# Folders in which each program is an example of its own.
COLLECTIONS = ("Sources", "Web", "Python", "Node", "Ruby", "Emulator")
UNTESTED = {"Sources/verify-token": "none, because it asks Apple itself"}


def examples():
    folders = [folder for folder in EXAMPLES.iterdir() if folder.is_dir() and not folder.name.startswith(".")]
    for folder in folders:
        if folder.name not in COLLECTIONS:
            yield folder.name
            continue
        for program in folder.iterdir():
            if not program.name.startswith((".", "_")):
                yield f"{folder.name}/{program.name}"


def index():
    """The example, its link and the link to its test, or why there is none, of each row of the index."""
    rows = re.findall(r"^\| \[`([^`]+)`\]\(([^)]+)\) \|.*\| (.+) \|$", (EXAMPLES / "README.md").read_text(), re.M)
    return {name: (link, test) for name, link, test in rows}


def test_every_example_is_in_the_index_and_nothing_else():
    assert sorted(index()) == sorted(examples())


def test_every_example_has_a_test_that_names_it():
    for name, (link, test) in index().items():
        assert (EXAMPLES / link).exists(), name
        if name in UNTESTED:
            assert test == UNTESTED[name]
            continue
        address = re.fullmatch(r"\[[^\]]+\]\(([^)]+)\)", test).group(1)
        file = (EXAMPLES / address).resolve()
        assert file.is_relative_to(ROOT) and file.exists(), test
        files = [file] if file.is_file() else [found for found in file.rglob("*") if found.is_file()]
        last = name.split("/")[-1].split(".")[0]
        words = {last, last.replace("-", "_")}
        assert any(word in found.read_text(errors="replace") for found in files for word in words), f"{test} never says {last}"


def test_an_app_has_instructions():
    for name in examples():
        if "/" not in name:
            assert (EXAMPLES / name / "README.md").exists(), name

"""siwa.js without a browser: its unit tests under Node.js, and its types, compiled and compared with the file."""

import re
import shutil
import subprocess

from harness import browser_app
from harness.programs import ROOT
from harness.tools import installed

TESTS = ROOT / "Programs" / "Tests" / "BrowserClient"
SCRIPT, TYPES = browser_app.SOURCE / "siwa.js", browser_app.SOURCE / "siwa.d.ts"


def run(*arguments, **more):
    made = subprocess.run(arguments, capture_output=True, text=True, **more)
    assert made.returncode == 0, made.stdout[-4000:] + made.stderr[-4000:]
    return made.stdout


def test_the_unit_tests_pass():
    said = run(installed("node", "nodejs"), "--test", *TESTS.glob("*.test.mjs"))
    assert int(re.search(r"^# pass (\d+)$", said, re.M).group(1)) > 40


def test_an_app_in_typescript_compiles_with_the_types(tmp_path):
    for source in (TYPES, TESTS / "app.ts"):
        shutil.copy(source, tmp_path)
    run(
        installed("tsc", "node-typescript"),
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "es2022",
        "--lib",
        "es2022,dom,dom.iterable",
        "app.ts",
        cwd=tmp_path,
    )


def test_the_types_declare_what_the_file_exports_and_nothing_else():
    exported = r"^export (?:declare )?(?:async )?(?:const|class|function) (\w+)"
    assert set(re.findall(exported, TYPES.read_text(), re.M)) == set(re.findall(exported, SCRIPT.read_text(), re.M))
    members = r"^  (?:async )?(?:get )?(\w+)\("

    def of_client(text):
        return set(re.findall(members, text.split("export class SiwaClient")[1].split("\n}")[0], re.M))

    assert of_client(TYPES.read_text()) - {"addEventListener", "removeEventListener"} == of_client(SCRIPT.read_text())

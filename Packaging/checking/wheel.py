"""The wheel."""

import os
import shutil
import sys

from . import calls
from .started import PATIENCE, expect, only, run

TESTS = os.path.join(os.path.dirname(__file__), "../wheel/tests")
SAMPLE = calls.FOLDER.parent.parent / "Examples/Emulator/pytest-playwright"


def check(folder, work):
    wheel = only(folder, "*.whl")
    environment = work / "environment"
    run(sys.executable, "-m", "venv", environment)
    run(environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "pytest", wheel)
    run(environment / "bin/pip", "check")
    shutil.copytree(TESTS, work / "tests")
    path = f"{environment}/bin:{os.environ['PATH']}"
    said = run(
        "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "tests", cwd=work, timeout=10 * PATIENCE, env={**os.environ, "PATH": path}
    )
    print(f"  {said.strip().splitlines()[-1]}")
    expect(" passed" in said, "the README's example and the other tests pass with the installed wheel")
    driver = [environment / "bin/python", calls.FOLDER / "drivers/driver.py"]
    calls.check("python", driver, work)
    calls.check_program(driver, [environment / "bin/python", calls.SIX_CALLS / "six_calls.py"])
    check_sample(environment, work)
    needed = run(environment / "bin/python", "-m", "pip", "show", "apple-id-emulator")
    expect("Requires: \n" in needed, "it needs no other package")


def check_sample(environment, work):
    """The sample with Playwright, in Debian's Chromium."""
    shutil.copytree(SAMPLE, work / "sample")
    run(environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", work / "sample/requirements.txt")
    said = run(
        environment / "bin/pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        cwd=work / "sample",
        timeout=10 * PATIENCE,
        env={**os.environ, "CHROMIUM": shutil.which("chromium")},
    )
    expect(" passed" in said, "the sample's tests pass in a browser")

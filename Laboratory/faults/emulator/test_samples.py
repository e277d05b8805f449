"""Two samples of tests with the emulator's packages, from the packages' sources and with the built program.

`Packaging/check` and `Packaging/first-sign-in` run every sample with the package that was made.
"""

import os
import re
import shutil
import subprocess

import pytest

from harness.programs import BUILT, ROOT

SAMPLES = ROOT / "Examples/Emulator"


def run(words, project, **more):
    ended = subprocess.run(
        words,
        cwd=project,
        env={**os.environ, "APPLE_ID_EMULATOR": str(BUILT / "apple-id-emulator"), **more},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_the_sample_for_the_runner_of_node_passes(tmp_path):
    project = shutil.copytree(SAMPLES / "node-test", tmp_path / "sample")
    shutil.copytree(ROOT / "Packaging/npm/apple-id-emulator", project / "node_modules/apple-id-emulator")
    counts = dict(re.findall(r"^[#ℹ] (tests|pass) (\d+)$", run(["node", "--test", "server.test.js"], project), re.M))
    assert counts["tests"] == counts["pass"] != "0"


@pytest.mark.skipif(shutil.which("rspec") is None and "CI" not in os.environ, reason="RSpec is missing (Scripts/bootstrap test)")
def test_the_sample_for_rspec_passes(tmp_path):
    project = shutil.copytree(SAMPLES / "rspec", tmp_path / "sample")
    said = run(["rspec"], project, RUBYLIB=str(ROOT / "Packaging/rubygems/lib"))
    assert re.search(r"^[1-9]\d* examples?, 0 failures$", said, re.M), said

"""What Scripts/demo says before it starts anything."""

import shutil
import subprocess

import pytest

from harness.programs import ROOT

DEMO = ROOT / "Scripts" / "demo"


def demo(*arguments, script=DEMO):
    return subprocess.run([script, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize("port", ["abc", "80x", "0", "65536", "-1", ""])
@pytest.mark.parametrize("option", ["--port", "--emulator-port"])
def test_what_is_no_port_is_wrong_usage(option, port):
    ended = demo(option, port)
    assert (ended.returncode, ended.stderr) == (2, f"demo: {option} needs a number from 1 to 65535\n")


def test_a_demo_that_was_not_built_says_how_to_build_it(tmp_path):
    (tmp_path / "Scripts").mkdir()
    script = shutil.copy(DEMO, tmp_path / "Scripts" / "demo")
    ended = demo("--no-build", script=script)
    assert (ended.returncode, ended.stderr) == (1, "demo: nothing is built yet; run it without --no-build\n")
    assert not (tmp_path / ".demo").exists()

"""A program in any language reaches the emulator with what its first line says, whatever names the machine knows."""

import json
import os
import subprocess
import sys

import pytest

from harness.emulator import WEB, Emulator, one_team
from harness.programs import BUILT, ROOT

READERS = {
    "python": [
        sys.executable,
        "-c",
        """
import json, sys, urllib.request
facts = json.load(sys.stdin)
print(len(json.load(urllib.request.urlopen(facts["loopback_url"] + "/auth/keys"))["keys"]))
""",
    ],
    "node": [
        "node",
        "--input-type=module",
        "-e",
        """
const facts = JSON.parse((await process.stdin.toArray()).join(""))
console.log((await (await fetch(facts.loopback_url + "/auth/keys")).json()).keys.length)
""",
    ],
    "ruby": [
        "ruby",
        "-rjson",
        "-rnet/http",
        "-e",
        """
facts = JSON.parse($stdin.read)
puts JSON.parse(Net::HTTP.get(URI(facts["loopback_url"] + "/auth/keys")))["keys"].length
""",
    ],
}

# Each starts an emulator of its own, under a name that a plain machine does not know.
EXAMPLES = {
    "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "Examples/Python/test_sign_in.py"],
    "node": ["node", "--test", ROOT / "Examples/Node/sign_in.test.mjs"],
    "ruby": ["ruby", ROOT / "Examples/Ruby/sign_in.rb"],
}


@pytest.fixture(scope="module")
def emulator(tmp_path_factory):
    folder = tmp_path_factory.mktemp("emulator")
    started = Emulator(folder, one_team(folder, {WEB: ["https://app.example/callback"]}), "idp.localhost:0")
    yield started.program
    started.stop()


@pytest.mark.parametrize("language", READERS)
def test_a_program_reads_the_key_set_at_the_loopback_url(emulator, language):
    ended = subprocess.run(READERS[language], input=json.dumps(emulator.facts), capture_output=True, text=True)
    assert ended.stderr == "" and int(ended.stdout) > 0


def test_tokens_and_the_base_url_keep_the_name(emulator):
    assert emulator.facts["base_url"].startswith("http://idp.localhost:")
    assert emulator.facts["issuer"] == emulator.facts["base_url"]


@pytest.mark.parametrize("language", EXAMPLES)
def test_a_test_that_knows_only_the_first_line_signs_a_person_in(language, tmp_path):
    ended = subprocess.run(
        EXAMPLES[language], cwd=tmp_path, env=os.environ | {"PATH": f"{BUILT}:{os.environ['PATH']}"}, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr

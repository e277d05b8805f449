"""The emulator's templates: the program with the printed settings, and what it refuses."""

import contextlib
import os
import subprocess

import pytest
from playwright.sync_api import expect

from harness.browser import prove_who_you_are
from harness.programs import BUILT, Program, Refused
from harness.waiting import until

pytestmark = pytest.mark.night

MAYA = {"email": "maya@example.com", "password": "maya-password"}
NO_TOKEN = {name: value for name, value in os.environ.items() if name != "EMULATOR_CONTROL_TOKEN"}


@contextlib.contextmanager
def emulator(folder, *options):
    program = Program(
        [BUILT / "apple-id-emulator", "--listen", "idp.localhost:0", "--keys-in", folder, *options],
        folder / "standard-error",
        environment=NO_TOKEN,
    )
    try:
        yield program
    finally:
        program.stop()


def printed(folder):
    """What the program tells people. The JSON line is written before it, and the people come last."""
    file = folder / "standard-error"
    until(lambda: "aiko-password" in file.read_text(), "the settings")
    return file.read_text()


def test_the_printed_page_leads_to_a_sign_in(page, tmp_path):
    with emulator(tmp_path, "--template", "web", "--app-id", "org.acme.shop") as program:
        facts = program.facts
        assert facts["template"] == "web" and facts["client_id"] == "org.acme.shop.web" and facts["app"] == "org.acme.shop"
        address = next(line for line in printed(tmp_path).splitlines() if line.startswith("xdg-open")).split("'")[1]
        page.goto(address)
        prove_who_you_are(page, MAYA)
        expect(page.get_by_role("heading", name="org.acme.shop.web")).to_be_visible()


@pytest.mark.parametrize("template", ["spa", "ios", "web", "server", "empty"])
def test_every_printed_line_can_be_run(template, tmp_path):
    with emulator(tmp_path, "--template", template):
        lines = [line for line in printed(tmp_path).splitlines() if line.startswith("curl ") and "count=1" not in line]
        assert len(lines) >= (0 if template == "empty" else 2)
        for line in lines:
            ended = subprocess.run(["bash", "-c", line.replace("curl ", "curl -sf ", 1)], capture_output=True, text=True)
            assert ended.returncode == 0 and ended.stdout, line


@pytest.mark.parametrize(
    "options, said",
    [
        (["--template", "mobile"], "spa"),
        (["--template", "ios", "--return-url", "https://shop.test/back"], "registers no Services ID"),
        (["--template", "empty", "--app-id", "org.acme.shop"], "registers no app"),
        (["--template", "web", "--app-id", "org acme"], "letters, digits, hyphens and periods"),
        (["--template", "web", "--return-url", "http://shop.test/back"], "https, or http on loopback"),
        (["--app-id", "org.acme.shop"], "--app-id needs --template"),
        (["--template", "web", "--config", "emulator.json"], "cannot be used with --config"),
    ],
)
def test_wrong_usage_is_exit_code_2(options, said, tmp_path):
    with pytest.raises(Refused) as refused, emulator(tmp_path, *options):
        pass
    assert refused.value.status == 2 and said in refused.value.words


def test_the_help_lists_the_templates_in_short_lines():
    said = subprocess.run([BUILT / "apple-id-emulator", "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for template in ["spa", "ios", "web", "server", "empty"]:
        assert f"  {template}: " in said
    assert max(map(len, said.splitlines())) <= 100

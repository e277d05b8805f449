"""The example of a desktop program, with a browser whose command prints the address that it should open."""

import os
import subprocess
import sys

import pytest
import requests

from harness.programs import ROOT
from harness.waiting import PATIENCE
from relying_party import Registered


class TestDesktopExample(Registered):
    kind = "public"
    redirect_uri = "http://127.0.0.1/callback"
    goodbye = "http://127.0.0.1/goodbye"

    @pytest.fixture
    def program(self, system):
        with subprocess.Popen(
            [sys.executable, ROOT / "Examples" / "Python" / "desktop_sign_in.py", system.url, self.identifier()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"BROWSER": "echo %s"},
        ) as program:
            yield program
            program.kill()

    def test_prints_who_signed_in_after_a_page_that_names_the_program(self, program, browser):
        arrival = browser.open(program.stdout.readline().strip())
        (page,) = browser.pages
        assert self.registration("RS256", None)["name"] in page
        assert requests.get(arrival.url).ok
        said, errors = program.communicate(timeout=PATIENCE)
        account = browser.person()
        assert said == f"Signed in: Grace Hopper {account['email']} {account['id']}\n", errors

    def test_ends_if_the_person_does_not_want_to_continue(self, program, browser):
        assert requests.get(browser.open(program.stdout.readline().strip(), answer="deny").url).ok
        said, errors = program.communicate(timeout=PATIENCE)
        assert (said, program.returncode) == ("", 1) and errors.strip(), errors

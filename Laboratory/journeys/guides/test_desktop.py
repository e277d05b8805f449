"""The desktop programs, in Python and in Swift: each waits at a port of its own, and a person signs in in a browser."""

import contextlib
import os
import re
import subprocess
import sys

import pytest
import requests

from harness import browser
from harness.programs import BUILT
from harness.stand_in import StandIn
from harness.system import running
from harness.waiting import PATIENCE
from phone import Phone
from samples import EXAMPLES

SWIFT = BUILT / "desktop-sign-in"
PROGRAMS = {"Python": [sys.executable, EXAMPLES / "Python" / "desktop_sign_in.py"], "Swift": [SWIFT]}
CLIENT = {"kind": "public", "name": "Example Tool", "redirect_uris": ["http://127.0.0.1/callback"]}


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    with running(
        tmp_path_factory.mktemp("system"),
        emulator_host="idp.localhost",
        rate_limits={"per_minute": 0},
        openid={"enabled": True, "clients": {"tool": CLIENT}},
    ) as system:
        yield system


@pytest.fixture
def desktop(chromium, system):
    with browser.context(chromium) as context:
        yield Phone(context, system)


@pytest.fixture(params=PROGRAMS)
def program(request, system, tmp_path):
    with started(PROGRAMS[request.param], system.url, tmp_path) as program:
        yield program


@contextlib.contextmanager
def started(command, url, folder):
    """The program, on a machine without a browser of its own, so that it only prints the address that it opens."""
    assert os.path.exists(command[-1]), "cd Programs && swift build --product desktop-sign-in"
    with subprocess.Popen(
        [*command, url, "tool"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"BROWSER": "echo Opening %s", "PATH": f"{folder}:/usr/bin:/bin"},
    ) as program:
        yield program
        program.kill()


def address(program):
    return re.fullmatch(r"Opening (\S+)\n", program.stdout.readline()).group(1)


def claimed(opened):
    return requests.utils.unquote(re.search(r"redirect_uri=([^&]+)", opened).group(1))


def test_prints_who_signed_in_after_a_page_that_names_the_program(program, desktop, person):
    opened = address(program)
    desktop.open(opened, claimed(opened), person)
    said, errors = program.communicate(timeout=PATIENCE)
    assert desktop.pages == ["Continue to Example Tool?"]
    assert re.fullmatch(rf"Signed in: Grace Hopper {person['email']} [0-9a-f]{{32}}\n", said), (said, errors)


def test_a_request_of_another_program_is_passed_over(program, desktop, person):
    opened = address(program)
    listener = claimed(opened)
    state = re.search(r"state=([^&]+)", opened).group(1)
    for query in ("code=stolen&state=guessed", f"code=stolen&state={state}&iss=https://other.example", ""):
        assert requests.get(f"{listener}?{query}").ok
    assert requests.get(listener.replace("/callback", "/favicon.ico")).ok
    desktop.open(opened, listener, person)
    said, errors = program.communicate(timeout=PATIENCE)
    assert said.startswith("Signed in: Grace Hopper"), (said, errors)


@pytest.mark.parametrize("choices", [{"answer": "Cancel"}, {"cancels_at_apple": True}], ids=["service", "Apple"])
def test_ends_if_the_person_does_not_want_to_continue(program, desktop, person, choices):
    opened = address(program)
    desktop.open(opened, claimed(opened), person, **choices)
    said, errors = program.communicate(timeout=PATIENCE)
    assert (said, program.returncode) == ("", 1) and errors.strip(), errors


@pytest.mark.parametrize("command", PROGRAMS.values(), ids=PROGRAMS)
def test_another_name_of_the_service_is_not_its_issuer(command, system):
    ended = subprocess.run(
        [*command, system.url.replace("localhost", "127.0.0.1"), "tool"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 1 and ended.stderr == f"The service calls itself {system.url}. Use that as SIWA_URL.\n"


@pytest.mark.parametrize("command", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("path, status", [("/token", 302), ("/token", 307), ("/userinfo", 302)])
def test_a_redirect_takes_code_and_token_to_no_other_host(command, path, status, tmp_path):
    with StandIn() as service, StandIn() as other:
        endpoints = {f"{name}_endpoint": f"{service.url}/{name}" for name in ("authorization", "token", "userinfo")}
        service.answers |= {
            "/.well-known/openid-configuration": [(200, {"issuer": service.url} | endpoints)],
            "/token": [(200, {"access_token": "token-1"})],
            "/userinfo": [(200, {"sub": "person-1"})],
        }
        other.answers = dict(service.answers)
        service.answers[path] = [(status, other.url + path)]
        with started(command, service.url, tmp_path) as program:
            opened = address(program)
            state = re.search(r"state=([^&]+)", opened).group(1)
            requests.get(claimed(opened), params={"code": "code-1", "state": state, "iss": service.url})
            said, errors = program.communicate(timeout=PATIENCE)
        assert (said, program.returncode) == ("", 1) and str(status) in errors
        assert service.count(path) == 1 and other.asked == []

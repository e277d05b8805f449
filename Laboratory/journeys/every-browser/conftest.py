import os
import shutil

import pytest

from harness import browser
from harness.engines import ENGINES


def pytest_addoption(parser):
    parser.addoption("--engine", action="append", choices=[*ENGINES], help="an engine to run the journeys in; repeatable; all without it")


def pytest_generate_tests(metafunc):
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", metafunc.config.getoption("engine") or [*ENGINES], scope="session")


@pytest.fixture
def start(engine, tmp_path):
    """Starts a browser of the engine. It can block popups, or the data of an origin. Other options are WebDriver's."""
    found = ENGINES[engine]
    missing = [programs for programs in found.needs if not any(map(shutil.which, programs.split("|")))]
    if missing:
        assert not os.environ.get("CI"), f"{missing} is missing: Scripts/bootstrap browsers installs {found.package}"
        pytest.skip(f"{missing} is not installed: Scripts/bootstrap browsers installs {found.package}")
    started = []

    def start(**options):
        folder = tmp_path / f"browser-{len(started)}"
        folder.mkdir()
        started.append(found.start(folder, **options))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.fixture
def tab(start):
    return start()


@pytest.fixture
def system(tmp_path):
    """A new service and a new emulator for each test, so that no test sees another's accounts."""
    with browser.two_sites(tmp_path) as system:
        yield system

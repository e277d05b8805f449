import os

import pytest

from harness import browser


def pytest_configure(config):
    config.addinivalue_line("markers", "night: run by `Scripts/test --full browser` and by night only, to keep the day short")


@pytest.fixture(scope="session")
def chromium():
    if browser.PROGRAM is None:
        assert not os.environ.get("CI"), "Chromium is missing: Scripts/bootstrap test installs it"
        pytest.skip("Chromium is not installed: Scripts/bootstrap test installs it")
    with browser.chromium() as chromium:
        yield chromium


@pytest.fixture
def system(tmp_path):
    """A new service and a new emulator for each test, so that no test sees another's accounts."""
    with browser.two_sites(tmp_path) as system:
        yield system


@pytest.fixture
def context(chromium):
    with browser.context(chromium) as context:
        yield context


@pytest.fixture
def page(context):
    return context.new_page()


@pytest.fixture
def page_without_scripts(chromium):
    with browser.context(chromium, java_script_enabled=False) as context:
        yield context.new_page()

import os
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from programs import PATIENCE, SignInSystem

expect.set_options(timeout=PATIENCE * 1_000)


@pytest.fixture(scope="session")
def chromium():
    path = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
    if path is None:
        assert not os.environ.get("CI"), "Chromium is missing: Scripts/bootstrap test installs it"
        pytest.skip("Chromium is not installed: Scripts/bootstrap test installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def system(tmp_path):
    """A fresh service and a fresh Apple for each test: no test sees another's accounts."""
    started = SignInSystem(tmp_path)
    yield started
    started.stop()


@pytest.fixture
def context(chromium):
    """A browser of one's own: no cookies."""
    made = chromium.new_context()
    made.set_default_timeout(PATIENCE * 1_000)
    yield made
    made.close()


@pytest.fixture
def page(context):
    return context.new_page()

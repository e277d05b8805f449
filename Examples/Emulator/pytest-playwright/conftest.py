import os
import pathlib
import threading

import pytest

from app import Apple, website


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """The Chromium that CHROMIUM names, if Playwright's own is not installed."""
    if "CHROMIUM" not in os.environ:
        return browser_type_launch_args
    return {**browser_type_launch_args, "executable_path": os.environ["CHROMIUM"], "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def site(apple_id_emulator):
    """The website, at the emulator instead of Apple."""
    key = pathlib.Path(apple_id_emulator.key_file).read_text()
    server = website(
        Apple(
            client_id=apple_id_emulator.service,
            team_id=apple_id_emulator.team_id,
            key_id=apple_id_emulator.key_id,
            private_key=key,
            base_url=apple_id_emulator.base_url,
            issuer=apple_id_emulator.issuer,
        )
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def begin_anew(apple_id_emulator, site):
    apple_id_emulator.reset()
    apple_id_emulator.register_return_url(site.return_url)

import pytest

from running import Running


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    """The emulator of Apple and the four played servers. Each test has a person of its own."""
    with Running(tmp_path_factory.mktemp("backends")) as running:
        yield running

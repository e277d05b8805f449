import os
import pathlib
import shutil
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from server import Server  # noqa: E402
from system import System  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="as often as the fault plan wants it, not as often as time allows")


@pytest.fixture
def rounds(request):
    """How often: so many times, or with --full so many."""
    return lambda short, full: full if request.config.getoption("--full") else short


@pytest.fixture(scope="session")
def server():
    if os.environ.get("SIGN_IN_POSTGRESQL") == "0":
        pytest.skip("SIGN_IN_POSTGRESQL=0: storage on PostgreSQL is left out")
    started = Server()
    yield started
    started.stop()


@pytest.fixture
def database(server):
    return server.new_database()


@pytest.fixture
def system(tmp_path, database):
    """An emulator and a service on an empty database."""
    made = System(tmp_path, database.url)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def two(tmp_path, database):
    """An emulator and two services on one database."""
    # The first start makes the keys, which an operator copies to the second machine.
    made = System(tmp_path, database.url, services=2)
    made.start(0)
    made.start(1)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def strace():
    """Traces what it starts, which containers allow without privileges unless they were told otherwise."""
    path = shutil.which("strace")
    works = path and subprocess.run([path, "--follow-forks", "--seccomp-bpf", "--output=/dev/null", "true"]).returncode == 0
    if not works:
        why = "strace may not trace here" if path else "strace is missing: Scripts/bootstrap test installs it"
        assert not os.environ.get("CI"), why
        pytest.skip(why)
    return path

import os
import shutil
import subprocess

import pytest

from harness import postgresql
from harness.system import running


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="as often as the fault plan wants it, not as often as time allows")


@pytest.fixture
def rounds(request):
    """Chooses the number of repetitions: the first, or the second with --full."""
    return lambda short, full: full if request.config.getoption("--full") else short


@pytest.fixture(scope="session")
def server():
    if os.environ.get("SIWA_POSTGRESQL") == "0":
        pytest.skip("SIWA_POSTGRESQL=0: storage on PostgreSQL is left out")
    with postgresql.started() as server:
        yield server


@pytest.fixture
def database(server):
    return server.new_database()


@pytest.fixture
def services(tmp_path, database):
    """An emulator and services on an empty database, without rate limits."""
    return lambda **more: running(tmp_path, database=database.url, rate_limits={"per_minute": 0}, **more)


@pytest.fixture
def system(services):
    with services() as system:
        yield system


@pytest.fixture
def two(services):
    with services(services=2) as two:
        yield two


@pytest.fixture(scope="session")
def strace():
    """The strace program. Containers allow it to trace its own children without privileges unless configured
    otherwise."""
    path = shutil.which("strace")
    works = path and subprocess.run([path, "--follow-forks", "--seccomp-bpf", "--output=/dev/null", "true"]).returncode == 0
    if not works:
        why = "strace may not trace here" if path else "strace is missing: Scripts/bootstrap test installs it"
        assert not os.environ.get("CI"), why
        pytest.skip(why)
    return path

import sys

import pytest

from harness.programs import BUILT, ROOT
from harness.system import running


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """The emulator and the service, shared by all tests of the module."""
    with running(tmp_path_factory.mktemp("sessions"), housekeeping_seconds=1, rate_limits={"per_minute": 0}) as system:
        yield system


@pytest.fixture(params=["python", "swift"])
def program(request):
    """The command that starts the example in this language."""
    if request.param == "python":
        return [sys.executable, ROOT / "Examples" / "Python" / "check_sessions.py"]
    return [BUILT / "check-sessions"]

import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "BrowserJourney"))

from programs import BUILT, SignInSystem  # noqa: E402

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "Examples"


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """The emulator and the service, for all tests of the module."""
    started = SignInSystem(
        tmp_path_factory.mktemp("sessions"), housekeeping_seconds=1, rate_limits={"per_minute": 0})
    yield started
    started.stop()


@pytest.fixture(params=["python", "swift"])
def program(request):
    """How the recipe in this language is started."""
    if request.param == "python":
        return [sys.executable, EXAMPLES / "Python" / "check_sessions.py"]
    return [BUILT / "check-sessions"]

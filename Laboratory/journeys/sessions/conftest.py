import pytest

from harness.programs import BUILT, INTERPRETERS, example
from harness.stand_in import StandIn
from harness.system import running


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """The emulator and the service, shared by all tests of the module."""
    with running(tmp_path_factory.mktemp("sessions"), housekeeping_seconds=1, rate_limits={"per_minute": 0}) as system:
        yield system


@pytest.fixture
def stand_in():
    with StandIn() as stand_in:
        yield stand_in


@pytest.fixture(params=["Swift", *INTERPRETERS])
def program(request):
    """The command that starts the example in this language."""
    return [BUILT / "check-sessions"] if request.param == "Swift" else example(request.param, "check_sessions")

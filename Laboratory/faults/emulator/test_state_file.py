"""The state file of the built program: kill -9 at any moment, a full disk, and a second program."""

import resource
import threading
import time

import pytest

from harness import emulator, web
from harness.emulator import APP
from harness.programs import Refused


@pytest.fixture
def start(tmp_path):
    """Starts emulators on one state file."""
    configuration = emulator.one_team(tmp_path, {})
    running = []

    def start(*options, listen="127.0.0.1:0"):
        options = ["--state", tmp_path / "state.json", *options]
        running.append(emulator.Emulator(tmp_path, configuration, listen, options))
        return running[-1]

    yield start
    for program in running:
        program.stop()


def add(apple, number):
    """Adds a person. Returns None if there was no answer."""
    body = {"key": f"p{number}", "email": f"p{number}@example.com"}
    return web.send(apple.port, "POST", "/_emulator/people", body=body)


def people(apple):
    return [person["key"] for person in apple.control("snapshot")["people"] if person["key"].startswith("p")]


def test_what_was_answered_survives_kill_9_at_any_moment(start):
    number = 0
    for turn in range(10):
        apple = start()
        assert people(apple)[:number] == [f"p{known}" for known in range(number)]
        number = len(people(apple))
        begun = time.monotonic()
        assert add(apple, number).status == 201
        number += 1
        # In the middle of one of the next ten requests, however fast this machine is.
        killer = threading.Timer((turn + 0.5) * (time.monotonic() - begun), apple.program.process.kill)
        killer.start()
        while (answer := add(apple, number)) is not None:
            assert answer.status == 201
            number += 1
        killer.join()
        apple.stop()


def test_a_torn_line_is_dropped(start, tmp_path):
    apple = start()
    for number in range(3):
        add(apple, number)
    apple.stop()
    file = tmp_path / "state.json"
    file.write_bytes(file.read_bytes()[:-5])
    assert people(start()) == ["p0", "p1"]


def test_a_change_that_does_not_fit_on_the_disk_is_refused_and_changes_nothing(start, tmp_path):
    apple = start()
    process = apple.program.process.pid
    resource.prlimit(process, resource.RLIMIT_FSIZE, (2_000, resource.RLIM_INFINITY))
    number = 0
    while (answer := add(apple, number)).status == 201:
        number += 1
    assert answer.status == 500 and answer.code == "state_not_kept" and "cannot be written" in answer.json["message"]
    assert number > 3 and people(apple) == [f"p{known}" for known in range(number)]
    credential = apple.send("POST", "/_emulator/device/credentials", body={"person": "p0", "bundle_id": APP})
    assert credential.code == "state_not_kept"
    assert (tmp_path / "state.json").read_bytes().endswith(b"\n")
    resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert add(apple, number).status == 201
    apple.stop()
    assert people(start()) == [f"p{known}" for known in range(number + 1)]


def test_an_emulator_that_cannot_start_leaves_the_file_alone(start, tmp_path):
    apple = start()
    add(apple, 0)
    before = (tmp_path / "state.json").read_bytes()
    with pytest.raises(Refused):
        start(listen=f"127.0.0.1:{apple.port}")
    assert (tmp_path / "state.json").read_bytes() == before
    add(apple, 1)
    apple.stop()
    assert people(start()) == ["p0", "p1"]


def test_a_time_that_is_none_is_wrong_usage(start):
    with pytest.raises(Refused) as refused:
        start("--clock", "noon")
    assert refused.value.status == 2 and "2026-03-01T12:00:00Z" in refused.value.words


def test_a_seed_on_an_address_that_others_reach_is_announced(start, tmp_path):
    start("--seed", "7", listen="0.0.0.0:0")
    assert "everybody who reaches 0.0.0.0:0 can forge tokens" in (tmp_path / "emulator.log").read_text()

"""Two processes with the same seed and clock, and the same requests, give the same answers.

Swift orders sets and dictionaries differently in each process, so an answer that depends on their order differs sooner
or later.
"""

import pytest

import script
from harness.programs import BUILT, Program, free_port
from harness.receiver import Receiver

SETTINGS = ["--clock", script.CLOCK]


def run(folder, port, receiver, seed, settings=SETTINGS):
    """Plays the script on a new process. Returns the answers, the notifications, the key file and the state file's lines."""
    folder.mkdir()
    options = ["--listen", f"127.0.0.1:{port}", "--keys-in", folder, "--state", folder / "state.json", *settings]
    options += [] if seed is None else ["--seed", seed]
    program = Program([BUILT / "apple-id-emulator", *options], folder / "log")
    try:
        answers = script.play(port, receiver.url)
    finally:
        program.kill()
    received = [receiver.got.get()[1] for _ in range(receiver.got.qsize())]
    key_file = next(iter(folder.rglob("*.p8"))).read_text()
    # a notification ends, and is recorded, while other requests are answered
    return answers, received, key_file, sorted((folder / "state.json").read_bytes().splitlines())


@pytest.fixture
def play(tmp_path):
    port = free_port()
    with Receiver() as receiver:
        yield lambda name, seed, **more: run(tmp_path / name, port, receiver, seed, **more)


def test_runs_with_the_same_seed_and_clock_are_identical(play):
    first = play("first", 7)
    assert len(first[0]) > 80 and len(first[1]) > 10
    for turn in range(3):
        again = play(f"again-{turn}", 7)
        for one, other in zip(first[0], again[0]):
            assert one == other
        assert first == again


def test_another_seed_or_none_gives_other_values(play):
    def secrets(run):
        """The bodies of the answers that contain codes, tokens, keys or subjects."""
        return [
            body
            for request, status, _, body in run[0]
            if request in ("GET /auth/keys", "POST /auth/token", "POST /_emulator/teams") and status < 300
        ]

    seeded, others = secrets(play("seeded", 7)), [secrets(play("other", 8)), secrets(play("random", None))]
    for other in others:
        assert len(other) == len(seeded) and not set(other) & set(seeded)


def test_the_clock_stands_still_at_the_given_time(play):
    answers, *_ = play("run", None)
    log = next(body for request, _, _, body in answers if request == "GET /_emulator/log")
    assert f'"at":{script.NOW}' in log

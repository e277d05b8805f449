"""Waiting for other processes."""
import time

PATIENCE = 120  # seconds until a test stops waiting and fails; a passing test never waits this long


def until(find, what, seconds=PATIENCE):
    """Calls `find` until its result is true, and returns it. Fails after the given number of seconds."""
    over = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < over, f"not within {seconds} s: {what}"
        time.sleep(0.02)
    return found

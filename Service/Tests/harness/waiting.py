"""Waiting for what another process does."""
import time

PATIENCE = 120  # seconds until something that must happen is given up; nothing waits so long when all is well


def until(find, what, seconds=PATIENCE):
    """What `find` comes to once it is anything, which has to be within so many seconds."""
    over = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < over, f"not within {seconds} s: {what}"
        time.sleep(0.02)
    return found

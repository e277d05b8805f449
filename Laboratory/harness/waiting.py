"""Waiting for other processes."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 120  # seconds until a test stops waiting and fails; a passing test never waits this long


def until(find: Callable[[], Found | None], what: str, seconds: float = PATIENCE) -> Found:
    """Calls `find` until its result is true, and returns it. Fails after the given number of seconds."""
    over = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < over, f"not within {seconds} s: {what}"
        time.sleep(0.02)
    return found

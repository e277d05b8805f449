"""Drivers that listen on a port, as child processes."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence

from ..programs import free_port
from ..shapes import JSONObject, StrPath
from ..waiting import until
from .protocol import OverHTTP, connected


def started(
    command: Sequence[str], log: StrPath, capabilities: JSONObject, environment: Mapping[str, str] | None = None
) -> tuple[OverHTTP, Callable[[], None]]:
    """Starts a driver and a session. Returns the session, and what ends both."""
    port = free_port()
    with open(log, "ab") as said:
        # A group of its own, since a driver that is killed leaves its browser behind.
        process = subprocess.Popen(
            [*command, f"--port={port}"], stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True, env=environment
        )
    until(lambda: listens(port), f"{command[0]} listens")

    def close() -> None:
        with contextlib.suppress(Exception):
            session.end()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    try:
        session = OverHTTP(port, capabilities)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    return session, close


def listens(port: int) -> bool:
    found = connected(port)
    if found:
        found.close()
    return bool(found)

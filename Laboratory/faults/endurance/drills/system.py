"""The emulator and the service as child processes. The drill controls the service's system calls and clock."""

import contextlib
import pathlib
import shutil
import signal
import tempfile

import harness.system

from .control import Control
from .engines import PostgreSQL, SQLite

# The service must be back within this many seconds after a kill (invariant I7).
RESTART_SECONDS = 5


class System(harness.system.System):
    """One emulator, one service and one database, in a folder that is removed afterwards."""

    def __init__(self, engine, state=None, **settings):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="endurance-"))
        # Everything that must survive the service: on SQLite the accounts, and always the keys.
        state = pathlib.Path(state or folder / "state")
        state.mkdir(exist_ok=True)
        self.engine = SQLite(state) if engine == "sqlite" else PostgreSQL()
        super().__init__(
            folder, state=state, **{"database": self.engine.address, "rate_limits": {"per_minute": 0}, "log_level": "debug"} | settings
        )
        self.interposer = Control(folder, state)
        self.interposer.shared.apple_port = self.emulator.port
        self.interposer.shared.server_port = self.engine.port
        self.slowest_start = 0.0

    @property
    def environment(self):
        return self.interposer.environment()

    def start(self, journal=None, **more):
        """`journal` is the file that records every change of the service's files."""
        if journal:
            more["environment"] = self.interposer.environment(journal)
        super().start(**more)
        self.slowest_start = max(self.slowest_start, self.service.took)

    def died(self, seconds=0.0):
        """Whether SIGKILL ended the service, waiting for it because the answer breaks off a little earlier."""
        return self.service.ends(seconds) and self.service.process.returncode == -signal.SIGKILL

    def advance(self, seconds):
        """Advances the clocks of the emulator and the service together."""
        self.control("clock", {"advance": seconds})
        self.interposer.shared.clock_ahead += seconds

    def stop(self):
        if self.programs[0]:
            self.service.kill()
        super().stop()
        self.engine.drop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def running(engine, starts=True, **more):
    """A system that runs for the duration of a drill."""
    system = System(engine, **more)
    try:
        if starts:
            system.start()
        yield system
    finally:
        system.stop()

"""Controls the interposer: builds it, and maps the memory that it shares with a program."""

import atexit
import ctypes
import mmap
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).with_name("interposer.c")

# Places and kinds of full disks, as numbered in interposer.c.
DATABASE, SECRETS, SERVER, APPLE, CLIENT = 1, 2, 4, 8, 16
FULL_WRITE, FULL_GROWTH, FULL_SYNC, FULL_HALF = 1, 2, 4, 8
NEVER = 1 << 40

PLACES = {DATABASE: "file", SECRETS: "secrets", SERVER: "database server", APPLE: "Apple", CLIENT: "client"}
DEEDS = {1: "read", 2: "write", 3: "sync", 4: "truncate", 5: "name"}


class Shared(ctypes.Structure):
    """`struct control` of interposer.c."""

    _fields_ = [
        (name, ctypes.c_int64)
        for name in ("steps", "die_at", "places", "died_in", "died_doing", "full", "refused", "clock_ahead", "apple_port", "server_port")
    ]


def compiled(source, folder):
    """Compiles a library for LD_PRELOAD with Swift's own C compiler, or else with the system's."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        raise RuntimeError("the interposer needs Linux and a C compiler")
    library = pathlib.Path(folder) / f"{source.stem}.so"
    subprocess.run(
        [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True
    )
    return library


class Control:
    """The shared memory that controls one program, and the environment that the program must be started with."""

    library = None

    def __init__(self, folder, files):
        if Control.library is None:
            built = tempfile.mkdtemp(prefix="endurance-")
            atexit.register(shutil.rmtree, built, ignore_errors=True)
            Control.library = compiled(SOURCE, built)
        self.path = pathlib.Path(folder) / "control"
        self.files = files
        self.path.write_bytes(bytes(ctypes.sizeof(Shared)))
        with self.path.open("r+b") as shared:
            self.shared = Shared.from_buffer(mmap.mmap(shared.fileno(), ctypes.sizeof(Shared)))

    def environment(self, journal=None):
        found = os.environ | {"LD_PRELOAD": str(Control.library), "ENDURANCE_CONTROL": str(self.path), "ENDURANCE_FILES": str(self.files)}
        return found | ({"ENDURANCE_JOURNAL": str(journal)} if journal else {})

    def arm(self, places, die_at=NEVER):
        """Counts steps at these places from now on. The program dies at step `die_at`, counted from 1."""
        self.shared.die_at = 0
        self.shared.steps, self.shared.places = 0, places
        self.shared.died_in = self.shared.died_doing = 0
        self.shared.die_at = die_at

    def disarm(self):
        self.shared.die_at = 0
        return self.shared.steps

    def last_step(self):
        """Describes the step at which the program died."""
        doing = self.shared.died_doing
        return f"{'before' if doing > 0 else 'after'} {DEEDS.get(abs(doing), '?')}, {PLACES.get(self.shared.died_in, '?')}"

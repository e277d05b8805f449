"""The work of the service between two points in time, as counted by counters.c."""

import collections
import ctypes
import mmap
import pathlib
import shutil
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
COUNTERS, TEXTS = 96, 1 << 20
# The counts that counters.c names itself. All others are system calls.
HOPS = ("jobs", "loops", "threads")
KINDS = ("transactions", "statements", *HOPS, "allocations", "stolen")
# Nanoseconds between two requests. Few enough that hardly any request begins a new second.
MOMENT = 10**7


class Shared(ctypes.Structure):
    """`struct counters` of counters.c."""

    _fields_ = [
        ("counts", ctypes.c_int64 * COUNTERS),
        ("names", (ctypes.c_char * 24) * COUNTERS),
        ("clock", ctypes.c_int64),
        ("used", ctypes.c_int64),
        ("texts", ctypes.c_char * TEXTS),
    ]


def library(folder, name, *sources):
    """Compiles a library to stand between a program and its libraries (LD_PRELOAD), and returns its path."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        raise SystemExit("cost: a C compiler is missing")
    path = folder / f"{name}.so"
    subprocess.run(
        [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path, *(HERE / source for source in sources), "-ldl"],
        check=True,
    )
    return path


class Counters:
    """Counts with counters.c, which stands between one program and its libraries."""

    # The requests of a route that are counted, and the command before the program.
    counted, prefix = 21, ()

    def __init__(self, folder, program):
        path = folder / "counters"
        path.write_bytes(bytes(ctypes.sizeof(Shared)))
        with path.open("r+b") as file:
            self.shared = Shared.from_buffer(mmap.mmap(file.fileno(), ctypes.sizeof(Shared)))
        preloaded = library(folder, "counters", "counters.c", "turns.c", "sleepers.c")
        self.environment = {"LD_PRELOAD": str(preloaded), "COST_COUNTERS": str(path)}
        self.program, self.prepared, self.before = program, {}, None

    def prepare(self, system):
        # From here on both clocks stand still, so that work done once a second does not depend on the machine's speed.
        self.shared.clock = system.control("clock", {"freeze": True})["now"] * 10**9

    def begin(self, process):
        """The service has started, without a request that counts."""

    def forget(self):
        """Begins to count a request."""
        self.shared.clock += MOMENT
        self.statements()
        self.before = self.read()

    def take(self):
        """Returns the counts since then."""
        return self.read() - self.before

    def end(self):
        if self.read()["stolen"]:
            raise SystemExit("cost: a thread of the service waited in a way that turns.c does not stand before")

    def read(self):
        names = (name.value.decode() for name in self.shared.names)
        counts = collections.Counter({name: count for name, count in zip(names, self.shared.counts) if name})
        counts["hops"] = sum(counts[name] for name in HOPS)
        counts["calls"] = sum(count for name, count in counts.items() if name not in (*KINDS, "hops"))
        return counts

    def statements(self):
        """Returns the database statements since the last call."""
        lines = self.shared.texts[: self.shared.used].decode(errors="replace").splitlines()
        self.shared.used = 0
        self.prepared.update(line.split("\t", 1) for line in lines if "\t" in line)
        return [self.prepared.get(line, line) for line in lines if "\t" not in line]


def wait_until_quiet(process):
    """Returns when every thread of a process sleeps and none has run between two checks."""
    before = None
    while True:
        try:
            now = threads(process)
        except (FileNotFoundError, ProcessLookupError):
            now = None  # a thread ended in the meantime
        if now and now == before and all(state == "S" for state, *_ in now.values()):
            return
        before = now
        time.sleep(0.002)


def threads(process):
    """Returns state and number of context switches of each thread."""
    found = {}
    for folder in pathlib.Path(f"/proc/{process}/task").iterdir():
        fields = dict(line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line)
        found[folder.name] = (fields["State"][0], fields["voluntary_ctxt_switches"], fields["nonvoluntary_ctxt_switches"])
    return found

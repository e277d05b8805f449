"""The work of the service between two points in time, as counted by counters.c or in valgrind's instructions."""
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


class Shared(ctypes.Structure):
    """`struct counters` of counters.c."""

    _fields_ = [("counts", ctypes.c_int64 * COUNTERS), ("names", (ctypes.c_char * 24) * COUNTERS),
                ("clock", ctypes.c_int64), ("used", ctypes.c_int64), ("texts", ctypes.c_char * TEXTS)]


class Counters:
    """The counters of one program."""

    def __init__(self, folder):
        library, path = folder / "counters.so", folder / "counters"
        compiler = shutil.which("clang") or shutil.which("cc")
        if compiler is None:
            raise SystemExit("cost: a C compiler is missing")
        subprocess.run(
            [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, HERE / "counters.c",
             HERE / "turns.c", "-ldl"], check=True)
        path.write_bytes(bytes(ctypes.sizeof(Shared)))
        with path.open("r+b") as file:
            self.shared = Shared.from_buffer(mmap.mmap(file.fileno(), ctypes.sizeof(Shared)))
        self.library, self.path = library, path
        self.prepared = {}

    def environment(self, counts=True):
        """Returns the program's environment. Without counting, threads do not take turns, which costs instructions."""
        return {"LD_PRELOAD": str(self.library)} | ({"COST_COUNTERS": str(self.path)} if counts else {})

    def read(self):
        names = (name.value.decode() for name in self.shared.names)
        counts = collections.Counter({name: count for name, count in zip(names, self.shared.counts) if name})
        counts["hops"] = sum(counts[name] for name in HOPS)
        counts["calls"] = sum(count for name, count in counts.items() if name not in (*KINDS, "hops"))
        return counts

    def take_statements(self):
        """Returns the database statements since the last call."""
        lines = self.shared.texts[:self.shared.used].decode(errors="replace").splitlines()
        self.shared.used = 0
        self.prepared.update(line.split("\t", 1) for line in lines if "\t" in line)
        return [self.prepared.get(line, line) for line in lines if "\t" not in line]


class Callgrind:
    """Counts a program's instructions: https://valgrind.org/docs/manual/cl-manual.html"""

    def __init__(self, folder, program):
        self.folder = folder
        # Valgrind cannot read all of Swift's debug information, and gives up.
        self.program = folder / program.name
        subprocess.run(["strip", "--strip-debug", "-o", self.program, program], check=True)
        self.prefix = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind"]

    def take(self, process):
        """Returns the instructions since the last call."""
        subprocess.run(["vgdb", f"--pid={process}", "dump"], check=True, capture_output=True)
        dump, = self.folder.glob("callgrind.*")
        summary = next(line for line in dump.read_text().splitlines() if line.startswith(("summary:", "totals:")))
        dump.unlink()
        return int(summary.split()[1])


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
        found[folder.name] = (
            fields["State"][0], fields["voluntary_ctxt_switches"], fields["nonvoluntary_ctxt_switches"])
    return found

"""The instructions of a program, counted by callgrind (https://valgrind.org/docs/manual/cl-manual.html), and those that
BoringSSL takes of them.

Valgrind offers the program a processor without SHA and ADX, so BoringSSL takes other ways there, and more instructions
than on a real one. What is left without it is the same work on both.
"""

import collections
import re
import shutil
import subprocess

from counting import library

# swift-crypto and swift-nio-ssl each have a copy of it, whose names begin so in C, and in C++.
BORINGSSL = re.compile(r"CCryptoBoringSSL_|CNIOBoringSSL_|_ZNK?4bssl")
# A line that names a function or a called one: `fn=(4) name` first, then `fn=(4)`.
NAMING = re.compile(r"c?fn=\((\d+)\)(?: (.*))?")


class Graph:
    """What one dump says: its total, and what each function spent in calls of another, with all that those called.

    The format: https://valgrind.org/docs/manual/cl-format.html
    """

    def __init__(self, text):
        self.names, self.spent, self.total = {}, collections.Counter(), None
        caller = callee = None
        lines = iter(text.splitlines())
        for line in lines:
            if match := NAMING.fullmatch(line):
                number, name = match.groups()
                if name is not None:
                    self.names[number] = name
                if line.startswith("c"):
                    callee = number
                else:
                    caller = number
            elif line.startswith("calls="):
                # The next line has a position, and the cost of these calls.
                self.spent[caller, callee] += int(next(lines).split()[1])
            elif line.startswith("totals:"):
                self.total = int(line.split()[1])

    def boringssl(self):
        """Returns the numbers of BoringSSL's functions: those named so, and all that are called by these only.

        Among the latter are its static functions, which call back into it, and which nothing in their names betrays.
        """
        callers = collections.defaultdict(set)
        for caller, callee in self.spent:
            callers[callee].add(caller)
        found = {number for number, name in self.names.items() if BORINGSSL.match(name)}
        more = found
        while more:
            more = {number for number in callers if number not in found and callers[number] <= found}
            found |= more
        return found

    def counts(self):
        own = self.boringssl()
        within = sum(cost for (caller, callee), cost in self.spent.items() if callee in own and caller not in own)
        return collections.Counter({"instructions": self.total - within, "BoringSSL": within})


class Callgrind:
    """Counts the instructions of one program."""

    # The requests of a route that are counted.
    counted = 11

    def __init__(self, folder, program):
        if shutil.which("valgrind") is None:
            raise SystemExit("cost: valgrind is missing; Scripts/bootstrap test installs it")
        self.folder, self.process = folder, None
        # Valgrind cannot read all of Swift's debug information, and gives up.
        self.program = folder / program.name
        subprocess.run(["strip", "--strip-debug", "-o", self.program, program], check=True)
        self.prefix = ("valgrind", "--tool=callgrind", "--instr-atstart=no", "--demangle=no", f"--callgrind-out-file={folder}/callgrind")
        self.environment = {"LD_PRELOAD": str(library(folder, "under-valgrind", "under_valgrind.c", "sleepers.c"))}

    def prepare(self, system):
        """Nothing has to be done before the service starts."""

    def begin(self, process):
        """Begins to count, now that the service has started. Starting it takes less time without."""
        self.process = process
        self.command("instrumentation", "on")

    def forget(self):
        """Begins to count a request."""
        self.take()

    def take(self):
        """Returns the instructions since then."""
        self.command("dump")
        (dump,) = self.folder.glob("callgrind.*")
        graph = Graph(dump.read_text())
        dump.unlink()
        return graph.counts()

    def end(self):
        """Nothing can have gone wrong that was not noticed before."""

    def statements(self):
        return []

    def command(self, *words):
        subprocess.run(["vgdb", f"--pid={self.process}", *words], check=True, capture_output=True)

"""The cost of a server on this machine: processor time and memory of its process and all its children."""

import contextlib
import pathlib
import time


def family(process):
    """Returns the ids of a process and of all its descendants."""
    found, waiting = [], [process]
    while waiting:
        found.append(waiting.pop())
        for listed in pathlib.Path(f"/proc/{found[-1]}/task").glob("*/children"):
            waiting += map(int, listed.read_text().split())
    return found


def spent(processes):
    """Returns their processor time in seconds, user and system, including threads that have ended.

    It uses the clock of each process, which counts nanoseconds, while /proc/PID/stat counts hundredths of a second.
    Linux derives the clock's id from the process id (CPUCLOCK_SCHED of include/linux/posix-timers.h). Python has no
    clock_getcpuclockid, which returns it.
    """
    return sum(map(clock, processes))


def clock(process):
    return time.clock_gettime((~process << 3) | 2)


def memory(processes):
    """Returns megabytes. Shared pages count proportionally (Pss)."""
    kilobytes = 0
    for process in processes:
        lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        kilobytes += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return kilobytes / 1024


class PostgreSQL:
    """The PostgreSQL servers of the machine: one process for each connection, and some background processes."""

    def __init__(self):
        self.last = {}

    def spent(self):
        """Returns the seconds of processor time since the last call."""
        found = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/comm"):
            with contextlib.suppress(OSError):
                if path.read_text().strip() == "postgres":
                    found[path.parent.name] = clock(int(path.parent.name))
        before, self.last = self.last, found
        return sum(seconds - before.get(process, 0) for process, seconds in found.items())

"""What a server takes from the machine: processor time and memory of its process and of all its children."""
import contextlib
import pathlib
import time


def family(process):
    """The ids of a process and of all that it started, which start others in turn."""
    found, waiting = [], [process]
    while waiting:
        found.append(waiting.pop())
        for listed in pathlib.Path(f"/proc/{found[-1]}/task").glob("*/children"):
            waiting += map(int, listed.read_text().split())
    return found


def spent(processes):
    """Their processor time in seconds, user and system, of threads that have ended, too.

    By the clock of each process, which counts nanoseconds, where /proc/PID/stat counts hundredths of a second. Linux makes its
    id of the process's (CPUCLOCK_SCHED of include/linux/posix-timers.h), as clock_getcpuclockid does, which Python lacks.
    """
    return sum(map(clock, processes))


def clock(process):
    return time.clock_gettime((~process << 3) | 2)


def memory(processes):
    """Megabytes: pages that several share count in parts (Pss)."""
    kilobytes = 0
    for process in processes:
        lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        kilobytes += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return kilobytes / 1024


class PostgreSQL:
    """The PostgreSQL servers of the machine: one process for each connection, and a few of their own."""

    def __init__(self):
        self.last = {}

    def spent(self):
        """Seconds of their processors since the last time."""
        found = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/comm"):
            with contextlib.suppress(OSError):
                if path.read_text().strip() == "postgres":
                    found[path.parent.name] = clock(int(path.parent.name))
        before, self.last = self.last, found
        return sum(seconds - before.get(process, 0) for process, seconds in found.items())

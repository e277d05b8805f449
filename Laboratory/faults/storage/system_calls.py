"""The order of system calls, as recorded by strace: https://man7.org/linux/man-pages/man1/strace.1.html

One strace writes its lines in sequence and lets a process continue only after writing its line. So if one call is the
consequence of another, its line comes later.
"""

import contextlib
import dataclasses
import os
import pathlib
import re
import signal

from harness.waiting import PATIENCE

WRITES = {"write", "writev", "pwrite64", "pwritev", "pwritev2", "sendto", "sendmsg"}
SYNCS = {"fsync", "fdatasync"}

LINE = re.compile(r"(\d+) +(.*)")
CALL = re.compile(r"(\w+)\((.*)")
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)")
FILE = re.compile(r"\d+<([^>]*)>")
RESULT = re.compile(r"\) += (-?\d+)")


def strace(program, log):
    """The prefix that makes strace trace a command and its children, without privileges."""
    calls = ",".join(sorted(WRITES | SYNCS))
    # With --seccomp-bpf, all other calls run at full speed.
    return [
        program,
        "--follow-forks",
        "--seccomp-bpf",
        "--decode-fds=path",
        "--string-limit=8192",
        "--quiet=all",
        f"--trace={calls}",
        f"--output={log}",
    ]


def stop(system):
    """Ends the tracers' children and thereby the tracers. If the tracers ended first, their children could write
    nothing more.
    """
    for program in filter(None, system.programs):
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                # The name in brackets may contain anything; after it come the state and the parent.
                if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == program.process.pid:
                    os.kill(int(folder.name), signal.SIGTERM)
        program.ends(PATIENCE)
    system.stop()


@dataclasses.dataclass
class Call:
    """A system call, with the numbers of the lines at which it began and ended."""

    name: str
    file: str
    text: str
    began: int
    ended: int
    result: int

    @property
    def is_done(self):
        return self.result >= 0


def read(log):
    """The calls, in the order in which they began."""
    calls, open_calls = [], {}
    with open(log, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines):
            process, rest = LINE.match(line.rstrip("\n")).groups()
            if RESUMED.match(rest):
                call = open_calls.pop(process, None)
                if call:
                    call.ended, call.result = number, result(rest)
                continue
            begun = CALL.match(rest)
            if not begun:
                continue  # A signal, or the end of a process.
            name, arguments = begun.groups()
            file = FILE.match(arguments)
            is_unfinished = rest.endswith("<unfinished ...>")
            call = Call(name, file.group(1) if file else "", arguments, number, number, result(rest))
            if is_unfinished:
                call.ended, call.result = float("inf"), -1
                open_calls[process] = call
            calls.append(call)
    return calls


def result(text):
    found = RESULT.findall(text)
    return int(found[-1]) if found else -1


def answers(calls, marks):
    """The first call that sent part of each answer. Each of the `marks` occurs in one answer, in this order."""
    found = []
    for mark in marks:
        whole = next(call for call in calls if call.name in WRITES and mark in call.text)
        after = found[-1].ended if found else -1
        # A long answer takes several calls; the first contains the status line.
        first = [
            call
            for call in calls
            if call.name in WRITES and call.file == whole.file and "HTTP/1.1 " in call.text and after < call.began <= whole.began
        ]
        found.append(first[-1])
    return found


def complaint(calls, after, before, is_log):
    """Why data written to a log after one call is not durable before another begins; None if it is."""
    between = [call for call in calls if after.ended < call.began < before.began and is_log(call.file)]
    written = [call for call in between if call.name in WRITES and call.is_done and call.ended < before.began]
    if not written:
        return "nothing was written to the log before the answer"
    synced = [
        call
        for call in between
        if call.name in SYNCS and call.is_done and call.result == 0 and call.began > written[-1].ended and call.ended < before.began
    ]
    return None if synced else "the answer went out before the log was on the disk"

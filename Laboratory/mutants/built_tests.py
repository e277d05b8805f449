"""Builds a package with a switch for every check, and runs its tests once per switch, two programs at once."""

import concurrent.futures
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAMS_AT_ONCE = 2
# The memory limit for a check that prevents an endless loop.
MEMORY_KILOBYTES = 8 << 20
ISSUE = re.compile(r"recorded an issue")


def chosen(names, wanted):
    """Returns the names that contain one of `wanted`, or all names if it is empty. Exits if there is none."""
    found = [name for name in names if not wanted or any(part in name for part in wanted)]
    return found or sys.exit(f"mutate-checks: no name contains {' or '.join(wanted)}")


def build(part, count, folder, scratch, environment=None):
    """Builds the copy and its tests, or exits with the compiler's messages."""
    started = time.time()
    print(f"mutate-checks: {part}: building the copy once ({count} mutants)", flush=True)
    done = subprocess.run(
        ["swift", "build", "--scratch-path", str(scratch), "--build-tests", "-j", "2"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        output = done.stdout + done.stderr
        errors = dict.fromkeys(line for line in output.splitlines() if "error:" in line)
        sys.exit("\n".join(["mutate-checks: the copy does not build", *errors, output[-4_000:]]))
    print(f"mutate-checks: built in {time.time() - started:.0f} s", flush=True)


def command(package, scratch, filters, options=()):
    """Returns the command for the tests: on Linux the test program itself, which saves SwiftPM's planning each time."""
    listed = [word for expression in filters for word in ("--filter", expression)]
    program = scratch / f"debug/{package}PackageTests.xctest"
    if program.is_file():
        return [str(program), "--testing-library", "swift-testing", *options, *listed]
    return ["swift", "test", "--scratch-path", str(scratch), "--skip-build", *listed]


def environment(mutant, base=None):
    return {**(os.environ if base is None else base), "MUTANT": mutant, "SWIFT_BACKTRACE": "enable=no"}


def issues(status, output):
    """Returns how many issues the tests recorded. None after a crash or a run without tests, which prove nothing."""
    recorded = len(ISSUE.findall(output))
    if status == 0 and recorded == 0 and re.search(r"Test run with [1-9]\d* tests? .*passed after", output):
        return 0
    if status > 0 and recorded > 0 and re.search(r"Test run with .* failed after", output):
        return recorded
    return None


def watch(tests, folder, environment, longest, runs_to_the_end=False):
    """Returns how tests noticed a mutant, or None if they passed. They are killed after `longest` seconds, and at the first
    issue unless they have to run to the end."""
    bounded = ["bash", "-c", f'ulimit -v {MEMORY_KILOBYTES} 2>/dev/null; exec "$@"', "bash", *tests]
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as temporary:
        program = subprocess.Popen(
            bounded,
            cwd=folder,
            env={**environment, "TMPDIR": temporary},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        stuck = threading.Event()
        timer = threading.Timer(longest, lambda: (stuck.set(), end(program)))
        timer.start()
        lines, issue = [], None
        for line in program.stdout:
            lines.append(line)
            issue = issue or (line if ISSUE.search(line) else None)
            if issue and not runs_to_the_end:
                end(program)
        status = program.wait()
        timer.cancel()
    if issue:
        test = re.search(r"Test (.*?) recorded an issue", issue)
        return test[1] if test else issue.strip()
    if stuck.is_set():
        return "DID NOT END"
    # Without an issue, the tests passed or were ended.
    return None if issues(status, "".join(lines)) == 0 else f"CRASHED (status {status})"


def end(program):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)


def survivors(part, names, run):
    """Runs every mutant, prints a line for each, and returns those that no test noticed.

    `run` takes a name and returns how the mutant was noticed, or None.
    """
    started = time.time()
    left = []
    with concurrent.futures.ThreadPoolExecutor(PROGRAMS_AT_ONCE) as pool:
        for number, (name, notice) in enumerate(zip(names, pool.map(run, names)), 1):
            print(f"{number:3}/{len(names)}  {name:52} {notice or 'SURVIVED'}", flush=True)
            if not notice:
                left.append(name)
    print(f"mutate-checks: {part}: {len(names) - len(left)} of {len(names)} noticed in {time.time() - started:.0f} s")
    return left


def report(survivors, describe=str):
    """Prints on standard error the names that no test noticed."""
    for name in survivors:
        print(f"mutate-checks: no test notices when this is off: {describe(name)}", file=sys.stderr)

"""Switches every check in flows, middleware and storage conflicts off, one at a time, and fails if no test notices.

A copy of the whole project is built once, in .build-mutants/, with the switches of service_switches.py and with SQLite alone; then
the tests run once per switch, until one fails. The project itself is never changed.
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

from . import built_tests
from .service_switches import ROOT, Planting

# SwiftPM calls a package by its folder, and the copy's Service would not build beside a package that is called so, too.
COPY = ROOT / ".build-mutants" / "project"
BUILT = ROOT / ".build-mutants" / "service-build"
LEFT_OUT = re.compile(r"\.build.*|\.git|\.venv.*|\.swiftpm|\.demo|__pycache__")
# What must notice a mutant of each module, one after another until something does. AccountStorageTests break statements themselves
# and would notice every change of one, so only its comparison with the reference counts.
STORAGE, HISTORIES, FLOWS, SERVER, BACKGROUND, PROGRAMS = (
    r"^AccountStorageSQLiteTests\.", r"^AccountStorageTests\..*have the same answers", r"^SignInFlowsTests\.",
    r"^SignInServerTests\.", r"^SignInBackgroundTests\.", r"^EndToEndTests\.")
SUITES = {
    "AccountStorageSQL": [STORAGE, HISTORIES],
    "SignInFlows": [FLOWS, SERVER, BACKGROUND, PROGRAMS],
    "SignInServer": [SERVER, PROGRAMS],
}
# Seconds after which a suite counts as stuck, and the memory that a check may cost which ended a loop.
LONGEST = {PROGRAMS: 900}
MEMORY_KILOBYTES = 8 << 20
# These run programs of ours, so they are alone, as in Scripts/test, and not killed at the first issue.
programs_alone = threading.Lock()


def copy(texts):
    """Brings the copy up to date. What is the same keeps its time, so that little is compiled again."""
    wanted = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not LEFT_OUT.fullmatch(name)]
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for source in (pathlib.Path(folder) / name for name in files + links):
            key = str(source.relative_to(ROOT))
            wanted.add(COPY / key)
            if key not in texts:
                bring(source, COPY / key)
    for key, text in texts.items():
        target = COPY / key
        wanted.add(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_text() != text:
            target.write_text(text)
    for path in list(COPY.rglob("*")):
        if (path.is_file() or path.is_symlink()) and path not in wanted and path.name != "Package.resolved":
            path.unlink()


def bring(source, target):
    if source.is_symlink():
        if not target.is_symlink() or os.readlink(target) != os.readlink(source):
            target.unlink(missing_ok=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(os.readlink(source))
    elif not target.is_file() or target.read_bytes() != source.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def build_environment():
    """Without what Scripts/test adds to a build: a switch is a warning here and there, and storage is SQLite's."""
    added = ("SIWA_STRICT", "SIGN_IN_POSTGRESQL", "SIGN_IN_LEGACY_PASSWORDS")
    return {key: value for key, value in os.environ.items() if key not in added}


def run(mutant, suite):
    """How the tests of one suite noticed; None where they passed."""
    label = suite.strip("^").split("\\")[0]
    if suite != PROGRAMS:
        return watch(mutant, suite, label)
    with programs_alone:
        return watch(mutant, suite, label)


def watch(mutant, suite, label):
    tests = built_tests.command("sign-in-service", BUILT, [suite], ["--experimental-maximum-parallelization-width", "8"])
    bounded = ["bash", "-c", f'ulimit -v {MEMORY_KILOBYTES} 2>/dev/null; exec "$@"', "bash", *tests]
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as folder:
        environment = built_tests.environment(mutant, {**build_environment(), "TMPDIR": folder})
        program = subprocess.Popen(bounded, cwd=COPY / "Service", env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                   start_new_session=True)
        stuck = threading.Event()
        timer = threading.Timer(LONGEST.get(suite, 300), lambda: (stuck.set(), end(program)))
        timer.start()
        lines, issue = [], None
        for line in program.stdout:
            lines.append(line)
            issue = issue or (line if built_tests.ISSUE.search(line) else None)
            if issue and suite != PROGRAMS:
                end(program)
        status = program.wait()
        timer.cancel()
    if issue:
        test = re.search(r"Test (.*?) recorded an issue", issue)
        return f"{label}: {test[1] if test else issue.strip()}"[:160]
    if stuck.is_set():
        return f"{label}: DID NOT END"
    # Without an issue the tests passed, or something ended them.
    return None if built_tests.issues(status, "".join(lines)) == 0 else f"{label}: CRASHED (status {status})"


def end(program):
    try:
        os.killpg(program.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def names():
    return list(Planting(SUITES).mutants)


def mutate(wanted, share=(1, 1), only_builds=False):
    """Runs one share of the mutants whose name contains one of `wanted`, and returns how many no test noticed."""
    planting = Planting(SUITES)
    mutants = planting.mutants
    chosen = built_tests.chosen(mutants, wanted)[share[0] - 1::share[1]]
    if not chosen:
        return 0
    copy(planting.texts)
    built_tests.build("service", len(mutants), COPY / "Service", BUILT, build_environment())
    if only_builds:
        return 0
    modules = [mutants[name].module for name in chosen]
    for suite in dict.fromkeys(suite for module in modules for suite in SUITES[module]):
        failure = run("", suite)
        if failure:
            sys.exit(f"mutate-checks: the tests fail with every check on: {failure}")

    # What ends the tests says less than a test that fails: a slow machine does, too. Look at these by hand.
    ended = []

    def notice(name):
        found = next(filter(None, (run(name, suite) for suite in SUITES[mutants[name].module])), None)
        if found and ("DID NOT END" in found or "CRASHED" in found):
            ended.append(name)
        return found

    survivors = built_tests.survivors("service", chosen, notice)
    print("mutate-checks: service: " + ", ".join(f"{module} {modules.count(module)}" for module in SUITES))
    if ended:
        print(f"mutate-checks: service: noticed only because the tests crashed or did not end: {', '.join(sorted(ended))}")
    built_tests.report(survivors, lambda name: str(mutants[name]))
    return len(survivors)

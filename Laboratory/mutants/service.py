"""Switches every check in flows, middleware and storage conflicts off, one at a time, and fails if no test notices.

A copy of the whole project is built once, in .build-mutants/, with the switches of service_switches.py and only SQLite.
Each test suite runs once with every check on, to record which switches it reaches (service_reach.py). Then the suites
that reach a switch run with it off, until a test fails. The project itself is never changed.
"""

import os
import threading

from . import built_tests, project_copy, service_reach
from .service_switches import ROOT, Planting

# SwiftPM names a package after its folder, and the copy's Programs would not build next to a package of the same name.
COPY = ROOT / ".build-mutants" / "project"
BUILT = ROOT / ".build-mutants" / "service-build"
# The tests that must notice a mutant of each module: the suites of one list together, then those of the next list.
# AccountStorageTests break statements themselves and would notice every changed statement, so only their comparison with
# the reference counts.
STORAGE = ["AccountStorageSQLiteTests", "AccountStorageTests"]
HISTORIES = "AccountStorageTests.Ten thousand random histories/have the same answers from SQLite as from the reference"
FLOWS, PROGRAMS = ["SignInFlowsTests", "SignInServerTests", "SignInBackgroundTests"], ["EndToEndTests"]
SUITES = {
    "AccountStorageSQL": [STORAGE],
    "SignInFlows": [FLOWS, PROGRAMS],
    "SignInServer": [FLOWS, PROGRAMS],
    "HTTPConnections": [FLOWS, PROGRAMS],
    "HTTPServing": [[*FLOWS, "AppleIDEmulatorTests"], PROGRAMS],
    "Settings": [FLOWS],
}
# Seconds after which a suite counts as stuck.
LONGEST, LONGEST_PROGRAMS = 180, 900
# These run our own programs, so they run alone, as in Scripts/test, and are not killed at the first issue.
programs_alone = threading.Lock()


def copy(texts):
    project_copy.update(COPY, texts)


def build_environment():
    """Returns the environment without what Scripts/test adds: switches may cause warnings, and storage is SQLite."""
    added = ("SIWA_STRICT", "SIWA_POSTGRESQL", "SIWA_LEGACY_PASSWORDS")
    return {key: value for key, value in os.environ.items() if key not in added}


def run(suites, mutant="", reached=""):
    """Returns how the tests of some suites noticed the mutant, or None if they passed."""
    if any(suite.split(".")[0] in PROGRAMS for suite in suites):
        with programs_alone:
            return watch(suites, mutant, reached, True)
    return watch(suites, mutant, reached, False)


def watch(suites, mutant, reached, starts_programs):
    label = ", ".join(dict.fromkeys(suite.split(".")[0] for suite in suites))
    tests = built_tests.command(
        "sign-in-service", BUILT, map(service_reach.expression, suites), ["--experimental-maximum-parallelization-width", "8"]
    )
    environment = {**build_environment(), **({"MUTANTS_REACHED": reached} if reached else {})}
    notice = built_tests.watch(
        tests,
        COPY / "Programs",
        built_tests.environment(mutant, environment),
        LONGEST_PROGRAMS if starts_programs else LONGEST,
        starts_programs,
    )
    return f"{label}: {notice}"[:160] if notice else None


def wanted_suites(program):
    modules = {module for stages in SUITES.values() for stage in stages for module in stage} - {"AccountStorageTests"}
    return [suite for suite in service_reach.suites(program) if suite.split(".")[0] in modules] + [HISTORIES]


def names():
    return list(Planting(SUITES).mutants)


def mutate(wanted, share=(1, 1), only_builds=False):
    """Runs one share of the mutants that match `wanted`, and returns how many no test noticed."""
    planting = Planting(SUITES)
    mutants = planting.mutants
    chosen = built_tests.chosen(mutants, wanted)[share[0] - 1 :: share[1]]
    if not chosen:
        return 0
    copy(planting.texts)
    built_tests.build("service", len(mutants), COPY / "Programs", BUILT, build_environment())
    if only_builds:
        return 0
    modules = [mutants[name].module for name in chosen]
    program = BUILT / "debug/sign-in-servicePackageTests.xctest"
    suites = wanted_suites(program)
    reached = service_reach.reached(
        program, [BUILT / "debug/siwa"], BUILT / "reached.json", suites, lambda suite, names: run([suite], reached=names)
    )

    # Ended tests prove less than a failed one, because a slow machine ends them, too. Check these by hand.
    ended, unreached = [], []

    def notice(name):
        coming = [suite for suite in suites if name in reached[suite]]
        stages = [[suite for suite in coming if suite.split(".")[0] in stage] for stage in SUITES[mutants[name].module]]
        if not any(stages):
            unreached.append(name)
        found = next(filter(None, (run(stage, name) for stage in stages if stage)), None)
        if found and ("DID NOT END" in found or "CRASHED" in found):
            ended.append(name)
        return found

    survivors = built_tests.survivors("service", chosen, notice)
    print("mutate-checks: service: " + ", ".join(f"{module} {modules.count(module)}" for module in SUITES))
    if ended:
        print(f"mutate-checks: service: noticed only because the tests crashed or did not end: {', '.join(sorted(ended))}")
    built_tests.report(survivors, lambda name: str(mutants[name]) + (", and none comes to it" if name in unreached else ""))
    return len(survivors)

"""Switches every check of the OpenID Provider off, one at a time, and fails if the provider suite does not notice.

The copy and its build are those of service.py, so both parts share one build. Here the judge is the built `siwa` in front
of Laboratory/cases/provider: it is started with each switch in turn, and cases are played until one fails. What none of
them can see from outside, such as what a clock would have to show, the provider's own tests have to notice.
"""

import os
import re
import sys
import tempfile

from . import built_tests, service
from .provider_checks import NOT_SEEN
from .service_switches import ROOT, Planting

# Every folder of this name belongs to the provider: flows, routes, and what else may come.
FOLDER = "OpenID"


def planted():
    """The planting of the whole service, and the provider's own mutants in it."""
    planting = Planting(service.SUITES)
    mutants = {name: mutant for name, mutant in planting.mutants.items() if FOLDER in mutant.path.split("/")}
    unknown = sorted(set(NOT_SEEN) - set(mutants))
    if unknown:
        sys.exit("mutate-checks: exceptions for checks that are not there any more:\n" + "\n".join(unknown))
    return planting, {name: mutant for name, mutant in mutants.items() if name not in NOT_SEEN}


def names():
    return list(planted()[1])


def mutate(wanted, share=(1, 1), only_builds=False):
    """Runs one share of the mutants that match `wanted`, and returns how many no case noticed."""
    planting, mutants = planted()
    chosen = built_tests.chosen(mutants, wanted)[share[0] - 1 :: share[1]]
    if not chosen:
        return 0
    service.copy(planting.texts)
    built_tests.build("provider", len(planting.mutants), service.COPY / "Programs", service.BUILT, service.build_environment())
    if only_builds:
        return 0
    judge = Judge()
    reached = judge.reached()
    tests = suites()
    survivors = built_tests.survivors(
        "provider", chosen, lambda name: (judge.notice(name) if name in reached else None) or service.run(tests, name)
    )
    built_tests.report(survivors, lambda name: str(mutants[name]) + ("" if name in reached else ", and none comes to it"))
    return len(survivors)


def suites():
    """The suites of the provider's own tests, as `Module.Name`."""
    found = []
    for path in sorted((ROOT / "Programs/Tests").glob(f"*/{FOLDER}/*Tests.swift")):
        found += [f"{path.parts[-3]}.{name}" for name in re.findall(r"^(?:@Suite.*?)?struct (\w+Tests)\b", path.read_text(), re.M)]
    return found


class Judge:
    """The provider suite against the built copy."""

    def __init__(self):
        # the harness reads the folder of the programs when it is imported
        os.environ["SIWA_BUILT_PROGRAMS"] = str(service.BUILT / "debug")
        sys.path[:0] = [str(ROOT / "Laboratory"), str(ROOT / "Laboratory/cases/provider")]
        from harness.programs import Refused
        from provider import playing, running
        from provider.case_files import Suite

        self.suite, self.playing, self.running, self.refused = Suite(), playing, running, Refused

    def reached(self):
        """The switches that some case comes to. Every case has to pass with every check on."""
        with tempfile.TemporaryDirectory(prefix="reached-") as folder:
            file = os.path.join(folder, "names")
            failed = self.play("", {"MUTANTS_REACHED": file}, False)
            if failed:
                sys.exit("mutate-checks: the provider suite fails with every check on: " + ", ".join(sorted(failed)))
            with open(file) as names:
                return set(names.read().splitlines())

    def notice(self, mutant):
        """How the suite noticed the mutant, or None."""
        try:
            failed = self.play(mutant, {}, True)
        except self.refused as refusal:
            return f"did not start: {str(refusal).strip().splitlines()[-1]}"[:160]
        return next((f"{name}: {differences[0]}"[:160] for name, (_, differences) in failed.items()), None)

    def play(self, mutant, more, stops_at_first):
        environment = built_tests.environment(mutant, {**service.build_environment(), **more})
        with self.running.started(self.suite.world, environment) as op:
            if op.discover() is None:
                return {"discovery": (None, [f"status {op.document.status}"])}
            return self.playing.play(self.suite.cases, self.suite, op, stops_at_first)

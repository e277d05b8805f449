"""Switches every decision of SignInKit off, one at a time, and fails if no test of the kit notices.

A copy of the kit and its tests is built once, in .build-mutants/kit, with the switches that swift_decisions.py and
kit_checks.py describe. Then all tests run once per switch, until one fails. What is only compiled on Apple's platforms has
no switch. The project itself is never changed.
"""

import re
import sys

from . import built_tests, library, project_copy, swift_decisions
from .kit_checks import CONDITIONS
from .kit_exceptions import EXCEPTIONS
from .service import build_environment
from .service_switches import ROOT, Planting, quoted, switch

COPY = ROOT / ".build-mutants" / "kit"
# Shared with the library's part, so that the cryptography is built once for both.
BUILT = library.BUILT
TARGETS = {"Sources": ["SignInAPI", "SignInKit", "SignInKitTesting"], "Tests": ["SignInKitTests", "SignInKitTestingTests"]}
# Tests compare the texts of failures with the service's codes.
CODES = [f"Programs/Service/{folder}" for folder in ("SignInFlows/Environment/Refusals", "PasswordHashing/Rules")]
PARTS = [f"{folder}/{name}" for folder, names in TARGETS.items() for name in names] + CODES
CRYPTO = re.compile(r'\.package\(url: "https://github\.com/apple/swift-crypto\.git", from: "[^"]+"\)')
# What is only compiled on Apple's platforms, where Laboratory/stand-ins runs it.
APPLE = "Apple"
# Seconds after which the tests count as stuck.
LONGEST = 100

# Public, because default values of public functions have switches, too.
SWITCH = """import Foundation
public enum Mutant {
    static let active = ProcessInfo.processInfo.environment["MUTANT"] ?? ""
    public static func isActive(_ name: String) -> Bool { active == name }
    static func passes(_ name: String, _ clause: Bool) -> Bool { clause || isActive(name) }
    static func fails(_ name: String, _ clause: Bool) -> Bool { clause && !isActive(name) }
    static func less<Value: Comparable>(_ name: String, _ one: Value, _ other: Value) -> Bool {
        isActive(name) ? one <= other : one < other
    }
    static func atMost<Value: Comparable>(_ name: String, _ one: Value, _ other: Value) -> Bool {
        isActive(name) ? one < other : one <= other
    }
}
"""
WRAPS = {swift_decisions.ALWAYS: "passes", swift_decisions.NEVER: "fails"}
COMPARISONS = {"<": "Mutant.less", "<=": "Mutant.atMost", ">": "!Mutant.atMost", ">=": "!Mutant.less"}


class KitPlanting(Planting):
    """The mutants of the kit, and the text of every file that has a switch."""

    exceptions, switch = EXCEPTIONS, SWITCH

    @staticmethod
    def place(path):
        return f"Sources/{path}"

    def __init__(self):
        super().__init__(["SignInKit"])

    def searched(self):
        kit = ROOT / self.place("SignInKit")
        tutorials = kit / "SignInKit.docc"
        return {path for path in kit.rglob("*.swift") if not {kit / APPLE, tutorials} & set(path.parents)}

    def listed(self):
        return self.read({f"SignInKit/{path}": entries for path, entries in CONDITIONS.items()}, False)

    def by_rule(self, path, text):
        edits, last = [], []
        for found in swift_decisions.decisions(text):
            words = " ".join(text[found.start : found.end].split())
            name = self.named(path, text, found.start, words if found.is_guard else f"{found.way} {words}")
            if not name:
                continue
            if found.way == swift_decisions.NOT_TAKEN:
                # After what ends inside the condition.
                last.append((found.end, found.end, f", !{switch(name)}"))
            elif found.operator:
                edits += [
                    (found.start, found.start, f"{COMPARISONS[found.operator]}({quoted(name)}, "),
                    (found.place, found.place + len(found.operator), ","),
                    (found.end, found.end, ")"),
                ]
            else:
                before, after = ("{ if ", " { true } else { false } }()") if found.is_pattern else ("", "")
                edits += [
                    (found.start, found.start, f"Mutant.{WRAPS[found.way]}({quoted(name)}, {before}"),
                    (found.end, found.end, f"{after})"),
                ]
        return edits + last


def names():
    return list(KitPlanting().mutants)


def copy(texts):
    manifest = (ROOT / "Package.swift").read_text()
    crypto = CRYPTO.search(manifest)
    if not crypto:
        sys.exit("mutate-checks: Package.swift: swift-crypto is not there any more; say what the kit depends on now")
    kept = ", ".join(quoted(name) for names in TARGETS.values() for name in names)
    manifest += f"""
// The copy has the kit alone.
package.targets.removeAll {{ ![{kept}].contains($0.name) }}
package.products = []
package.traits = []
package.dependencies = [{crypto[0]}]
"""
    project_copy.update(COPY, {**texts, "Package.swift": manifest}, PARTS)


def run(mutant):
    """Returns how the tests noticed the mutant, or None if they passed."""
    tests = built_tests.command("sign-in-with-apple", BUILT, [])
    return built_tests.watch(tests, COPY, built_tests.environment(mutant, build_environment()), LONGEST)


def mutate(wanted, share=(1, 1), only_builds=False):
    """Runs one share of the mutants that match `wanted`, and returns how many no test noticed."""
    planting = KitPlanting()
    mutants = planting.mutants
    chosen = built_tests.chosen(mutants, wanted)[share[0] - 1 :: share[1]]
    if not chosen:
        return 0
    copy(planting.texts)
    built_tests.build("kit", len(mutants), COPY, BUILT, build_environment())
    if only_builds:
        return 0
    noticed = run("")
    if noticed:
        sys.exit(f"mutate-checks: the tests fail with every decision on: {noticed}")
    # Ended tests prove less than a failed one, because a slow machine ends them, too. Check these by hand.
    ended = []

    def notice(name):
        found = run(name)
        if found and ("DID NOT END" in found or "CRASHED" in found):
            ended.append(name)
        return found and found[:160]

    survivors = built_tests.survivors("kit", chosen, notice)
    print(f"mutate-checks: kit: {len(EXCEPTIONS)} decisions that change nothing have no switch")
    if ended:
        print(f"mutate-checks: kit: noticed only because the tests crashed or did not end: {', '.join(sorted(ended))}")
    built_tests.report(survivors, lambda name: str(mutants[name]))
    return len(survivors)

"""Switches each check of the library off, one at a time, and fails if no case of a corpus notices.

A copy of the library is built once, in .build-mutants/, with a switch for every check. Then the tests of that kind of
check run once per switch. The project itself is never changed.
"""

import pathlib
import re
import shutil
import subprocess
import sys

from . import built_tests
from .library_checks import GUARDS

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / ".build-mutants" / "package"
# Shared with Scripts/fuzz, so that the cryptography is built once for both.
BUILT = ROOT / "Laboratory" / "fuzzing" / ".build"
PARTS = ["Sources/JSONWebTokens", "Sources/SignInWithApple", "Laboratory/corpus", "Tests/Fixtures/tokens"]
TESTS = {
    "SignInWithAppleTests": [
        "TokenCorpusTests.swift",
        "AuthorizationCallbackTests.swift",
        "ImpossibleIdentifierTests.swift",
        "TransferPaceTests.swift",
        "Support/Corpus.swift",
    ],
    "JSONWebTokensTests": [
        "CompactJWSTests.swift",
        "KeySetTests.swift",
        "StrictJSONReaderTests.swift",
        "JSONTextFaultTests.swift",
        "Fixture.swift",
    ],
    "TokenTestSupport": ["FoundationWitness.swift"],
}
# The tests that must notice a mutant of each group.
TOKENS, READER, KEYS, CALLBACK, SIGNED = (
    "SignInWithAppleTests.TokenCorpusTests/",
    "JSONWebTokensTests.StrictJSONReaderTests/",
    "JSONWebTokensTests.KeySetTests/",
    "SignInWithAppleTests.AuthorizationCallbackTests/",
    "JSONWebTokensTests.CompactJWSTests/",
)
WRITTEN, IDENTIFIERS = "JSONWebTokensTests.JSONTextFaultTests/", "SignInWithAppleTests.ImpossibleIdentifierTests/"
PACE = "SignInWithAppleTests.TransferPaceTests/"
SUITES = {
    "identity": TOKENS,
    "notification": TOKENS,
    "form": TOKENS,
    "header": TOKENS,
    "claims": TOKENS,
    "signature": SIGNED,
    "reader": READER,
    "key set": KEYS,
    "callback": CALLBACK,
    "written": WRITTEN,
    "identifiers": IDENTIFIERS,
    "pace": PACE,
}

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "mutants",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2")],
    targets: [
        .target(name: "JSONWebTokens", dependencies: [
            .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto")]),
        .target(name: "SignInWithApple", dependencies: ["JSONWebTokens", .product(name: "Crypto", package: "swift-crypto")]),
        .testTarget(name: "SignInWithAppleTests", dependencies: ["SignInWithApple", "JSONWebTokens"]),
        .target(name: "TokenTestSupport", dependencies: ["JSONWebTokens"], path: "Tests/TokenTestSupport"),
        .testTarget(name: "JSONWebTokensTests", dependencies: ["JSONWebTokens", "TokenTestSupport"]),
    ],
    swiftLanguageModes: [.v6])
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
"""

SWITCH = """import Foundation
package enum Mutant {
    package static let active = ProcessInfo.processInfo.environment["MUTANT"] ?? ""
    package static func isActive(_ name: String) -> Bool { active == name }
    package static func unless<Evidence, Verdict>(
        _ name: String, _ check: @escaping @Sendable (inout Evidence) -> Verdict?
    ) -> @Sendable (inout Evidence) -> Verdict? {
        { evidence in isActive(name) ? nil : check(&evidence) }
    }
}
"""

# The verifiers' checks are one line each in a list.
LISTS = {
    "identity": "Sources/SignInWithApple/IdentityToken/IdentityTokenChecks.swift",
    "notification": "Sources/SignInWithApple/Notifications/NotificationChecks.swift",
}
LINE = re.compile(r'^(\s+)Check\("([^"]+)", ([\w.]+)\),$', re.M)


def copy():
    COPY.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        shutil.rmtree(COPY / part, ignore_errors=True)
        shutil.copytree(ROOT / part, COPY / part)
    for folder, names in TESTS.items():
        shutil.rmtree(COPY / "Tests" / folder, ignore_errors=True)
        for name in names:
            target = COPY / "Tests" / folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "Tests" / folder / name, target)
    (COPY / "Package.swift").write_text(MANIFEST)
    (COPY / "Sources/JSONWebTokens/Mutant.swift").write_text(SWITCH)


def switch(name):
    return f'Mutant.isActive("{name}")'


def plant():
    """Plants the switches in the copy and returns their names."""
    names = []
    for kind, path in LISTS.items():
        text = (ROOT / path).read_text()
        found = [match.group(2) for match in LINE.finditer(text)]
        written = text.count('Check("')
        if not found or len(found) != written:
            sys.exit(f"mutate-checks: {path}: {written} checks, of which {len(found)} stand on a line of their own")
        text = LINE.sub(lambda m: f'{m[1]}Check("{m[2]}", Mutant.unless("{kind}: {m[2]}", {m[3]})),', text)
        (COPY / path).write_text(text)
        names += [f"{kind}: {name}" for name in found]
    for group, guards in GUARDS.items():
        for path, name, old, instead in guards:
            text = (COPY / path).read_text()
            if text.count(old) == 0:
                sys.exit(f"mutate-checks: {path}: `{old}` is not there any more; say where this is decided now")
            new = instead or "guard {on} || " + old.removeprefix("guard ")
            import_line = "" if path.startswith("Sources/JSONWebTokens") or "import JSONWebTokens" in text else "import JSONWebTokens\n"
            (COPY / path).write_text(import_line + text.replace(old, new.replace("{on}", switch(f"{group}: {name}"))))
            names.append(f"{group}: {name}")
    return names


def run(mutant, suites):
    """Runs some suites with one check off, and returns how many issues they recorded."""
    try:
        done = subprocess.run(
            built_tests.command("mutants", BUILT, suites),
            cwd=COPY,
            env=built_tests.environment(mutant),
            capture_output=True,
            text=True,
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"mutate-checks: the tests did not end with this off: {mutant}")
    output = done.stdout + done.stderr
    issues = built_tests.issues(done.returncode, output)
    if issues is None:
        sys.exit(f"mutate-checks: the tests neither passed nor reported a failure (status {done.returncode})\n{output[-2_000:]}")
    return issues


def names():
    copy()
    return plant()


def mutate(wanted):
    """Runs the mutants that match `wanted`, or all, and returns how many no test noticed."""
    chosen = built_tests.chosen(names(), wanted)
    if not chosen:
        return 0
    built_tests.build("library", len(chosen), COPY, BUILT)
    if run("", sorted(set(SUITES.values()))):
        sys.exit("mutate-checks: the tests fail with every check on")
    survivors = built_tests.survivors("library", chosen, notice)
    groups = {group: sum(1 for name in chosen if name.startswith(group + ":")) for group in SUITES}
    print("mutate-checks: library: " + ", ".join(f"{group} {count}" for group, count in groups.items() if count))
    built_tests.report(survivors)
    return len(survivors)


def notice(name):
    issues = run(name, [SUITES[name.split(": ")[0]]])
    return f"noticed {issues} times" if issues else None

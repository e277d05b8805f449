"""Switches each check of the verifiers off, one at a time, and fails if the token corpus does not notice.

A copy of the library is built once, in .build-mutants/, with a switch in front of every check; then its corpus test
runs once per switch. The project itself is never changed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / ".build-mutants" / "package"
PARTS = ["Sources/JSONWebTokens", "Sources/SignInWithApple", "Corpus/tokens"]
TESTS = ["TokenCorpusTests.swift", "Support/Corpus.swift"]

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

# The checks of the verifiers are one line each in one list.
LISTS = {
    "identity": "Sources/SignInWithApple/IdentityToken/IdentityTokenChecks.swift",
    "notification": "Sources/SignInWithApple/Notifications/NotificationChecks.swift",
}
LINE = re.compile(r'^(\s+)Check\("([^"]+)", ([\w.]+)\),$', re.M)

# What is decided before those lists: file, name, the condition of a guard, and what it becomes with the switch.
JWT = "Sources/JSONWebTokens/"
GUARDS = [
    (JWT + "CompactJWS.swift", "token size", "guard token.utf8.count <= limits.maximumBytes else", None),
    (JWT + "CompactJWS.swift", "empty header", "first > 0,", "{on} || first > 0,"),
    (JWT + "CompactJWS.swift", "empty payload", "second > first + 1,", "{on} || second > first + 1,"),
    (JWT + "CompactJWS.swift", "empty signature", "second + 1 < token.count,", "{on} || second + 1 < token.count,"),
    (JWT + "Base64URL.swift", "alphabet and spare bits", "return seen & 0xFF00_0000 == 0", "return {on} || seen & 0xFF00_0000 == 0"),
    (JWT + "TokenHeader.swift", "kid is text", 'guard members.kind(of: "kid") ?? .string == .string else', None),
    (JWT + "TokenHeader.swift", "typ is text", 'guard members.kind(of: "typ") ?? .string == .string else', None),
    (JWT + "JSON/JSONScanner.swift", "depth of objects and lists", "guard depth <= limits.maximumDepth else", None),
    (JWT + "JSON/JSONScanner.swift", "members of an object", "guard members.count < limits.maximumMembers else", None),
    (JWT + "JSON/JSONScanner.swift", "doubled names", "guard names.admits(member, among: members, in: bytes) else", None),
    (JWT + "JSON/JSONScanner.swift", "text behind the object", "guard position == bytes.count else", None),
]


def copy():
    COPY.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        shutil.rmtree(COPY / part, ignore_errors=True)
        shutil.copytree(ROOT / part, COPY / part)
    shutil.rmtree(COPY / "Tests/SignInWithAppleTests", ignore_errors=True)
    for name in TESTS:
        target = COPY / "Tests/SignInWithAppleTests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "Tests/SignInWithAppleTests" / name, target)
    (COPY / "Package.swift").write_text(MANIFEST)
    (COPY / JWT / "Mutant.swift").write_text(SWITCH)


def switch(name):
    return f'Mutant.isActive("{name}")'


def plant():
    """Puts the switches into the copy and returns their names."""
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
    for path, name, old, new in GUARDS:
        text = (COPY / path).read_text()
        if text.count(old) == 0:
            sys.exit(f"mutate-checks: {path}: `{old}` is not there any more; say where this is decided now")
        new = new or "guard {on} || " + old.removeprefix("guard ")
        (COPY / path).write_text(text.replace(old, new.replace("{on}", switch("form: " + name))))
        names.append("form: " + name)
    return names


def judge(status, output):
    """Whether every test passed, and how many tokens were reported as failures.

    Anything else, a crash or a run of no test, says nothing about the check and ends this program.
    """
    failed = len(set(re.findall(r"recorded an issue with 1 argument [^→]*→ (.*?) at \w+\.swift", output)))
    if status == 0 and failed == 0 and re.search(r"Test run with [1-9]\d* tests? .*passed after", output):
        return True, 0
    if status > 0 and failed > 0 and re.search(r"Test run with .* failed after", output):
        return False, failed
    sys.exit(f"mutate-checks: the corpus test neither passed nor reported a failure (status {status})\n" + output[-2_000:])


def run(mutant):
    """Runs the corpus test with one check off."""
    environment = {**os.environ, "MUTANT": mutant, "SWIFT_BACKTRACE": "enable=no"}
    suite = "SignInWithAppleTests.TokenCorpusTests/"
    program = COPY / ".build/debug/mutantsPackageTests.xctest"
    if program.is_file():  # Linux: the test program itself, which spares SwiftPM's planning each time
        command = [str(program), "--testing-library", "swift-testing", "--filter", suite]
    else:
        command = ["swift", "test", "--skip-build", "--filter", suite]
    try:
        done = subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        sys.exit(f"mutate-checks: the corpus test did not end with this off: {mutant}")
    return judge(done.returncode, done.stdout + done.stderr)


def names():
    copy()
    return plant()


def mutate(wanted):
    """Runs the mutants whose name contains one of `wanted`, or all, and returns how many no test noticed."""
    chosen = [name for name in names() if not wanted or any(part in name for part in wanted)]
    if not chosen:
        return 0
    started = time.time()
    print(f"mutate-checks: library: building the copy once ({len(chosen)} mutants)", flush=True)
    build = subprocess.run(["swift", "build", "--build-tests", "-j", "2"], cwd=COPY, capture_output=True, text=True)
    if build.returncode != 0:
        sys.exit("mutate-checks: the copy does not build\n" + (build.stdout + build.stderr)[-4_000:])
    print(f"mutate-checks: built in {time.time() - started:.0f} s", flush=True)
    if not run("")[0]:
        sys.exit("mutate-checks: the corpus test fails with every check on")
    survivors = []
    for number, name in enumerate(chosen, 1):
        begun = time.time()
        survived, failed = run(name)
        verdict = "SURVIVED" if survived else f"noticed by {failed} tokens"
        print(f"{number:3}/{len(chosen)}  {name:40} {verdict:24} {time.time() - begun:4.1f} s", flush=True)
        if survived:
            survivors.append(name)
    print(f"mutate-checks: library: {len(chosen) - len(survivors)} of {len(chosen)} noticed "
          f"in {time.time() - started:.0f} s")
    for name in survivors:
        print(f"mutate-checks: no test notices when this is off: {name}", file=sys.stderr)
    return len(survivors)

"""Waives each check of the emulator, one at a time, and fails if the refusal suite does not notice.

A check that cannot be waived, because later steps depend on it, must have a case that expects its cause. So must every
cause in the checks' sources.
"""

import pathlib
import re
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Laboratory/cases/refusals"))

from refusals import client_secrets, emulator as apple, mail
from refusals.case_files import Suite
from refusals.play import Play, told_by_log_only

CHECKS = ROOT / "Programs/Emulator/AppleIDEmulator/Checks"
CAUSE = re.compile(r'(?:\.invalid(?:Request|Client|Grant)\(|\bcause:)\s*"([a-z_0-9]+)"')


def names():
    suite = Suite()
    with apple.started(suite.world, client_secrets.Keys(suite.world)) as running:
        return [check["name"] for check in running.control("GET", "/waivers")["checks"]]


def mutate(wanted):
    """Waives the checks that match `wanted`, or all. Returns the numbers of unnoticed checks and unexpected causes."""
    suite = Suite()
    keys = client_secrets.Keys(suite.world)
    started = time.time()
    with apple.started(suite.world, keys) as running:
        checks = [
            check for check in running.control("GET", "/waivers")["checks"] if not wanted or any(part in check["name"] for part in wanted)
        ]
        failing, differences = first_failure(suite.cases if checks else [], Play(suite, running, keys))
        if not failing:
            failing, differences = first_failure(suite.mail if checks else [], mail.Sender(running, running.mail))
        if failing:
            sys.exit(f"mutate-checks: the refusal suite fails with every check on: {failing}: {differences}")
        survivors = [
            check["name"] for number, check in enumerate(checks, 1) if not noticed(suite, running, keys, check, f"{number:3}/{len(checks)}")
        ]
    print(f"mutate-checks: emulator: {len(checks) - len(survivors)} of {len(checks)} noticed in {time.time() - started:.0f} s")
    causes = unexpected_causes(suite)
    for cause in causes:
        print(f"mutate-checks: no case expects the cause {cause}", file=sys.stderr)
    for name in survivors:
        print(f"mutate-checks: no case notices when the emulator's check is waived: {name}", file=sys.stderr)
    return len(survivors) + len(causes)


def noticed(suite, running, keys, check, number):
    name = check["name"]
    if check["list"] == "mail":
        case, how = letter(suite, running, check)
    elif check["waivable"]:
        case, how = first_notice(suite, Play(suite, running, keys, waived=[name]), name)
    else:
        case = next((case["id"] for case in suite.cases if case["expect"].get("cause") == name), None)
        how = "not waivable, expected by: "
    print(f"{number}  {check['list'] + ': ' + name:46} {how + case if case else 'SURVIVED'}", flush=True)
    return case is not None


def letter(suite, running, check):
    """Returns the first case of mail that notices the check."""
    if check["waivable"]:
        return first_failure(suite.mail, mail.Sender(running, running.mail, waived=[check["name"]]))[0], "waived: "
    return next((case["id"] for case in suite.mail if case["expect"]["cause"] == check["name"]), None), "not waivable, expected by: "


def first_notice(suite, player, name):
    """Returns the first case that is answered differently without the check. Otherwise one where only the log differs,
    because another check comes after this one."""
    by_log = None
    for case in by_likelihood(suite, name):
        if by_log and not is_likely(case, name):
            break
        differences = player.run(case)
        if not told_by_log_only(differences):
            return case["id"], "waived: "
        if differences:
            by_log = by_log or case["id"]
    return by_log, "waived, told by the log only: "


def first_failure(cases, player):
    """Returns the id of the first unexpected answer, and its differences."""
    for case in cases:
        differences = player.run(case)
        if differences:
            return case["id"], differences
    return None, []


def unexpected_causes(suite):
    """Returns causes that no case expects. A check may have several causes, which are waived together."""
    expected = {case["expect"].get("cause") for case in suite.cases}
    given = {cause for path in CHECKS.glob("*.swift") for cause in CAUSE.findall(path.read_text(encoding="utf-8"))}
    return sorted(given - expected)


def is_likely(case, name):
    return (case["expect"].get("cause") or "").startswith(name.split("_")[0])


def by_likelihood(suite, name):
    """Sorts cases that expect a cause of that or a similar name first, because they notice most checks at once."""
    return sorted(suite.cases, key=lambda case: (case["expect"].get("cause") != name, not is_likely(case, name)))

"""Waives each check of the emulator, one at a time, and fails if the refusal suite does not notice.

A check that cannot be waived, because later steps stand on what it holds, must have a case that expects its cause.
"""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Service/Tests/RefusalSuite"))

from refusals import client_secrets  # noqa: E402
from refusals import emulator as apple  # noqa: E402
from refusals.case_files import Suite  # noqa: E402
from refusals.play import Play  # noqa: E402


def names():
    suite = Suite()
    with apple.started(suite.world, client_secrets.Keys(suite.world)) as running:
        return [check["name"] for check in running.control("GET", "/waivers")["checks"]]


def mutate(wanted):
    """Waives the checks whose name contains one of `wanted`, or all, and returns how many no case noticed."""
    suite = Suite()
    keys = client_secrets.Keys(suite.world)
    started = time.time()
    with apple.started(suite.world, keys) as running:
        checks = [check for check in running.control("GET", "/waivers")["checks"]
                  if not wanted or any(part in check["name"] for part in wanted)]
        failing, differences = first_failure(suite.cases if checks else [], Play(suite, running, keys))
        if failing:
            sys.exit(f"mutate-checks: the refusal suite fails with every check on: {failing}: {differences}")
        survivors = [check["name"] for number, check in enumerate(checks, 1)
                     if not noticed(suite, running, keys, check, f"{number:3}/{len(checks)}")]
    print(f"mutate-checks: emulator: {len(checks) - len(survivors)} of {len(checks)} noticed "
          f"in {time.time() - started:.0f} s")
    for name in survivors:
        print(f"mutate-checks: no case notices when the emulator's check is waived: {name}", file=sys.stderr)
    return len(survivors)


def noticed(suite, running, keys, check, number):
    name = check["name"]
    if check["waivable"]:
        case, differences = first_failure(by_likelihood(suite, name), Play(suite, running, keys, waived=[name]))
        how = "waived: "
        if case and all("cause in the log" in line for line in differences):
            # another check stands behind this one: the answer stays the same
            how = "waived, told by the log only: "
    else:
        case = next((case["id"] for case in suite.cases if case["expect"].get("cause") == name), None)
        how = "not waivable, expected by: "
    print(f"{number}  {check['list'] + ': ' + name:46} {how + case if case else 'SURVIVED'}", flush=True)
    return case is not None


def first_failure(cases, player):
    """The id of the first case that is not as expected, and its differences."""
    for case in cases:
        differences = player.run(case)
        if differences:
            return case["id"], differences
    return None, []


def by_likelihood(suite, name):
    """Cases that expect a cause of that name, or one that begins like it, come first: most checks are noticed at once."""
    def distance(case):
        cause = case["expect"].get("cause") or ""
        return (cause != name, not cause.startswith(name.split("_")[0]))
    return sorted(suite.cases, key=distance)

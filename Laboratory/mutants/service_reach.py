"""Finds which test suites reach which switch, so that a mutant is tried with those suites alone.

Each suite runs once by itself with every check on. Each switch that could have changed something writes its name into a
file: a clause that was false, an early exit that was taken, a value that was read. The result is kept until the tests
are built again.
"""

import concurrent.futures
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time

NAME = re.compile(r"(\w+)\.(`[^`]+`|\w+)")


def suites(program):
    """Returns every suite of the test program, as `Module.Name`. A top-level test function counts as a suite."""
    listed = subprocess.run(
        [str(program), "--testing-library", "swift-testing", "--list-tests"], capture_output=True, text=True, check=True
    )
    found = dict.fromkeys(match[0].replace("`", "") for match in map(NAME.match, listed.stdout.splitlines()) if match)
    return list(found)


def expression(suite):
    """Returns the `--filter` expression for this suite, or this test of a suite. A dot replaces special characters."""
    module, name = suite.split(".", 1)
    plain = [re.sub("[^A-Za-z0-9 ]", ".", part) for part in name.split("/")]
    return rf"^{module}\.`?" + "`?/`?".join(plain) + "`?[/(]"


def digest(programs):
    total = hashlib.sha256()
    for program in programs:
        with program.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()


def reached(program, programs, kept, wanted, run):
    """Returns the names of the switches by suite, for each suite of `wanted`.

    `kept` is the file with the results of earlier runs. `run` takes a suite and the file for the names, and returns how
    the suite failed, or None.
    """
    now = digest([program, *programs])
    known = json.loads(kept.read_text()) if kept.is_file() else {}
    found = known["reached"] if known.get("digest") == now else {}
    missing = [suite for suite in wanted if suite not in found]
    if missing:
        print(f"mutate-checks: service: running {len(missing)} suites to see which checks they come to", flush=True)
    started = time.time()
    with tempfile.TemporaryDirectory(prefix="reached-") as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:

        def record(pair):
            number, suite = pair
            names = f"{folder}/{number}"
            failure = run(suite, names)
            if failure:
                return suite, None, failure
            try:
                with open(names) as file:
                    return suite, sorted(set(file.read().splitlines())), None
            except FileNotFoundError:
                return suite, [], None

        failures = []
        for suite, names, failure in pool.map(record, enumerate(missing)):
            if failure:
                failures.append(failure)
            else:
                found[suite] = names
    kept.write_text(json.dumps({"digest": now, "reached": found}, indent=1))
    if failures:
        sys.exit("mutate-checks: the tests fail with every check on:\n" + "\n".join(failures))
    if missing:
        print(f"mutate-checks: service: seen in {time.time() - started:.0f} s", flush=True)
    return found

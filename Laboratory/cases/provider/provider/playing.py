"""Plays several cases at once, each with browsers and people of its own."""

import concurrent.futures
import threading

from .play import Play

CASES_AT_ONCE = 6


def play(cases, suite, op, stops_at_first=False):
    """The cases that failed, by id, with their differences. Those that wait for a while begin first.

    With `stops_at_first`, those that wait come last, and cases that have not begun after the first failure are not played.
    """
    failed, done, lock = {}, 0, threading.Lock()

    def one(case):
        nonlocal done
        if stops_at_first and failed:
            return
        differences = Play(suite, op).run(case)
        with lock:
            done += 1
            if differences:
                failed[case["id"]] = (case, differences)
            if not stops_at_first and (done % 50 == 0 or done == len(cases)):
                print(f"provider: {done}/{len(cases)} played, {len(failed)} not as expected", flush=True)

    with concurrent.futures.ThreadPoolExecutor(CASES_AT_ONCE) as pool:
        for _ in pool.map(one, sorted(cases, key=lambda case: bool(case.get("slow")) == stops_at_first)):
            pass
    return failed

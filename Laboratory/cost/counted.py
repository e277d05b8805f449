"""The service, started to be counted, and what its routes cost."""

import collections
import contextlib
import os
import pathlib
import statistics
import tempfile

from counting import Counters, wait_until_quiet
from harness.programs import BUILT
from harness.relying_party import provider
from harness.system import System
from round_trips import RoundTrips
from routes import Apple, Routes

WARMING = 10
# One event loop, whatever the number of cores, and dictionaries in the same order in every run.
SETTINGS = {"NIO_SINGLETON_GROUP_LOOP_COUNT": "1", "SWIFT_DETERMINISTIC_HASHING": "1"}


def usual(figures):
    """The least figure that a third of the requests have, or else the most frequent one: where pages of the database fill
    up, requests have one of two figures, about half of them each."""
    shared = [figure for figure, times in collections.Counter(figures).items() if 3 * times >= len(figures)]
    return min(shared, default=statistics.mode(sorted(figures)))


class Cost:
    """The usual cost of one route, and the database statements of the last request."""

    def __init__(self, spent, columns, statements):
        self.usual = {name: usual([each[name] for each in spent]) for name in set().union(*spent)}
        self.counts = {name: self.usual.get(name, 0) for name in columns}
        self.statements = statements
        self.seen = {name: collections.Counter(each[name] for each in spent) for name in columns}
        # A figure that few requests share is random, and may differ next time.
        self.doubts = [
            f"{name}: no figure is that of a third of the requests"
            for name in columns
            if 3 * self.seen[name][self.counts[name]] < len(spent)
        ]

    def add_medians(self, spent):
        """Adds what differs a little from request to request."""
        self.counts |= {name: int(statistics.median(each[name] for each in spent)) for name in spent[0]}

    def profile(self):
        others = sorted((name, count) for name, count in self.usual.items() if count and name not in self.counts)
        spread = [
            f"    {name}: " + ", ".join(f"{count} in {times}" for count, times in seen.most_common())
            for name, seen in self.seen.items()
            if len(seen) > 1
        ]
        return [*(f"    {count:4} {name}" for name, count in others), *spread, *(f"      {text}" for text in self.statements)]


@contextlib.contextmanager
def running(party, meter=Counters, database=None):
    """Runs the service under a meter, with an OpenID client.

    Yields a function that returns what each counted request of a route cost, the routes, and the meter.
    """
    with tempfile.TemporaryDirectory(prefix="cost-") as name, contextlib.ExitStack() as ending:
        folder = pathlib.Path(name)
        meter, apple = meter(folder, BUILT.resolve() / "siwa"), Apple()
        trips = RoundTrips(database) if database else None
        system = System(
            folder,
            database=trips.url if trips else str(folder / "accounts.sqlite"),
            rate_limits={"per_minute": 0, "backend_per_minute": 0},
            openid=provider(party),
            apple={"base_url": apple.url, "issuer": apple.url},
            emulator_options=["--listen", apple.emulator, "--public-url", apple.url, "--issuer", apple.url, "--seed", "1"],
        )
        ending.callback(system.stop)
        # On one core the pool has one thread. More threads would vary which of them has memory to reuse.
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        meter.prepare(system)
        system.start(
            program=(meter.program, "serve", "--config"), prefix=meter.prefix, environment=os.environ | SETTINGS | meter.environment
        )
        os.sched_setaffinity(0, cores)
        process = system.service.process.pid
        apple.wait = lambda: wait_until_quiet(process)
        if trips:
            trips.wait = apple.wait
        settle = trips.settle if trips else apple.wait
        routes = Routes(system, party)
        meter.begin(process)

        def count(make):
            spent = []
            for place in range(WARMING + meter.counted):
                request = make()
                settle()
                meter.forget()
                settle()
                before = trips.count if trips else 0
                routes.send(request)
                settle()
                took = meter.take()
                if trips:
                    took["round trips"] = trips.count - before
                if place >= WARMING:
                    spent.append(took)
            return spent

        yield count, routes.kinds, meter
        meter.end()


def measure(engine, wanted, party, meter=Counters, database=None):
    """Yields the name of each route, what its counted requests cost, and the statements of the last one.

    On SQLite, the sign-ins of apps run on a database of their own. Each of them adds a person, and requests on a larger
    database meet different numbers of its pages.
    """

    def belongs(name, adds_people):
        return adds_people in (None, name.startswith("complete"))

    for adds_people in (None,) if database else (False, True):
        if wanted and not any(belongs(name, adds_people) for name in wanted):
            continue
        with running(party, meter, database) as (count, kinds, started):
            for name, make in kinds.items():
                if (not wanted or name in wanted) and belongs(name, adds_people):
                    yield f"{engine}: {name}", count(make), started.statements()

"""Interleaved rounds: in each, every contender does everything at each number of connections, in random order."""

import dataclasses
import random
import secrets
import statistics

from probes import claim

# The maximum for each kind of request. With more, signing tokens would take longer than the contenders' turns.
MOST = 1_500


@dataclasses.dataclass
class Figure:
    """The figures for one kind of request of one contender in one round."""

    round: int
    connections: int
    peer: str
    kind: str  # begin, sign in, refresh, check
    count: int
    failed: int
    processor: float  # processor time of the servers in microseconds for one request
    per_second: float
    p50: float  # in milliseconds
    p99: float
    client: float  # the client's share of one core
    database: float = 0  # processor time of a database server in microseconds for one request


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Turn:
    """The turn of one contender in one round at one number of connections.

    `database` is its database server, if there is one. Its time is reported, too.
    """

    def __init__(self, contender, sender, number, connections, database=None):
        self.contender, self.sender, self.number, self.connections = contender, sender, number, connections
        self.database, self.figures = database, []

    def measure(self, kind, requests):
        """Sends all requests, records the figure, and returns the answers."""
        if self.database:
            self.database.spent()
        outcome = self.sender.send(self.contender.port, self.connections, requests, self.contender.processes(), self.contender.nobody())
        good = [answer for answer in outcome.answers if answer.status == 200]
        if not good:
            raise SystemExit(f"peers: {self.contender.name}, {kind}: nothing succeeded: {outcome.answers[0]}")
        milliseconds = [answer.seconds * 1e3 for answer in outcome.answers]
        self.figures.append(
            Figure(
                self.number,
                self.connections,
                self.contender.name,
                kind,
                len(requests),
                len(requests) - len(good),
                outcome.servers / len(good) * 1e6,
                len(good) / outcome.seconds,
                percentile(milliseconds, 0.5),
                percentile(milliseconds, 0.99),
                outcome.client / outcome.seconds,
                self.database.spent() / len(good) * 1e6 if self.database else 0,
            )
        )
        return outcome.answers

    def run(self, count, checks):
        """Performs `count` sign-ins, as many refreshes, and `checks` checks of the new sessions."""
        contender, attempts = self.contender, [None] * count
        if contender.has_attempts:
            begun = self.measure("begin", [contender.begin()] * count)
            attempts = [answer.json for answer in begun if answer.status == 200]
            nonces = [attempt["nonce"] for attempt in attempts]
        else:
            nonces = [secrets.token_urlsafe(24) for _ in attempts]
        tokens = contender.apple.tokens([claim(nonce) for nonce in nonces])
        signed_in = self.measure("sign in", [contender.sign_in(*each) for each in zip(tokens, nonces, attempts)])
        sessions = [contender.session(answer.json) for answer in signed_in if answer.status == 200]
        if contender.has_refresh:
            renewed = self.measure("refresh", [contender.refresh(refresh) for _, refresh in sessions])
            sessions = [contender.session(answer.json) for answer in renewed if answer.status == 200] or sessions
        self.measure("check", [contender.check(sessions[place % len(sessions)][0]) for place in range(checks)])
        return self.figures


class Plan:
    """The amount of work in a run."""

    def __init__(self, rounds, seconds, each, connections):
        """Takes the seconds for each kind of request, and the least number of requests for `each` connection."""
        self.rounds, self.seconds, self.each, self.connections = rounds, seconds, each, connections

    def least(self, connections):
        """Returns enough requests to use every connection and to compute percentiles."""
        return max(40, round(self.each * connections))


def measure(contenders, sender, plan, progress, database=None):
    """Returns the figures of all rounds. Before them, an uncounted turn of each contender determines the counts."""
    figures, counts = [], {}
    usual = sorted(plan.connections)[len(plan.connections) // 2]
    for contender in contenders:
        progress(f"warming up: {contender.name}")
        least = plan.least(usual)
        tried = Turn(contender, sender, -1, usual, database).run(least, least)
        for connections in plan.connections:
            # As many of each kind as the slowest kind allows. Checks need no signing, so their own rate decides.
            counts[contender.name, connections] = [
                max(plan.least(connections), min(MOST, round(rate * plan.seconds)))
                for rate in (min(figure.per_second for figure in tried), tried[-1].per_second)
            ]
    draw = random.Random(1)
    for number in range(plan.rounds):
        for connections in draw.sample(plan.connections, len(plan.connections)):
            for contender in draw.sample(contenders, len(contenders)):
                progress(f"round {number + 1} of {plan.rounds}: {contender.name}, {connections} connections")
                figures += Turn(contender, sender, number, connections, database).run(*counts[contender.name, connections])
    return figures


def combined(figures, kinds, of="processor"):
    """Returns by round the total microseconds of one request of each of these kinds, or nothing if one is missing."""
    by_round = {}
    for figure in figures:
        if figure.kind in kinds:
            by_round.setdefault(figure.round, []).append(figure)
    return {
        number: sum(getattr(figure, of) for figure in found)
        for number, found in by_round.items()
        if {figure.kind for figure in found} >= kinds - {"begin"}
    }


# A sign-in is everything that an app sends for it, including an attempt if the contender has attempts.
MEASURES = {"sign-in": {"begin", "sign in"}, "call alone": {"sign in"}, "refresh": {"refresh"}, "check": {"check"}}
SEEN = {"sign in": "sign-in call", "refresh": "refresh", "check": "check"}


def summary(figures, plan, names):
    """Returns medians over the rounds, and medians of the ratios in each round, by connections and contender."""
    found = {}
    for connections in plan.connections:
        here = {name: [figure for figure in figures if figure.connections == connections and figure.peer == name] for name in names}
        ours = {measure: combined(here[names[0]], kinds) for measure, kinds in MEASURES.items()}
        found[connections] = {name: row(own, ours) for name, own in here.items()}
    return found


def row(own, ours):
    found = {"processor": {}, "seen": {}, "failed": sum(figure.failed for figure in own)}
    for measure, kinds in MEASURES.items():
        if times := combined(own, kinds):
            found["processor"][measure] = {
                "microseconds": statistics.median(times.values()),
                "least": min(times.values()),
                "most": max(times.values()),
                "ratio": statistics.median(times[number] / ours[measure][number] for number in times),
                "database": statistics.median(combined(own, kinds, "database").values()),
            }
    for kind in SEEN:
        if seen := [figure for figure in own if figure.kind == kind]:
            found["seen"][kind] = {
                name: statistics.median(getattr(figure, name) for figure in seen) for name in ("per_second", "p50", "p99", "client")
            }
    return found

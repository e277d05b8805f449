"""Interleaved rounds: in each, everybody does everything at each number of connections, in an order drawn anew."""
import dataclasses
import random
import secrets
import statistics

import processes
from probes import claim

# Of each kind of request; more would take the emulator longer to sign tokens for than the others need for their turns.
MOST = 1_500


@dataclasses.dataclass
class Figure:
    """One kind of request of one contender in one round."""

    round: int
    connections: int
    peer: str
    kind: str  # begin, sign in, refresh, check
    count: int
    failed: int
    processor: float  # microseconds of the servers for one request
    per_second: float
    p50: float  # milliseconds
    p99: float
    client: float  # the client's share of one core
    database: float = 0  # microseconds of a database server for one request


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Turn:
    """What one contender does in one round at one number of connections.

    `database` is the server beside it whose time is told as well, where there is one.
    """

    def __init__(self, contender, sender, number, connections, database=None):
        self.contender, self.sender, self.number, self.connections = contender, sender, number, connections
        self.database, self.figures = database, []

    def measure(self, kind, requests):
        """Sends all of them and keeps the figure; the answers."""
        if self.database:
            self.database.spent()
        outcome = self.sender.send(self.contender.port, self.connections, requests, self.contender.processes(),
                                   self.contender.nobody())
        good = [answer for answer in outcome.answers if answer.status == 200]
        if not good:
            raise SystemExit(f"peers: {self.contender.name}, {kind}: nothing succeeded: {outcome.answers[0]}")
        milliseconds = [answer.seconds * 1e3 for answer in outcome.answers]
        self.figures.append(Figure(
            self.number, self.connections, self.contender.name, kind, len(requests), len(requests) - len(good),
            outcome.servers / len(good) * 1e6, len(good) / outcome.seconds, percentile(milliseconds, 0.5),
            percentile(milliseconds, 0.99), outcome.client / outcome.seconds,
            self.database.spent() / len(good) * 1e6 if self.database else 0))
        return outcome.answers

    def run(self, count, checks):
        """So many sign-ins, as many refreshes, and so many checks of the sessions that they began."""
        contender, attempts = self.contender, [None] * count
        if contender.has_attempts:
            begun = self.measure("begin", [contender.begin()] * count)
            attempts = [answer.json for answer in begun if answer.status == 200]
            nonces = [attempt["nonce"] for attempt in attempts]
        else:
            nonces = [secrets.token_urlsafe(24) for _ in attempts]
        tokens = contender.apple.tokens([claim(nonce) for nonce in nonces])
        signed_in = self.measure("sign in", [
            contender.sign_in(*each) for each in zip(tokens, nonces, attempts)])
        sessions = [contender.session(answer.json) for answer in signed_in if answer.status == 200]
        if contender.has_refresh:
            renewed = self.measure("refresh", [contender.refresh(refresh) for _, refresh in sessions])
            sessions = [contender.session(answer.json) for answer in renewed if answer.status == 200] or sessions
        self.measure("check", [contender.check(sessions[place % len(sessions)][0]) for place in range(checks)])
        return self.figures


class Plan:
    """How much of everything is done."""

    def __init__(self, rounds, seconds, each, connections):
        """Of each kind of request as many as take so many seconds, and no fewer than this for `each` connection."""
        self.rounds, self.seconds, self.each, self.connections = rounds, seconds, each, connections

    def least(self, connections):
        """Enough that every connection is used, and that a percentile says something."""
        return max(40, round(self.each * connections))


def measure(contenders, sender, plan, progress, database=None):
    """The figures of all rounds; before them everybody has a turn that is not counted and shows how much is enough."""
    figures, counts = [], {}
    usual = sorted(plan.connections)[len(plan.connections) // 2]
    for contender in contenders:
        progress(f"warming up: {contender.name}")
        least = plan.least(usual)
        tried = Turn(contender, sender, -1, usual, database).run(least, least)
        for connections in plan.connections:
            # As many of each as the slowest kind can be; of checks, which nothing has to be signed for, as many as they can be.
            counts[contender.name, connections] = [
                max(plan.least(connections), min(MOST, round(rate * plan.seconds)))
                for rate in (min(figure.per_second for figure in tried), tried[-1].per_second)]
    draw = random.Random(1)
    for number in range(plan.rounds):
        for connections in draw.sample(plan.connections, len(plan.connections)):
            for contender in draw.sample(contenders, len(contenders)):
                progress(f"round {number + 1} of {plan.rounds}: {contender.name}, {connections} connections")
                figures += Turn(contender, sender, number, connections, database).run(*counts[contender.name, connections])
    return figures


def combined(figures, kinds, of="processor"):
    """By round: the microseconds of one request of each of these kinds together; nothing where one is missing."""
    by_round = {}
    for figure in figures:
        if figure.kind in kinds:
            by_round.setdefault(figure.round, []).append(figure)
    return {number: sum(getattr(figure, of) for figure in found) for number, found in by_round.items()
            if {figure.kind for figure in found} >= kinds - {"begin"}}


# A sign-in is all that an app asks for it: where there are attempts, one of these, too.
MEASURES = {"sign-in": {"begin", "sign in"}, "call alone": {"sign in"}, "refresh": {"refresh"}, "check": {"check"}}
SEEN = {"sign in": "sign-in call", "refresh": "refresh", "check": "check"}


def summary(figures, plan, names):
    """By number of connections and contender: medians over the rounds, and of the ratios inside each of them."""
    found = {}
    for connections in plan.connections:
        here = {name: [figure for figure in figures if figure.connections == connections and figure.peer == name]
                for name in names}
        ours = {measure: combined(here[names[0]], kinds) for measure, kinds in MEASURES.items()}
        found[connections] = {name: row(own, ours) for name, own in here.items()}
    return found


def row(own, ours):
    found = {"processor": {}, "seen": {}, "failed": sum(figure.failed for figure in own)}
    for measure, kinds in MEASURES.items():
        if times := combined(own, kinds):
            found["processor"][measure] = {
                "microseconds": statistics.median(times.values()), "least": min(times.values()),
                "most": max(times.values()), "ratio": statistics.median(
                    times[number] / ours[measure][number] for number in times),
                "database": statistics.median(combined(own, kinds, "database").values())}
    for kind in SEEN:
        if seen := [figure for figure in own if figure.kind == kind]:
            found["seen"][kind] = {
                name: statistics.median(getattr(figure, name) for figure in seen)
                for name in ("per_second", "p50", "p99", "client")}
    return found

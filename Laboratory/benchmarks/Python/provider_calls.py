"""The work for another client as its OpenID Provider (goal P19).

One flow is what a client needs to sign in a person who has a session at the service: the authorization request in the
browser, the exchange of the code, and the userinfo request. A refresh is measured on its own. Two clients are measured
side by side, which differ in how their ID tokens are signed: RS256, the default, and ES256. Access tokens are always
ES256. Both take turns in every round, and the median over the rounds is printed.
"""

import argparse
import base64
import json
import os
import pathlib
import statistics
import tempfile

from measuring import BROWSERS, SETTINGS, clock, goal, in_browsers, p99, progress, table, timed

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOAL = 2_500  # flows for each core and second
ALGORITHMS = ("RS256", "ES256")
FLOW, REFRESH = ("authorize", "token", "userinfo"), ("refresh",)
WARMING = 10  # flows of each browser


class Browser:
    """A person with a session at the service. The client's server has a persistent connection of its own."""

    def __init__(self, system):
        visitor = Visitor(system)
        signed_in = visitor.walk()
        assert signed_in.status == 303 and session_cookies(signed_in), signed_in
        # The client's page sends the browser, and a navigation takes the cookie with it.
        self.headers = visitor.headers() | {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        self.own, self.server = system.connect(), system.connect()
        self.tokens = {}

    def flow(self, party):
        """Signs in to a client, and returns the milliseconds of each request."""
        begun, took = party.begin(), []
        answer = timed(took, lambda: self.own.send("GET", begun.path, headers=self.headers))
        tokens = self.exchange(party, begun.exchange(answer), took)
        told = timed(took, lambda: self.server.send("GET", "/oauth/userinfo", token=tokens["access_token"]))
        assert told.status == 200 and told.json["sub"], told
        return took

    def refresh(self, party):
        """Renews the client's newest session, and returns the milliseconds."""
        took = []
        self.exchange(party, refreshing(self.tokens[party.id]), took)
        return took

    def exchange(self, party, form, took):
        answer = timed(took, lambda: self.server.send("POST", "/oauth/token", form=form, headers=party.headers))
        assert answer.status == 200, answer
        self.tokens[party.id] = answer.json
        return answer.json


def algorithm(tokens):
    """The algorithm in the header of an ID token."""
    return json.loads(base64.urlsafe_b64decode(tokens["id_token"].split(".")[0] + "=="))["alg"]


class Candidate:
    """What one kind of work for one client took."""

    def __init__(self, party, work, requests):
        self.party, self.work, self.requests = party, work, requests
        self.microseconds, self.times = [], []

    def measure(self, service, browsers, count):
        before = clock(service)
        self.times += in_browsers(browsers, count, lambda browser: self.work(browser, self.party))
        self.microseconds.append((clock(service) - before) / count * 1e6)

    def found(self):
        spent = statistics.median(self.microseconds)
        requests = {name: {"p50": statistics.median(times), "p99": p99(times)} for name, times in zip(self.requests, zip(*self.times))}
        return {"microseconds": spent, "per_core": 1e6 / spent, "requests": requests}


def measure(system, parties):
    browsers = [Browser(system) for _ in range(BROWSERS)]
    for party in parties:
        in_browsers(browsers, BROWSERS * WARMING, lambda browser: browser.flow(party))
    # A browser that was never free has no session to renew.
    for browser in browsers:
        for party in parties:
            browser.flow(party)
            assert algorithm(browser.tokens[party.id]) == party.id, party.id
    candidates = {
        (party.id, name): Candidate(party, work, requests)
        for party in parties
        for name, work, requests in (("flow", Browser.flow, FLOW), ("refresh", Browser.refresh, REFRESH))
    }
    for place in range(options.rounds):
        for names, candidate in candidates.items():
            progress(f"round {place + 1} of {options.rounds}: {' '.join(names)}")
            candidate.measure(system.service, browsers, options.count)
    return {name: {work: candidates[name, work].found() for work in ("flow", "refresh")} for name in ALGORITHMS}


def text(found):
    def rows(name):
        flow, refresh = found[name]["flow"], found[name]["refresh"]
        waits = flow["requests"] | refresh["requests"]
        return [
            (f"P19 code flow for an {name} client, siwa µs", f"{flow['microseconds']:,.0f}", ""),
            (
                "    flows for each core and second",
                f"{flow['per_core']:,.0f}",
                goal(flow["per_core"] >= GOAL, f"≥ {GOAL:,}") if name == "ES256" else "",
            ),
            ("    refresh, siwa µs", f"{refresh['microseconds']:,.0f}", ""),
            *(
                (f"    {kind}, {BROWSERS} browsers: p50, p99 ms", f"{each['p50']:.1f}, {each['p99']:.1f}", "")
                for kind, each in waits.items()
            ),
        ]

    more = found["RS256"]["flow"]["microseconds"] - found["ES256"]["flow"]["microseconds"]
    return table(
        [
            *(row for name in ALGORITHMS for row in rows(name)),
            ("an RS256 signature over an ES256 one, µs (difference of the flows)", f"{more:,.0f}", ""),
        ]
    )


def main():
    parties = [RelyingParty(name, id_token_alg=name, refresh=True) for name in ALGORITHMS]
    with (
        tempfile.TemporaryDirectory(prefix="provider-calls-") as folder,
        running(folder, openid=provider(*parties), **SETTINGS) as system,
    ):
        found = measure(system, parties)
    progress("")
    print(text(found))
    if options.json:
        options.json.write_text(json.dumps({"rounds": options.rounds, "count": options.count} | found, indent=1) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "Programs" / ".build" / "release")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--count", type=int, default=400, help="flows and refreshes of each client in a round")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    # Set before the harness is imported, because it reads this variable.
    os.environ["SIWA_BUILT_PROGRAMS"] = str(options.programs.resolve())
    from harness.people import Visitor, session_cookies
    from harness.relying_party import RelyingParty, provider, refreshing
    from harness.system import running

    main()

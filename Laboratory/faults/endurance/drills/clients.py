"""Clients of the OpenID Provider and the people who use them, with what the service last told each."""

import contextlib
import time

from harness.logout_receiver import LogoutReceiver
from harness.people import Visitor
from harness.relying_party import RelyingParty, provider, session_of, user_info
from harness.waiting import until

from . import invariants
from .system import running

# Seconds after which another worker takes a notice whose worker died.
LEASE = 20


class NoAnswer(Exception):
    """The service died, so the outcome is unknown."""


class Clients:
    """A client with a receiver of logout tokens, and the people who use it, with what the service last said."""

    def __init__(self, system, line, board, receiver):
        self.system, self.line, self.board, self.receiver = system, line, board, receiver
        self.browsers, receiver.clock = 0, self.now
        # The newest tokens of every session that must be live, and the sessions that must be over, by their ids.
        self.live, self.over = {}, set()

    def visitor(self):
        visitor = Visitor(self.system)
        self.browsers += 1
        answer = visitor.walk()
        if answer is None:
            raise NoAnswer
        assert answer.status == 303, f"no sign-in: {answer}"
        return visitor

    def begin(self, visitor):
        """Begins a session and returns its tokens."""
        answer = self.board.ask(self.system, self.board.code(visitor))
        assert answer is not None and answer.status == 200, f"no tokens: {answer}"
        return self.keep(answer.json)

    def keep(self, tokens):
        self.live[session_of(tokens)] = tokens
        return tokens

    def end(self, tokens):
        self.live.pop(session_of(tokens), None)
        self.over.add(session_of(tokens))

    def now(self):
        """The service's clock."""
        return time.time() + self.system.interposer.shared.clock_ahead

    def resume(self):
        """Starts the service when the notices that it had taken are free again."""
        self.system.advance(LEASE + 1)
        self.system.start()

    def redeem_again(self, form, where):
        """Repeats an exchange that had no answer. Returns the tokens, or None."""
        answer = self.board.ask(self.system, form)
        if answer is not None and answer.status == 200:
            return self.keep(answer.json)
        # The exchange was stored, so the code is used up, and the repeat ends its session.
        self.line.expect(answer is not None and (answer.status, answer.code) == (400, "invalid_grant"), f"{where}: the repeat: {answer}")
        return None

    def works(self, tokens, where):
        """Whether the session goes on. It is renewed, so its newest tokens are in `live` afterwards."""
        answer = self.board.renew(tokens, self.system)
        if not self.line.expect(answer is not None and answer.status == 200, f"{where}: signed out: {answer}"):
            return False
        self.keep(answer.json)
        answer = user_info(self.system, answer.json)
        return self.line.expect(answer is not None and answer.status == 200, f"{where}: no user info: {answer}")

    def is_over(self, tokens, where):
        """Whether no token of the session is accepted."""
        self.end(tokens)
        answers = [user_info(self.system, tokens), self.board.renew(tokens, self.system)]
        said = [answer and (answer.status, answer.code) for answer in answers]
        return self.line.expect(said == [(401, "invalid_token"), (400, "invalid_grant")], f"{where}: still signed in: {said}")

    def settle(self, where):
        """Waits until no notice is pending. Then the client has heard of each session that is over, and of no other."""
        until(lambda: not self.pending(), f"{where}: no notice waits")
        told = self.receiver.sessions(self.system)
        over = {
            bytes(row[0]).hex() for row in self.system.engine.rows("SELECT id FROM sessions WHERE platform = 3 AND ended_at IS NOT NULL")
        }
        self.line.expect(self.over <= over, f"{where}: {len(self.over - over)} sessions are not over")
        self.line.expect(told == over, f"{where}: not told of {len(over - told)} ends, {len(told - over)} made up")

    def pending(self):
        """The moment at which each waiting notice is due, in milliseconds, and the attempts so far."""
        return self.system.engine.rows("SELECT logout_due_at, logout_attempts FROM client_sessions WHERE logout_due_at IS NOT NULL")

    def check(self):
        """Checks the invariants of every drill, and that each client's session is one that the client knows."""
        invariants.check(self.system, self.line, visitors_sessions=self.browsers + len(self.live))
        live = self.system.engine.rows("SELECT count(*) FROM sessions WHERE platform = 3 AND ended_at IS NULL")[0][0]
        self.line.expect(live == len(self.live), f"after {self.line.played}: {live} sessions, {len(self.live)} known")
        said = self.system.log.read_text(errors="replace")
        for tokens in [*self.live.values(), {"secret": self.board.secret}]:
            for name, secret in tokens.items():
                self.line.expect(not name.endswith(("token", "secret")) or secret not in said, f"I6: a {name} in the log")


@contextlib.contextmanager
def running_with_client(line, engine):
    """A service with one client, which run for the duration of a drill."""
    with LogoutReceiver() as receiver:
        board = RelyingParty("board", refresh=True, backchannel_logout_uri=receiver.url)
        with running(engine, openid=provider(board), rate_limits={"per_minute": 0, "backend_per_minute": 0}) as system:
            yield Clients(system, line, board, receiver)

"""K20–K24: kill -9 while clients of the OpenID Provider exchange codes, refresh, and are told that sessions ended.

R7: one code, and one refresh token, many times at once.
"""

import concurrent.futures
import contextlib
import random
import urllib.parse

from harness import web
from harness.people import Person
from harness.relying_party import refreshing, session_of, sign_out
from harness.waiting import until

from .clients import LEASE, NoAnswer, running_with_client
from .disk import times
from .killing import EVERYWHERE, sweep

# The number of repetitions, in full runs and in every run.
CROWDED, TOLD, RACES = (100, 3), (10, 1), (300, 3)
RACERS = 64
# Seconds after which a client that failed is told again.
RETRY = 5


def redemption(report, engine, full):
    with report.line("K20 kill -9 in the exchange of a code", engine) as line, running_with_client(line, engine) as clients:
        visitor, form, tokens = clients.visitor(), None, None

        def redeems(arm):
            nonlocal form, tokens
            form, tokens = clients.board.code(visitor), None
            arm()
            answer = clients.board.ask(clients.system, form)
            if answer is not None and answer.status == 200:
                tokens = answer.json
            return tokens is not None

        def check(told):
            where = f"kill {line.played}"
            if not told:
                clients.redeem_again(form, where)
            clients.works(tokens or clients.begin(visitor), where)

        sweep(clients.system, line, full, EVERYWHERE, redeems, check, clients.check, revive=clients.resume)
        clients.settle("at the end")


def renewal(report, engine, full):
    with report.line("K21 kill -9 in a client's refresh", engine) as line, running_with_client(line, engine) as clients:
        visitor = clients.visitor()
        sid, bystander = (session_of(clients.begin(visitor)) for _ in range(2))

        def renews(arm):
            arm()
            answer = clients.board.renew(clients.live[sid], clients.system)
            if answer is not None and answer.status == 200:
                clients.keep(answer.json)
            return answer is not None

        def check(told):
            # Without an answer, the client repeats its request with the old token.
            for each in (sid, bystander):
                clients.works(clients.live[each], f"kill {line.played}")

        sweep(clients.system, line, full, EVERYWHERE, renews, check, clients.check)
        clients.settle("at the end")


def signing_out(report, engine, full):
    """The browser's session ends, and each client's with it. A worker takes the notices and tells the client.

    Only full runs wait for the worker in the drill; all check later that the client was told.
    """
    with report.line("K22 kill -9 in a sign-out from clients", engine) as line, running_with_client(line, engine) as clients:
        bystander = session_of(clients.begin(clients.visitor()))
        visitor, tokens = None, []

        def leaves(arm):
            nonlocal visitor, tokens
            visitor = clients.visitor()
            tokens = [clients.begin(visitor) for _ in range(2)]
            # Apple is not called from here on. Messages to the client's receiver are steps in its place.
            clients.system.interposer.shared.apple_port = clients.receiver.server.server_port
            arm()
            answer = sign_out(visitor)
            if full:
                until(lambda: clients.system.died() or not clients.pending(), "the client is told")
            return answer is not None and answer.status == 200

        def check(told):
            where = f"kill {line.played}"
            if not told:
                renewed = {clients.board.renew(each, clients.system).status for each in tokens}
                line.expect(len(renewed) == 1, f"{where}: signed out from one client only")
                again = sign_out(visitor)
                line.expect(again.status == 200, f"{where}: cannot sign out any more: {again}")
            for each in tokens:
                clients.is_over(each, where)

        sweep(clients.system, line, full, EVERYWHERE, leaves, check, clients.check, revive=clients.resume)
        clients.settle("at the end")
        clients.works(clients.live[bystander], "at the end")


def crowded(report, engine, full):
    """Several people do all of it at once, and the service dies at a random step of one of them."""
    with report.line("K23 kill -9 among clients that do all of it at once", engine) as line, running_with_client(line, engine) as clients:
        members = [Member(clients, clients.visitor()) for _ in range(4)]
        for _ in times(CROWDED, full):
            clients.system.interposer.arm(EVERYWHERE, random.randrange(20, 600))
            with concurrent.futures.ThreadPoolExecutor(len(members)) as pool:
                list(pool.map(Member.act, members))
            line.expect(clients.system.died(60), "no answer, and alive")
            clients.system.interposer.disarm()
            line.count()
            clients.resume()
            where = f"kill {line.played}"
            for member in members:
                member.find_out(where)
            for tokens in list(clients.live.values()):
                clients.works(tokens, where)
            clients.settle(where)
            clients.check()


class Member:
    """One of the crowd: a person with a browser, who acts at random until there is no answer."""

    def __init__(self, clients, visitor):
        self.clients, self.visitor = clients, visitor
        self.sessions = []
        # What was under way when the service died.
        self.form, self.leaving = None, []

    def act(self):
        with contextlib.suppress(NoAnswer):
            while True:
                deed = random.choices([self.begin, self.renew, self.leave, self.sign_out], [8, 8, 2, 1])[0]
                if self.sessions or deed == self.begin:
                    deed()

    def begin(self):
        if self.visitor is None:
            self.visitor = self.clients.visitor()
        flow = self.clients.board.begin()
        self.form = flow.exchange(self.expect(self.visitor.get(flow.path), 303))
        answer = self.expect(self.clients.board.ask(self.clients.system, self.form), 200)
        self.sessions.append(session_of(self.clients.keep(answer.json)))
        self.form = None

    def renew(self):
        self.clients.keep(self.expect(self.renewed(random.choice(self.sessions)), 200).json)

    def renewed(self, sid):
        return self.clients.board.renew(self.clients.live[sid], self.clients.system)

    def leave(self):
        """Ends one session from a browser without a cookie, which only the ID token identifies."""
        sid = random.choice(self.sessions)
        self.leaving = [sid]
        query = urllib.parse.urlencode({"id_token_hint": self.clients.live[sid]["id_token"]})
        self.expect(self.clients.system.send("GET", f"/oauth/logout?{query}"), 200)
        self.left()

    def sign_out(self):
        self.leaving = self.sessions[:]
        self.expect(sign_out(self.visitor), 200)
        self.left()
        self.visitor = None

    def left(self):
        for sid in self.leaving:
            self.sessions.remove(sid)
            self.clients.end(self.clients.live[sid])
        self.leaving = []

    def expect(self, answer, status):
        if answer is None:
            raise NoAnswer
        assert answer.status == status, f"{answer} instead of {status}: {answer.body[:200]}"
        return answer

    def find_out(self, where):
        """Learns what became of the request that had no answer."""
        if self.form:
            tokens = self.clients.redeem_again(self.form, where)
            self.sessions += [session_of(tokens)] if tokens else []
            self.form = None
        if self.leaving:
            renewed = {self.renewed(sid).status for sid in self.leaving}
            self.clients.line.expect(len(renewed) == 1, f"{where}: signed out from one client only")
            if renewed == {400}:
                self.left()
            self.leaving = []
        if self.visitor is None or self.visitor.account() is None:
            self.visitor = self.clients.visitor()


def told(report, engine, full):
    """The client fails, and the service dies before it tells the client again, and once more while it does."""
    with report.line("K24 kill -9 before a client hears of an end", engine) as line, running_with_client(line, engine) as clients:
        bystander = session_of(clients.begin(clients.visitor()))
        for end in ENDINGS * times(TOLD, full).stop:
            visitor = clients.visitor()
            tokens = clients.begin(visitor)
            clients.receiver.answers = [503]
            end(clients, visitor)
            until(lambda: waits(clients, 1, RETRY), "the client has failed, and is to be told again")
            clients.system.service.kill()
            line.count()
            clients.receiver.before_answer = lambda: clients.system.service.process.kill()
            clients.system.advance(RETRY + 1)
            clients.system.start()
            until(clients.system.died, "the service dies while it tells the client")
            line.count()
            where = f"{end.__name__}, kill {line.played}"
            line.expect(waits(clients, 2, LEASE), f"{where}: no notice waits: {clients.pending()}")
            clients.receiver.before_answer = lambda: None
            clients.resume()
            clients.is_over(tokens, where)
            clients.settle(where)
            heard = [claims["sid"] for claims in clients.receiver.told].count(session_of(tokens))
            line.expect(heard == 3, f"{where}: told {heard} times, not 3")
            clients.check()
        clients.works(clients.live[bystander], "at the end")


def waits(clients, attempts, seconds):
    """Whether a notice waits after this number of attempts, for the next one within this number of seconds."""
    return [count for at, count in clients.pending() if at / 1000 - clients.now() <= seconds] == [attempts]


def delete_in_the_app(clients, visitor):
    person = Person(clients.system, visitor.key)
    person.sign_in()
    answer = person.delete_account()
    assert answer.status == 200, answer


def delete_on_the_page(clients, visitor):
    answer = clients.system.send("POST", "/web/account/delete", form={}, headers=visitor.headers())
    assert answer.status == 200, answer


def stop_using(clients, visitor):
    """The person withdraws the permission at Apple, which sends the notification `consent-revoked`."""
    clients.system.control("account/stop-using", {"person": visitor.key, "client": "com.example.web"})


def sign_out_in_browser(clients, visitor):
    answer = sign_out(visitor)
    assert answer.status == 200, answer


ENDINGS = [sign_out_in_browser, delete_in_the_app, delete_on_the_page, stop_using]


def races(report, engine, full):
    """On PostgreSQL, the same is done with two services, in faults/storage."""
    if engine != "sqlite":
        return
    with report.line(f"R7 one code exchanged {RACERS} times at once", engine) as line, running_with_client(line, engine) as clients:
        visitor = clients.visitor()
        for _ in times(RACES, full):
            answers = at_once(clients, clients.board.code(visitor))
            won = [answer.json for answer in answers if answer.status == 200]
            if line.expect(len(won) == 1, f"{len(won)} replies with tokens"):
                line.expect(said(answers) == {(200, None), (400, "invalid_grant")}, f"answered {said(answers)}")
                clients.is_over(won[0], f"race {line.played}")
            line.count()
        line.expect(visitor.account() is not None, "the browser's session is over")
        clients.settle("at the end")
        clients.check()
    with (
        report.line(f"R7 one client's refresh token used {RACERS} times at once", engine) as line,
        running_with_client(line, engine) as clients,
    ):
        visitor = clients.visitor()
        for _ in times(RACES, full):
            tokens = clients.begin(visitor)
            answers = at_once(clients, refreshing(tokens))
            line.expect(said(answers) == {(200, None)}, f"answered {said(answers)}")
            siblings = {answer.json["refresh_token"]: answer.json for answer in answers if answer.status == 200}
            if line.expect(len(siblings) == RACERS, f"{len(siblings)} different successors"):
                used, other = random.sample(list(siblings.values()), 2)
                clients.works(used, f"race {line.played}")
                # The first use of a sibling invalidates the others (Laboratory/cases/refresh-model).
                refused = clients.board.renew(other, clients.system)
                line.expect(refused.code == "invalid_grant", f"a second sibling was answered {refused}")
                clients.is_over(clients.live[session_of(used)], f"race {line.played}")
            line.count()
        clients.settle("at the end")
        clients.check()


def at_once(clients, form):
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(contextlib.closing(web.Line(clients.system.port))) for _ in range(RACERS)]
        return web.race(lines, "/oauth/token", web.FORM, urllib.parse.urlencode(form).encode(), clients.board.headers)


def said(answers):
    return {(answer.status, answer.code) for answer in answers}


DRILLS = {
    "K20": redemption,
    "K21": renewal,
    "K22": signing_out,
    "K23": crowded,
    "K24": told,
    "R7": races,
}

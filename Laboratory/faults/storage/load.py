"""People who sign in and refresh their sessions, and record the answers that they received."""

import http.client
import random
import threading
import time

from answers import NotServed, Wrong, account, renew, sign_in
from harness.people import NAME, Person
from harness.waiting import PATIENCE, until


class Member:
    """A person in the load, the account that they were told they have, and their sessions."""

    def __init__(self, person):
        self.person = person
        self.account = None
        self.sessions = []


class Load:
    """Parallel workers. Each has its own people, so that no two workers use the same session."""

    def __init__(self, system, workers=8):
        self.system = system
        self.is_over = threading.Event()
        self.wrong = []
        self.workers = [Worker(self, number) for number in range(workers)]

    def __enter__(self):
        for worker in self.workers:
            worker.thread.start()
        self.until_served(5)
        return self

    def __exit__(self, *_):
        self.is_over.set()
        for worker in self.workers:
            worker.thread.join()

    def total(self, what):
        return sum(getattr(worker, what) for worker in self.workers)

    def until_served(self, times=1, seconds=PATIENCE):
        """Waits until each worker has been served this many more times."""
        self.until_all("served", times, seconds)

    def until_not_served(self, times=1):
        self.until_all("not_served", times, PATIENCE)

    def until_all(self, what, times, seconds):
        wanted = [getattr(worker, what) + times for worker in self.workers]
        until(
            lambda: self.wrong or all(getattr(worker, what) >= count for worker, count in zip(self.workers, wanted)),
            f"every worker {what} {times} times; {self.summary()}",
            seconds,
        )

    def summary(self):
        return {what: self.total(what) for what in ("signed_in", "renewed", "not_served")}

    def settle(self, database):
        """At the end, everything acknowledged is stored, nobody was signed out, and no account is incomplete."""
        assert self.is_over.is_set()
        assert not self.wrong, self.wrong[:5]
        members = [member for worker in self.workers for member in worker.members]
        with self.system.connect() as connection:
            for member in members:
                told = set(member.sessions and [member.account])
                for token in member.sessions:
                    session = renew(connection, token)
                    told.add(session["account"]["id"])
                    told.add(account(connection, session["access_token"])["id"])
                again = sign_in(member.person, connection)["account"]
                assert told | {again["id"]} == {again["id"]}, f"{member.person.key} has several accounts: {told}"
                assert again["name"] == {"given": NAME["first"], "family": NAME["last"]}, "a first-time name was lost"
        for what, statement in HALVES.items():
            assert database.number(statement) == 0, what
        assert database.number("SELECT count(*) FROM accounts") == len(members)


HALVES = {
    "an identity without its account": "SELECT count(*) FROM identities WHERE account_id NOT IN (SELECT id FROM accounts)",
    "an account without an identity": "SELECT count(*) FROM accounts WHERE id NOT IN (SELECT account_id FROM identities)",
    "a directory that reads otherwise backwards": "SELECT count(*) FROM identities i FULL JOIN account_identities a "
    "ON (a.account_id, a.identity_id) = (i.account_id, i.id) WHERE a.account_id IS NULL OR i.id IS NULL",
    "a session without its account": "SELECT count(*) FROM sessions WHERE account_id NOT IN (SELECT id FROM accounts)",
    "a grant without its identity": "SELECT count(*) FROM grants WHERE identity_id NOT IN (SELECT id FROM identities)",
    "two accounts of one person": "SELECT count(*) FROM (SELECT 1 FROM accounts GROUP BY email HAVING count(*) > 1) AS doubled",
    "an account without the name that Apple gave once": "SELECT count(*) FROM accounts WHERE given_name IS NULL",
    "an account whose making is not in the audit exactly once": "SELECT count(*) FROM accounts WHERE 1 <> (SELECT count(*) FROM audit "
    "WHERE account_id = accounts.id AND event = 'signed_in' AND reason = 'new')",
    "a session whose sign-in is not in the audit exactly once": "SELECT count(*) FROM sessions WHERE 1 <> (SELECT count(*) FROM audit "
    "WHERE session_id = sessions.id AND event = 'signed_in')",
}


class Worker:
    def __init__(self, load, number):
        self.load = load
        self.random = random.Random(number)
        self.members = []
        self.served = self.signed_in = self.renewed = self.not_served = 0
        self.thread = threading.Thread(target=self.work, name=f"worker-{number}", daemon=True)

    def work(self):
        try:
            with self.load.system.connect() as connection:
                while not self.load.is_over.is_set():
                    self.until_done(self.choose(), connection)
        except (Wrong, OSError, AssertionError, http.client.HTTPException) as error:
            self.load.wrong.append(f"{self.thread.name}: {type(error).__name__} {error}")

    def choose(self):
        dice = self.random.random()
        if not self.members or dice < 0.2:
            self.members.append(Member(Person(self.load.system)))
            return self.sign_in, self.members[-1]
        member = self.random.choice(self.members)
        return (self.sign_in if dice < 0.3 or not member.sessions else self.renew), member

    def until_done(self, choice, connection):
        """Repeats the same request until it succeeds, as an app does."""
        act, member = choice
        while not self.load.is_over.is_set():
            try:
                act(member, connection)
                self.served += 1
                return
            except NotServed:
                self.not_served += 1
                time.sleep(0.02)

    def sign_in(self, member, connection):
        session = sign_in(member.person, connection)
        told = session["account"]["id"]
        if member.account not in (None, told):
            raise Wrong(f"{member.person.key} got another account")
        member.account = told
        member.sessions.append(session["refresh_token"])
        self.signed_in += 1

    def renew(self, member, connection):
        place = self.random.randrange(len(member.sessions))
        # Without an answer, the same token is sent again, and the repeat gets a successor of its own.
        waiting = member.sessions[place]
        while True:
            try:
                session = renew(connection, waiting)
                break
            except NotServed:
                self.not_served += 1
                if self.load.is_over.is_set():
                    raise
                time.sleep(0.02)
        member.sessions[place] = session["refresh_token"]
        self.renewed += 1
        if account(connection, session["access_token"])["id"] != member.account:
            raise Wrong(f"{member.person.key} sees another account")

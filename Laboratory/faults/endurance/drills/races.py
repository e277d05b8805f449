"""R1–R6: the same request many times at once. One exchange, session and account result; no honest person is signed
out."""

import json
import threading
import time
import urllib.parse

from harness import web
from harness.keys import part
from harness.people import Person, Visitor, path_of, present, reposted, session_cookies
from harness.waiting import until

from . import invariants
from .disk import times
from .system import running

# The number of repetitions, in full runs and in every run.
CALLBACKS, TWO_WAYS, REFRESHES = (1000, 10), (200, 5), (10_000, 150)
LEAVING, FIRST, ROTATIONS = (500, 15), (500, 15), (10, 2)


def callbacks(report, engine, full):
    for count in (2, 8, 64):
        name = f"R1 one callback posted {count} times at once"
        with report.line(name, engine) as line, running(engine) as system:
            lines = [web.Line(system.port) for _ in range(count)]
            for _ in times(CALLBACKS, full):
                visitor = Visitor(system)
                form = visitor.approve(visitor.begin())
                system.emulator.clear_log()
                body = urllib.parse.urlencode(reposted(form)).encode()
                answers = web.race(lines, path_of(form["action"]), web.FORM, body, visitor.headers())
                # Requests that arrive while the first one is processed are told to try again; later ones get the same
                # result.
                statuses = {answer.status for answer in answers}
                line.expect(303 in statuses and statuses <= {303, 503}, f"answered {sorted(statuses)}")
                for answer in filter(session_cookies, answers):
                    visitor.keep(answer)
                line.expect(visitor.account() is not None, "I2: the one session does not work")
                exchanges = [entry["status"] for entry in system.emulator.log("/auth/token")]
                line.expect(exchanges == [200], f"exchanges: {exchanges}")
                line.count()
            for each in lines:
                each.close()
            invariants.check(system, line, visitors_sessions=line.played)


def two_ways(report, engine, full):
    with report.line("R2 Apple's answer and a cancellation at once", engine) as line, running(engine) as system:
        for _ in times(TWO_WAYS, full):
            visitor = Visitor(system)
            url = visitor.begin()
            approved, cancelled = visitor.approve(url), visitor.approve(url, cancel=True)
            statuses = [answer.status for answer in web.at_once([lambda: visitor.post(approved), lambda: visitor.post(cancelled)])]
            # 303: signed in. 200: the page that says cancelled. 409 and 410: the other request was faster.
            line.expect(statuses in ([303, 409], [410, 200]), f"answered {statuses}")
            line.count()
        invariants.check(system, line, visitors_sessions=line.played)
    with report.line("R2 two tabs, each with its own way to Apple", engine) as line, running(engine) as system:
        for _ in times(TWO_WAYS, full):
            visitor = Visitor(system)
            forms = [visitor.approve(url) for url in (visitor.begin(), visitor.begin())]
            answers = web.at_once([lambda form=form: visitor.post(form) for form in forms])
            line.expect([answer.status for answer in answers] == [303, 303], f"answered {answers}")
            line.expect(visitor.account() is not None, "not signed in")
            line.count()
        invariants.check(system, line, visitors_sessions=2 * line.played)
    with report.line("R2 back button, and a reload of Apple's form", engine) as line, running(engine) as system:
        for _ in times(TWO_WAYS, full):
            visitor = Visitor(system)
            form = visitor.approve(visitor.begin())
            for _ in range(2):
                first = system.send("POST", path_of(form["action"]), form=form["fields"], headers={"Sec-Fetch-Site": "cross-site"})
                line.expect(first.status == 200 and not session_cookies(first), f"the first post: {first}")
            line.expect(visitor.post(form).status == 303, "the second post")
            account = visitor.account()
            line.expect(visitor.post(form).status == 303, "a browser that has arrived is sent on")
            line.expect(account is not None and visitor.account() == account, "signed out by the back button")
            line.count()
        invariants.check(system, line, visitors_sessions=line.played)


def refreshes(report, engine, full):
    with report.line("R3 refresh: two devices, two tabs, answers lost", engine) as line, running(engine) as system:
        phone = Person(system)
        tablet = Person(system, phone.key)
        phone.sign_in(), tablet.sign_in()
        for number in times(REFRESHES, full):
            if number % 3 == 2:
                _loses_an_answer(system, phone.refresh_token)
            presented = phone.refresh_token
            answers = web.at_once([phone.refresh, tablet.refresh, lambda: present(system, presented)])
            if not line.expect(all(answer is not None and answer.status == 200 for answer in answers), f"signed out: {answers}"):
                break
            said = [answer.json["refresh_token"] for answer in answers]
            line.expect(len({presented, *said}) == 4, "two tabs with one successor, or two devices with one session")
            line.count()
        line.expect(phone.account == tablet.account, "two accounts")
        invariants.check(system, line, [phone], visitors_sessions=1)
        invariants.check_session(line, tablet, "at the end")
    with report.line("R3 a refresh token whose successor was used ends the session", engine) as line, running(engine) as system:
        thief = Person(system)
        thief.sign_in()
        stolen = thief.refresh_token
        for _ in range(2):
            thief.refresh()
        answer = present(system, stolen)
        for _ in range(5):
            # A request in the same millisecond as the last renewal is told to come again.
            if answer.code == "refresh_overtaken":
                answer = present(system, stolen)
        line.expect(answer.code == "refresh_token_reused", f"answered {answer}")
        line.expect(thief.refresh().code == "session_ended", "the session goes on")
        line.count()


def _loses_an_answer(system, refresh_token):
    """Sends a refresh and closes the connection before the answer, so that the refresh may or may not have happened."""
    connection = web.Line(system.port)
    body = {"refresh_token": refresh_token, "client": "app"}
    connection.post("/v1/sessions/refresh", "application/json", json.dumps(body).encode())
    connection.close()


def leaving(report, engine, full):
    with report.line("R4 deletion and sign-in at once", engine) as line, running(engine) as system:
        people = []
        for _ in times(LEAVING, full):
            person = Person(system)
            people.append(person)
            person.sign_in()
            first, waiting = person.account, person.credential()
            person.sessions_begun += 1
            deleted, back = web.at_once([person.delete_account, lambda: system.send("POST", "/v1/native/sign-in", body=waiting)])
            line.expect(deleted.status == 200, f"the deletion: {deleted}")
            # 410: the account went while the code was exchanged.
            line.expect(back.status in (200, 410), f"the sign-in: {back}")
            if back.status == 200:
                said = back.json
                alive = system.send("GET", "/v1/account", token=said["access_token"])
                # Either the sign-in came first and its session ended with the account, or it came second and created a
                # new account.
                line.expect(
                    alive.status == (401 if said["account"]["id"] == first else 200),
                    f"{'the old' if said['account']['id'] == first else 'a new'} account, then {alive}",
                )
            again = person.sign_in()
            line.expect(
                again.status == 200 and person.account != first,
                f"cannot come back: {again}, {'the same' if person.account == first else 'a new'} account",
            )
            line.count()
        invariants.check(system, line, people)


def first_sign_ins(report, engine, full):
    with report.line("R5 the first sign-in three times at once", engine) as line, running(engine) as system:
        people = []
        for _ in times(FIRST, full):
            app = Person(system)
            tablet, visitor = Person(system, app.key), Visitor(system, app.key)
            people.append(app)
            messages = [app.credential(), tablet.credential()]
            form = visitor.approve(visitor.begin())
            answers = web.at_once([lambda: app.submit(messages[0]), lambda: tablet.submit(messages[1]), lambda: visitor.post(form)])
            app.sessions_begun += 2
            line.expect([answer.status for answer in answers] == [200, 200, 303], f"answered {answers}")
            app.sign_in()
            accounts = {answer.json["account"]["id"] for answer in answers[:2] if answer.status == 200}
            line.expect(accounts | {visitor.account()} == {app.account}, "several accounts")
            name = app.read_account().json.get("name") or {}
            line.expect(name.get("given") == "Grace", "the name was lost")
            line.count()
        invariants.check(system, line, people)


def rotation(report, engine, full):
    """A new signing key is published at one restart and signs after another, ten minutes later, while people
    refresh."""
    with report.line("R6 our signing key is changed under refreshes", engine) as line, running(engine) as system:
        people = [Person(system) for _ in range(4)]
        for person in people:
            person.sign_in()
        over, jump, problems, rounds = threading.Event(), threading.Lock(), [], [0] * len(people)

        def refreshes_on(place, person):
            while not over.is_set():
                with jump if place == 0 else threading.Lock():
                    answer = person.refresh()
                    used = person.read_account() if answer is not None else None
                # Without an answer, the service was restarting, and the app tries again.
                if answer is not None and answer.status != 200:
                    problems.append(f"a refresh: {answer}")
                if used is not None and used.status != 200 and used.code != "access_token_expired":
                    problems.append(f"a fresh access token: {used}")
                rounds[place] += answer is not None
                time.sleep(0.001)  # Lets the drill take its turn.

        threads = [threading.Thread(target=refreshes_on, args=entry) for entry in enumerate(people)]
        for thread in threads:
            thread.start()
        for _ in times(ROTATIONS, full):
            _wait_for_rounds(rounds)
            # Newer than any existing key.
            key_id = system.add_signing_key(1 + int(time.time()) + system.interposer.shared.clock_ahead)
            system.restart()
            line.expect(key_id in _published(system), "the new key is not published")
            line.expect(_signs(people[0]) != key_id, "it signs before others can know it")
            _wait_for_rounds(rounds)
            with jump:
                system.advance(602)
                system.restart()
            _wait_for_rounds(rounds)
            with jump:
                line.expect(_signs(people[0]) == key_id, f"{_signs(people[0])} signs, not {key_id}, of {_published(system)}")
            line.count()
        over.set()
        for thread in threads:
            thread.join()
        for problem in problems:
            line.problem(problem)
        line.remark(f"{sum(rounds)} refreshes meanwhile")
        invariants.check(system, line, people)


def _wait_for_rounds(rounds):
    wanted = [number + 3 for number in rounds]
    until(lambda: all(number >= goal for number, goal in zip(rounds, wanted)), "everybody refreshes")


def _published(system):
    return [key["kid"] for key in system.send("GET", "/.well-known/jwks.json").json["keys"]]


def _signs(person):
    """The id of the key that signed the person's access token."""
    return part(person.access, 0)["kid"]


DRILLS = {
    "R1": callbacks,
    "R2": two_ways,
    "R3": refreshes,
    "R4": leaving,
    "R5": first_sign_ins,
    "R6": rotation,
}

"""Two `siwa serve` on one PostgreSQL server act as one service."""

import concurrent.futures
import contextlib
import urllib.parse

from answers import account, renew, served, sign_in
from harness import web
from harness.people import NAME, Person, Visitor, path_of, present, reposted, session_cookies
from harness.waiting import until

RACERS = 64


def test_a_session_of_one_is_renewed_by_the_other(two):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second:
        session = sign_in(person, first)
        assert account(second, session["access_token"]) == session["account"]
        for connection, other in [(second, first), (first, second)] * 3:
            session = renew(connection, session["refresh_token"])
            assert account(other, session["access_token"]) == session["account"]
        # The other service knows the same account.
        again = sign_in(person, second)
        assert again["account"]["id"] == session["account"]["id"]
        assert again["account"]["name"] == {"given": NAME["first"], "family": NAME["last"]}


def test_a_sign_in_begun_at_one_is_finished_at_the_other(two):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second:
        visitor = Visitor(two, person.key)
        answer = visitor.post(visitor.approve(visitor.begin(first)), second)
        assert answer.status == 303, answer.body
        message = person.credential(first)
        assert served(person.submit(message, second))["account"]["email"] == f"{person.key}@example.com"


def test_a_session_ended_at_one_is_over_at_the_other_at_once(two):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second:
        session = sign_in(person, first)
        assert first.send("POST", "/v1/sessions/end", token=session["access_token"]).status == 204
        for late in (second.send("GET", "/v1/account", token=session["access_token"]), present(second, session["refresh_token"])):
            assert (late.status, late.code) == (401, "session_ended")


def test_a_callback_redeemed_64_times_at_both_makes_one_session_and_one_account(two, database, rounds):
    for number in range(rounds(10, 1000)):
        visitor = Visitor(two)
        with two.connect(number % 2) as connection:
            form = visitor.approve(visitor.begin(connection))
        two.emulator.clear_log()
        answers = at_both(two, visitor, form)
        # Requests that arrive while the first one is processed are told to try again; later ones get the same session.
        sessions = set().union(*map(session_cookies, answers))
        statuses = {answer.status for answer in answers}
        assert len(sessions) == 1, f"round {number}: {statuses}"
        assert 303 in statuses and statuses <= {303, 503}, f"round {number}: {statuses}"
        assert [entry["status"] for entry in two.emulator.log("/auth/token")] == [200], f"round {number}"
        of_person = f"FROM accounts WHERE email = '{visitor.key}@example.com'"
        assert database.number(f"SELECT count(*) {of_person}") == 1
        assert database.number(f"SELECT count(*) FROM sessions WHERE account_id = (SELECT id {of_person})") == 1


def test_two_first_sign_ins_at_both_make_one_account(two, database, rounds):
    with two.connect(0) as first, two.connect(1) as second, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number in range(rounds(10, 500)):
            person = Person(two)
            messages = [person.credential(connection) for connection in (first, second)]
            sessions = list(map(served, pool.map(person.submit, messages, (first, second))))
            assert sessions[0]["account"]["id"] == sessions[1]["account"]["id"], f"round {number}"
            assert database.number(f"SELECT count(*) FROM accounts WHERE email = '{person.key}@example.com'") == 1
            for connection, session in zip((second, first), sessions):
                assert account(connection, session["access_token"])["name"]["given"] == NAME["first"]


def test_one_token_renewed_at_both_at_once_has_two_successors(two, rounds):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second, concurrent.futures.ThreadPoolExecutor(2) as pool:
        token = sign_in(person, first)["refresh_token"]
        for number in range(rounds(25, 1000)):
            renewed = list(pool.map(renew, (first, second), (token, token)))
            successors = {session["refresh_token"] for session in renewed}
            assert len(successors) == 2 and token not in successors, f"round {number}"
            token = successors.pop()
            assert account(first, renewed[1]["access_token"]) == account(second, renewed[0]["access_token"])


def test_of_two_that_start_at_once_one_migrates(two, server, rounds):
    """The keys exist, and the database is in the state that an interrupted start leaves before the first migration."""
    newest = server.sql("SELECT version FROM schema_version", two.settings["database"].rsplit("/", 1)[1])
    for number in range(rounds(3, 30)):
        two.stop_services()
        fresh = server.new_database()
        fresh.sql(
            "CREATE TABLE schema_version (only_row smallint NOT NULL PRIMARY KEY, version integer NOT NULL);"
            "INSERT INTO schema_version VALUES (1, 0)"
        )
        two.settings["database"] = fresh.url
        # An interrupted start has not recorded yet that its database is in use. With the previous round's record, this
        # database would count as a restored backup.
        for note in two.folder.rglob("database-in-use-until"):
            note.unlink()
        two.start_all_at_once()
        assert fresh.sql("SELECT version FROM schema_version") == newest, f"round {number}"
        with two.connect(0) as first, two.connect(1) as second:
            session = sign_in(Person(two), first)
            assert account(second, session["access_token"]) == session["account"]


def test_an_account_is_deleted_once_and_revoked_once(database, services, rounds):
    """Both services get the request at once, and one polls the outbox while the other works on it."""
    # Long enough that no call to Apple times out while its answer is held.
    with services(services=2, apple={"call_seconds": 60}) as system:
        for number in range(rounds(3, 50)):
            delete_two(system, database, gate=f"gate-{number}")
        assert_told_once(database, "account_deleted", 2 * rounds(3, 50))
        assert_told_once(database, "revocation_confirmed", 2 * rounds(3, 50))


def delete_two(system, database, gate):
    """The emulator holds its answers. The worker that revokes the first account waits, so the other one revokes the
    second.
    """
    system.emulator.clear_log()
    with system.connect(0) as first, system.connect(1) as second, concurrent.futures.ThreadPoolExecutor(2) as pool:
        sessions = [sign_in(Person(system), first) for _ in range(2)]
        system.control("faults", {"endpoint": "revoke", "fault": {"kind": "gate", "gate": gate}})
        for number, session in enumerate(sessions, 1):
            answers = list(pool.map(lambda connection: delete_account(connection, session), (first, second)))
            assert {answer.status for answer in answers} <= {200, 401}, [answer.body for answer in answers]
            assert 200 in [answer.status for answer in answers]
            until(lambda: system.control("faults")["waiting"].get(gate, 0) >= number, "Apple is asked to revoke")
    system.control("gates", {"open": gate})
    system.control("faults", method="DELETE")
    until(lambda: database.number("SELECT count(*) FROM outbox") == 0, "the outbox is empty")
    assert [entry["status"] for entry in system.emulator.log("/auth/revoke")] == [200, 200]


def test_an_account_whose_time_is_over_is_erased_once(database, services, rounds):
    """Both services run housekeeping every second."""
    with services(services=2, housekeeping_seconds=1) as system:
        with system.connect(0) as connection:
            for _ in range(rounds(10, 200)):
                sign_in(Person(system), connection)
        system.emulator.clear_log()
        database.sql("UPDATE accounts SET disabled_at = 1, erase_at = 1")
        until(lambda: database.number("SELECT count(*) FROM accounts") == 0, "the accounts are erased")
        until(lambda: database.number("SELECT count(*) FROM outbox") == 0, "the outbox is empty")
        assert_told_once(database, "account_deleted", rounds(10, 200))
        assert_told_once(database, "revocation_confirmed", rounds(10, 200))
        assert len(system.emulator.log("/auth/revoke")) == rounds(10, 200)
        for table in ("identities", "account_identities", "grants"):
            assert database.number(f"SELECT count(*) FROM {table}") == 0


def assert_told_once(database, event, accounts):
    counts = database.sql(f"SELECT count(*) FROM audit WHERE event = '{event}' GROUP BY account_id")
    assert counts == [["1"]] * accounts, f"{event}: {counts}"


def delete_account(connection, session):
    return connection.send("DELETE", "/v1/account", token=session["access_token"])


def at_both(system, visitor, form):
    """Posts Apple's form over 64 connections, half to each service. All requests are sent before the first answer."""
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(contextlib.closing(web.Line(system.ports[place % 2]))) for place in range(RACERS)]
        body = urllib.parse.urlencode(reposted(form)).encode()
        return web.race(lines, path_of(form["action"]), web.FORM, body, visitor.headers())


def test_64_requests_for_one_message_at_both_send_it_once(services, tmp_path):
    folder = tmp_path / "mail"
    with services(services=2, mail={"folder": str(folder), "from": "siwa@example.com", "api": True}) as two:
        person, key = Person(two), two.key("mail:send")
        with two.connect(0) as first:
            message = {
                "account": sign_in(person, first)["account"]["id"],
                "idempotency_key": "order-1",
                "subject": "Your order",
                "text": "It is on its way.\n",
            }
        answers = web.at_once(
            [
                lambda port=two.ports[number % 2]: web.send(port, "POST", "/v1/mail/messages", body=message, token=key)
                for number in range(RACERS)
            ]
        )
        # A request whose transaction conflicts too often with others is told to try again.
        statuses = {answer.status for answer in answers}
        assert 202 in statuses and statuses <= {202, 503}
        names = {answer.json["mail"] for answer in answers if answer.status == 202}
        assert len(names) == 1
        (name,) = names
        until(lambda: two.backend(key, f"/v1/mail/messages?mail={name}")["state"] == "sent", "the message is sent")
        assert len(list(folder.glob("*.eml"))) == 1
        assert two.backend(key, "/v1/mail/messages", message)["state"] == "sent"

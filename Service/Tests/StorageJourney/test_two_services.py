"""Two `siwa serve` on one PostgreSQL: to a person they are one."""
import concurrent.futures
import socket
import urllib.parse

from people import NAME, Person, account, cookie_field, refresh
from server import until
from system import System

RACERS = 64
# So that no call to Apple is given up while its answer is held back.
PATIENT = {"call_seconds": 60}


def test_a_session_of_one_is_renewed_by_the_other(two):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second:
        session = person.sign_in(first)
        assert account(second, session["access_token"]) == session["account"]
        for connection, other in [(second, first), (first, second)] * 3:
            session = refresh(connection, session["refresh_token"])
            assert account(other, session["access_token"]) == session["account"]
        # Somebody known to the one is known to the other.
        again = person.sign_in(second)
        assert again["account"]["id"] == session["account"]["id"]
        assert again["account"]["name"] == {"given": NAME["first"], "family": NAME["last"]}


def test_a_sign_in_begun_at_one_is_finished_at_the_other(two):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second:
        form, cookies = person.web_form(first)
        answer = second.ask("POST", "/web/callback", form=form, headers=from_our_page(cookies))
        assert answer.status == 303, answer.text
        begun = first.ask("POST", "/v1/native/attempts", json_body={"client": "app"}).json()
        assert person.submit(second, person.answer_of_apple(begun))["account"]["email"] == person.email


def test_a_session_ended_at_one_is_over_at_the_other_at_once(two):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second:
        session = person.sign_in(first)
        assert first.ask("POST", "/v1/sessions/end", token=session["access_token"]).status == 204
        late = second.ask("GET", "/v1/account", token=session["access_token"])
        assert (late.status, late.error) == (401, "session_ended")
        body = {"refresh_token": session["refresh_token"], "client": "app"}
        late = second.ask("POST", "/v1/sessions/refresh", json_body=body)
        assert (late.status, late.error) == (401, "session_ended")


def test_a_callback_redeemed_64_times_at_both_makes_one_session_and_one_account(two, database, rounds):
    for number in range(rounds(10, 1000)):
        person = Person(two)
        with two.connect(number % 2) as connection:
            form, cookies = person.web_form(connection)
        two.clear_apple_log()
        answers = at_once(two, form, cookies)
        # Whoever comes while the first is worked on is told to come again; whoever comes later gets the same session.
        sessions = {line.split(b";")[0] for answer in answers for line in answer.lower().split(b"\r\n")
                    if line.startswith(b"set-cookie: siwa-session=")}
        statuses = {int(answer.split()[1]) for answer in answers}
        assert len(sessions) == 1, f"round {number}: {statuses}"
        assert 303 in statuses and statuses <= {303, 503}, f"round {number}: {statuses}"
        assert [entry["status"] for entry in two.apple_log("/auth/token")] == [200], f"round {number}"
        of_person = f"FROM accounts WHERE email = '{person.email}'"
        assert database.number(f"SELECT count(*) {of_person}") == 1
        assert database.number(f"SELECT count(*) FROM sessions WHERE account_id = (SELECT id {of_person})") == 1


def test_two_first_sign_ins_at_both_make_one_account(two, database, rounds):
    with two.connect(0) as first, two.connect(1) as second, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number in range(rounds(10, 500)):
            person = Person(two)
            answers = []
            for connection in (first, second):
                attempt = connection.ask("POST", "/v1/native/attempts", json_body={"client": "app"}).json()
                answers.append(person.answer_of_apple(attempt))
            sessions = list(pool.map(person.submit, (first, second), answers))
            assert sessions[0]["account"]["id"] == sessions[1]["account"]["id"], f"round {number}"
            assert database.number(f"SELECT count(*) FROM accounts WHERE email = '{person.email}'") == 1
            for connection, session in zip((second, first), sessions):
                assert account(connection, session["access_token"])["name"]["given"] == NAME["first"]


def test_one_token_renewed_at_both_at_once_has_two_successors(two, rounds):
    person = Person(two)
    with two.connect(0) as first, two.connect(1) as second, concurrent.futures.ThreadPoolExecutor(2) as pool:
        token = person.sign_in(first)["refresh_token"]
        for number in range(rounds(25, 1000)):
            renewed = list(pool.map(refresh, (first, second), (token, token)))
            successors = {session["refresh_token"] for session in renewed}
            assert len(successors) == 2 and token not in successors, f"round {number}"
            token = successors.pop()
            assert account(first, renewed[1]["access_token"]) == account(second, renewed[0]["access_token"])


def test_of_two_that_start_at_once_one_migrates(two, server, rounds):
    """The keys are there, and the database is as a start leaves it that was interrupted before the first step."""
    newest = server.sql("SELECT version FROM schema_version", two.database.rsplit("/", 1)[1])
    for number in range(rounds(3, 30)):
        two.stop_services()
        fresh = server.new_database()
        fresh.sql("CREATE TABLE schema_version (only_row smallint NOT NULL PRIMARY KEY, version integer NOT NULL);"
                  "INSERT INTO schema_version VALUES (1, 0)")
        two.settings["database"] = fresh.url
        # An interrupted start has not noted yet that its database is in use; the last round's note would make this one a backup.
        for note in two.folder.rglob("database-in-use-until"):
            note.unlink()
        for place in (0, 1):
            two._write_service(place)
        two.start_all_at_once()
        assert fresh.sql("SELECT version FROM schema_version") == newest, f"round {number}"
        with two.connect(0) as first, two.connect(1) as second:
            session = Person(two).sign_in(first)
            assert account(second, session["access_token"]) == session["account"]


def test_an_account_is_deleted_once_and_revoked_once(tmp_path, database, rounds):
    """Both get the wish at once, and the one looks for what is to be done while the other does it."""
    system = System(tmp_path, database.url, services=2, apple_settings=PATIENT)
    try:
        system.start(0)
        system.start(1)
        for number in range(rounds(3, 50)):
            delete_two(system, database, gate=f"gate-{number}")
        assert_told_once(database, "account_deleted", 2 * rounds(3, 50))
        assert_told_once(database, "revocation_confirmed", 2 * rounds(3, 50))
    finally:
        system.stop()


def delete_two(system, database, gate):
    """Apple holds its answers back: the worker that asked for the first account waits, so the other asks for the second."""
    system.clear_apple_log()
    with system.connect(0) as first, system.connect(1) as second, concurrent.futures.ThreadPoolExecutor(2) as pool:
        sessions = [Person(system).sign_in(first) for _ in range(2)]
        system.control("faults", {"endpoint": "revoke", "fault": {"kind": "gate", "gate": gate}})
        for number, session in enumerate(sessions, 1):
            answers = list(pool.map(lambda connection: delete_account(connection, session), (first, second)))
            assert {answer.status for answer in answers} <= {200, 401}, [answer.text for answer in answers]
            assert 200 in [answer.status for answer in answers]
            until(lambda: system.control("faults")["waiting"].get(gate, 0) >= number, 120, "Apple is asked to revoke")
    system.control("gates", {"open": gate})
    system.control("faults", method="DELETE")
    until(lambda: database.number("SELECT count(*) FROM outbox") == 0, 120, "the outbox is empty")
    assert [entry["status"] for entry in system.apple_log("/auth/revoke")] == [200, 200]


def test_an_account_whose_time_is_over_is_erased_once(tmp_path, server, rounds):
    """Both keep house, every second."""
    database = server.new_database()
    system = System(tmp_path, database.url, services=2, settings={"housekeeping_seconds": 1})
    try:
        system.start(0)
        system.start(1)
        with system.connect(0) as connection:
            for _ in range(rounds(10, 200)):
                Person(system).sign_in(connection)
        system.clear_apple_log()
        database.sql("UPDATE accounts SET disabled_at = 1, erase_at = 1")
        until(lambda: database.number("SELECT count(*) FROM accounts") == 0, 120, "the accounts are erased")
        until(lambda: database.number("SELECT count(*) FROM outbox") == 0, 120, "the outbox is empty")
        assert_told_once(database, "account_deleted", rounds(10, 200))
        assert_told_once(database, "revocation_confirmed", rounds(10, 200))
        assert len(system.apple_log("/auth/revoke")) == rounds(10, 200)
        for table in ("identities", "account_identities", "grants"):
            assert database.number(f"SELECT count(*) FROM {table}") == 0
    finally:
        system.stop()


def assert_told_once(database, event, accounts):
    counts = database.sql(f"SELECT count(*) FROM audit WHERE event = '{event}' GROUP BY account_id")
    assert counts == [["1"]] * accounts, f"{event}: {counts}"


def delete_account(connection, session):
    return connection.ask("DELETE", "/v1/account", token=session["access_token"])


def from_our_page(cookies):
    return {"Sec-Fetch-Site": "same-origin"} | cookie_field(cookies)


def at_once(system, form, cookies):
    """Posts a form over 64 connections, half to each service; all are on their way before the first answer is read."""
    body = urllib.parse.urlencode(form).encode()
    head = "".join(f"{name}: {value}\r\n" for name, value in from_our_page(cookies).items())
    request = (f"POST /web/callback HTTP/1.1\r\nHost: {system.public.split('://')[1]}\r\n{head}"
               "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
               f"Content-Length: {len(body)}\r\n\r\n").encode() + body
    lines = [socket.create_connection(("127.0.0.1", system.ports[place % 2]), timeout=120) for place in range(RACERS)]
    try:
        for line in lines:
            line.sendall(request[:-1])
        for line in lines:
            line.sendall(request[-1:])
        return [received(line) for line in lines]
    finally:
        for line in lines:
            line.close()


def received(line):
    text = b""
    while more := line.recv(65_536):
        text += more
    return text

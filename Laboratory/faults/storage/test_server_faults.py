"""The PostgreSQL server is stopped, killed, disconnected or slow while people sign in and refresh their sessions.

Nothing acknowledged is lost, nobody is signed out, no account is incomplete, and the service works again within five
seconds of the server's return without a restart. What requests take without a fault is added: this machine may be busy.
"""

import concurrent.futures
import contextlib
import time

import pytest

from answers import renew, sign_in
from harness.people import Person, present
from harness.waiting import until
from load import Load

SECONDS = 5


def stopped(server, database, load):
    server.control("stop")
    load.until_not_served(3)
    server.control("start")


def restarted(server, database, load):
    server.control("stop")
    server.control("start")


def killed(server, database, load):
    server.control("kill")
    server.control("start")


def cut_off(server, database, load):
    for _ in range(5):
        assert database.drop_connections() > 0
        load.until_served()


def read_only(server, database, load):
    server.set("default_transaction_read_only", "on")
    load.until_not_served(3)
    server.set("default_transaction_read_only", "off")


@pytest.mark.parametrize("fault", [stopped, restarted, killed, cut_off, read_only])
def test_a_server_that_goes_away_takes_nothing_with_it(fault, server, database, system, rounds):
    process = system.service.process
    with Load(system) as load:
        longest = 0
        for _ in range(rounds(2, 20)):
            began = time.monotonic()
            load.until_served()
            usual = time.monotonic() - began
            fault(server, database, load)
            began = time.monotonic()
            # Afterwards, every connection to the server is a new one.
            load.until_served(seconds=SECONDS + 10 * usual)
            longest = max(longest, time.monotonic() - began)
            load.until_served(5)
    print(f"{fault.__name__}: everybody served again after {longest:.2f} s at most,", load.summary())
    assert process.poll() is None and system.service.process is process
    load.settle(database)


def test_transactions_that_meet_are_run_again_or_refused(database, system, rounds):
    """The server aborts at least one transaction in five because of a conflict, half of these at the commit."""
    database.sql("CREATE SEQUENCE met")
    database.sql("""CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF random() < 0.1 THEN
            PERFORM nextval('met');
            RAISE EXCEPTION 'met another' USING ERRCODE = '40001';
        END IF;
        RETURN NULL; END $$""")
    for table in ("accounts", "sessions"):
        database.sql(f"CREATE TRIGGER at_once AFTER INSERT OR UPDATE ON {table} EXECUTE FUNCTION meet()")
        database.sql(
            f"CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT OR UPDATE ON {table} "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION meet()"
        )
    wanted = rounds(100, 1000)
    with Load(system) as load:
        until(lambda: load.wrong or load.total("signed_in") >= wanted, f"{wanted} sign-ins; {load.summary()}", 600)
    met = database.number("SELECT last_value FROM met")
    share = met / (met + load.total("signed_in") + load.total("renewed"))
    print(f"{share:.0%} met another,", load.summary())
    assert share > 0.15
    load.settle(database)


def test_slow_queries_keep_nobody_waiting(database, services, rounds):
    """Every connection of the pool waits for a lock, and there are more requests than connections."""
    with services(database_connections=4) as system:
        with system.connect() as connection:
            sessions = [sign_in(Person(system), connection) for _ in range(40)]
        for _ in range(rounds(1, 5)):
            sessions = locked_out(system, database, sessions)


def locked_out(system, database, sessions):
    usual, sessions = renewed(system, sessions)
    with held(database), concurrent.futures.ThreadPoolExecutor(len(sessions)) as pool:
        asked = [pool.submit(answer_and_seconds, system, session) for session in sessions]
        with system.connect() as connection:
            assert connection.send("GET", "/health/live").status == 200
            assert connection.send("GET", "/.well-known/jwks.json").status == 200
        answers = [future.result() for future in asked]
    longest = max(seconds for _, seconds in answers)
    print(f"turned away after {longest:.2f} s at most")
    assert {answer.status for answer, _ in answers} == {503}
    assert all(answer.headers["retry-after"] for answer, _ in answers)
    assert longest < SECONDS + 2 * usual
    took, after = renewed(system, sessions)
    assert took < SECONDS + 2 * usual
    assert [session["account"] for session in after] == [session["account"] for session in sessions]
    return after


LOCKS = "FROM pg_locks WHERE relation = 'sessions'::regclass AND granted AND mode LIKE 'AccessEx%'"


@contextlib.contextmanager
def held(database):
    """Another connection holds the table of the sessions, for as long as it takes."""
    holder = database.server.sql_in_background("BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(3600)", database.name)
    try:
        until(lambda: database.number(f"SELECT count(*) {LOCKS}") == 1, "the lock is held")
        yield
        assert holder.poll() is None, "the lock was to outlast the answers"
    finally:
        database.sql(f"SELECT pg_cancel_backend(pid) {LOCKS}")
        holder.kill()
        holder.wait()


def renewed(system, sessions):
    """Renews the sessions. Returns how long it took, and the new ones."""
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda session: renew(system, session["refresh_token"]), sessions))
    return time.monotonic() - began, found


def answer_and_seconds(system, session):
    began = time.monotonic()
    answer = present(system, session["refresh_token"])
    return answer, time.monotonic() - began

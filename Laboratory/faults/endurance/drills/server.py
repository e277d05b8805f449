"""D5 and D6: the database server is slow, or aborts one transaction in five because of concurrent ones."""

from harness import web
from harness.people import Person

from . import invariants
from .disk import times
from .system import running

EXHAUSTED, SIGN_INS = (5, 1), (1_000, 60)


def slow(report, engine, full):
    if engine != "postgresql":
        return
    with report.line("D5 every connection waits for a slow server", engine) as line, running(engine) as system:
        people = [Person(system) for _ in range(30)]
        for person in people:
            person.sign_in()
        for _ in times(EXHAUSTED, full):
            with system.engine.open() as connection, connection.transaction():
                connection.execute("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
                answers = web.at_once([person.refresh for person in people])
                statuses = {answer and answer.status for answer in answers}
                line.expect(statuses == {503}, f"answered {statuses} while nothing can be read")
            answers = web.at_once([person.refresh for person in people])
            statuses = {answer and answer.status for answer in answers}
            line.expect(statuses == {200}, f"answered {statuses} afterwards")
            line.count()
        invariants.check(system, line, people)


def conflicts(report, engine, full):
    """The server reports 40001, serialization_failure, for one row in five that is written."""
    if engine != "postgresql":
        return
    with report.line("D6 one write in five is a serialization failure", engine) as line, running(engine) as system:
        with system.engine.open() as connection:
            connection.execute("""
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF random() < 0.2 THEN RAISE EXCEPTION 'drill' USING ERRCODE = '40001'; END IF;
                    RETURN NEW;
                END $$""")
            for table in ("accounts", "sessions", "sign_in_attempts"):
                connection.execute(f"CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()")
        people, refused = [], 0
        while line.played < times(SIGN_INS, full).stop:
            group = [Person(system) for _ in range(10)]
            for answer in web.at_once([person.sign_in for person in group]):
                line.expect(answer is not None and answer.status in (200, 503), f"answered {answer}")
                refused += answer is not None and answer.status == 503
                line.count()
            people += group
        with system.engine.open() as connection:
            for table in ("accounts", "sessions", "sign_in_attempts"):
                connection.execute(f"DROP TRIGGER refuse ON {table}")
        line.expect(refused * 50 <= line.played, f"{refused} of {line.played} were told to come back: nothing runs again")
        line.remark(f"{refused} answered 503")
        invariants.check(system, line, people)


DRILLS = {"D5": slow, "D6": conflicts}

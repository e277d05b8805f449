"""K18: kill -9 at every step of replacing the master key, from creating the new key's file to removing the old key."""

from harness.people import Person
from harness.programs import Refused
from harness.waiting import until

from . import invariants
from .control import DATABASE, NEVER, SECRETS
from .killing import chosen
from .system import running

# Longer than a key is readable before its use, and longer than the old key is kept afterwards.
STAGE_SECONDS = 605
ENOUGH = 60


def rotation(report, engine, full):
    with report.line("K18 kill -9 while the master key is replaced", engine) as line, running(engine, housekeeping_seconds=1) as system:
        people = [Person(system), Person(system)]
        for person in people:
            person.sign_in()
        _replaces(system, line, people, NEVER)  # Steps that occur only the first time are not counted.
        count = _replaces(system, line, people, NEVER)
        for number in chosen(count, full):
            _replaces(system, line, people, number)
        _opens(system, line, people)
        line.remark(f"{count} steps")


def _replaces(system, line, people, number):
    """Runs a rotation that dies at a step, and then finishes it. Returns the number of steps."""
    before = _master(system)
    system.service.stop()
    system.interposer.arm(DATABASE | SECRETS, number)
    done = system.command("secrets", "rotate")
    died = _finishes(system, line, died=done.returncode == -9)
    counted = system.interposer.disarm()
    # The process may die a moment after the last awaited event.
    died = died or (counted >= number and system.died(60))
    if number != NEVER:
        line.expect(died or counted < number, f"step {number} of {counted}: nothing died")
        line.count()
    else:
        line.expect(done.returncode == 0 and not died, f"the rotation: {done}")
    if died:
        if system.service.process.poll() is not None:
            system.start()
        if _master(system) == before and not _other_masters(system):
            again = system.command("secrets", "rotate")
            line.expect(again.returncode == 0, f"step {number}: no second try: {again}")
        _finishes(system, line, died=False)
    line.expect(_master(system) != before, f"step {number}: the old key is still used")
    line.expect(not _other_masters(system), f"step {number}: keys are left: {_other_masters(system)}")
    invariants.check(system, line, people)
    for fault in ("keys_unreadable", "sealed_value_unreadable"):
        line.expect(fault not in system.log.read_text(errors="replace"), f"step {number}: {fault}")
    return counted


def _finishes(system, line, died):
    """Lets the service finish, one stage at a time. Returns whether a process died on the way."""
    if died:
        return True
    for stage in range(3):
        if system.service.process.poll() is not None and not _starts(system):
            return True
        if not _other_masters(system):
            return False
        system.advance(STAGE_SECONDS)
        # Two passes: the first rewrites everything, the second finds nothing to rewrite.
        wanted = _passes(system) + 2 - (stage == 0)
        until(lambda: system.died() or not _other_masters(system) or _passes(system) >= wanted, f"stage {stage} of the rotation", ENOUGH)
        if system.died():
            return True
    return False


def _starts(system):
    try:
        system.start()
    except Refused as refused:
        if refused.status != -9:
            raise
        return False
    return not system.died()


def _passes(system):
    """How many passes over the sealed values the service has logged."""
    return system.log.read_text(errors="replace").count("rewritten=") if system.log.exists() else 0


def _master(system):
    return (system.state / "secrets" / "master.key").read_text()


def _other_masters(system):
    return sorted(file.name for file in (system.state / "secrets").glob("master-*.key"))


def _opens(system, line, people):
    """Every rotation resealed Apple's tokens; each of them must still revoke its grant."""
    for person in people:
        person.sign_in()
        answer = person.delete_account()
        line.expect(answer is not None and answer.status == 200, f"nobody can leave: {answer}")
    until(lambda: not system.engine.rows("SELECT id FROM outbox"), "each of Apple's tokens is used", ENOUGH)
    events = {row[0] for row in system.engine.rows("SELECT event FROM audit")}
    line.expect("revocation_confirmed" in events and "revocation_impossible" not in events, f"{sorted(events)}")


DRILLS = {"K18": rotation}

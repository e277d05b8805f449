"""K1–K17, K19: kill -9 at every step of a sign-in, a refresh, a deletion, a notification, a migration and a first
start.

A step is one call that leaves the process: a write, sync or rename on the disk, or a message to or from the database
server, Apple or the client. The process can die before it or after it. The drill counts the steps in an undisturbed
run, then kills the process at the first step, at the second, and so on. A full run repeats this until there are fifty
kills.
"""

from harness.people import Person, Visitor, present
from harness.programs import Refused
from harness.waiting import until

from . import invariants
from .control import APPLE, CLIENT, DATABASE, NEVER, SECRETS, SERVER
from .system import running

EVERYWHERE = DATABASE | SERVER | APPLE | CLIENT
KILLS_IN_FULL = 50


def chosen(count, full):
    """The steps at which to die: all of them in full, otherwise a sample.

    Most steps in the middle write one page after another, so the first and the last steps differ most.
    """
    if full:
        return range(1, count + 1)
    return sorted({1, min(2, count), *range(4, count, max(1, count // 3)), *range(max(1, count - 3), count + 1)})


def sweep(system, line, full, places, act, check, holds, revive=None, kills=KILLS_IN_FULL):
    """Runs `act` once, once more to count its steps, and then with the process dying at one step after another.

    A process that died is started again. `check` learns whether `act` was acknowledged, and `holds` checks the
    invariants. `act` calls its argument at the point from which steps are counted.
    """
    kinds = set()

    def play(number):
        system.interposer.shared.die_at = 0
        told = act(lambda: system.interposer.arm(places, number))
        counted = system.interposer.disarm()
        died = system.died(60 if not told or counted >= number else 0)
        if died:
            kinds.add(system.interposer.last_step())
            line.count()
            (revive or system.start)()
        line.expect(died or told, f"step {number}: no answer, and alive")
        check(told)
        if died:
            holds()
        return counted

    play(NEVER)  # Steps that occur only the first time or just after a start are not counted.
    count = play(NEVER)
    while True:
        for number in chosen(count, full):
            play(number)
        if not full or line.played >= kills or line.problems:
            break
    line.remark(f"{count} steps of {len(kinds)} kinds")


def resume(system):
    """Starts the service two minutes later, when everything that another process had taken from the outbox is free
    again.
    """
    system.advance(125)
    system.start()


def web_sign_in(report, engine, full):
    """K1–K12 are named steps of this sign-in; here the process dies at every step."""
    with report.line("K1-K12 kill -9 in a first web sign-in", engine) as line, running(engine) as system:
        people = []

        def signs_in(arm):
            people.append(Visitor(system))
            arm()
            answer = people[-1].walk()
            return answer is not None and answer.status == 303

        def check(told):
            where, visitor = f"kill {line.played}", people[-1]
            account = visitor.account()
            line.expect(account is not None or not told, f"I2 {where}: signed in, and not known")
            if visitor.form and not told:
                # The page did not load, so the browser posts the same form again.
                again = visitor.post(visitor.form)
                line.expect(again.status in (303, 503) or 400 <= again.status < 500, f"{where}: the reload: {again}")
            answer = visitor.walk()
            if line.expect(answer is not None and answer.status == 303, f"{where}: the way in is lost: {answer}"):
                said = visitor.get("/v1/account").json
                name = said.get("name") or {}
                line.expect(name.get("given") == "Grace", f"{where}: the name that Apple sends once is lost")
                line.expect(account in (None, said["id"]), f"{where}: a second account")

        sweep(
            system,
            line,
            full,
            EVERYWHERE,
            signs_in,
            check,
            lambda: invariants.check(system, line, visitors_sessions=3 * len(people)),
            kills=12 * KILLS_IN_FULL,
        )


def known_sign_in(report, engine, full):
    """A person whose grant is stored brings a code, which is exchanged between the claim and the commit."""
    with report.line("K19 kill -9 in the sign-in of somebody known", engine) as line, running(engine) as system:
        visitor = Visitor(system)
        visitor.walk()
        account, walks = visitor.account(), 1
        system.emulator.clear_log()

        def signs_in(arm):
            nonlocal walks
            walks += 1
            arm()
            answer = visitor.walk()
            return answer is not None and answer.status == 303

        def check(told):
            where = f"kill {line.played}"
            if visitor.form and not told:
                again = visitor.post(visitor.form)
                line.expect(again.status in (303, 503) or 400 <= again.status < 500, f"{where}: the reload: {again}")
            line.expect(visitor.account() == account, f"I2 {where}: signed out")

        def holds():
            invariants.check(system, line, visitors_sessions=walks)
            asked = len(system.emulator.log("/auth/token"))
            line.expect(asked <= walks, f"{asked} codes were sent in {walks} sign-ins")

        sweep(system, line, full, EVERYWHERE, signs_in, check, holds)


def refresh(report, engine, full):
    with report.line("K13 kill -9 in a refresh", engine) as line, running(engine) as system:
        ada, bystander = Person(system), Person(system)
        ada.sign_in(), bystander.sign_in()

        def renews(arm):
            arm()
            return ada.refresh() is not None

        def check(told):
            # An app without an answer repeats its request with the old token; an app with an answer uses the new one.
            again = ada.refresh()
            line.expect(again is not None and again.status == 200, f"kill {line.played}: signed out: {again}")

        sweep(system, line, full, EVERYWHERE, renews, check, lambda: invariants.check(system, line, [ada, bystander]))


def delete(report, engine, full):
    with report.line("K15 kill -9 in a deletion", engine) as line, running(engine) as system:
        bystander, people = Person(system), []
        bystander.sign_in()

        def leaves(arm):
            people.append(Person(system))
            people[-1].sign_in()
            arm()
            return people[-1].delete_account() is not None

        sweep(
            system,
            line,
            full,
            EVERYWHERE,
            leaves,
            lambda told: _check_left(system, line, people[-1], told),
            lambda: invariants.check(system, line, [bystander] + people),
            revive=lambda: resume(system),
        )


def _check_left(system, line, person, told):
    """The account is unchanged or completely deleted, with nothing in between."""
    where = f"kill {line.played}"
    known = person.refresh()
    if known is not None and known.status == 200:
        line.expect(not told, f"{where}: told that the account is deleted, and it is there")
        return
    line.expect(known is not None and known.code == "session_ended", f"{where}: {known}")
    # The outbox completes the calls to Apple, whichever process held its entries when it died.
    until(lambda: not system.engine.rows("SELECT id FROM outbox"), f"{where}: the revocation is settled")
    earlier, person.account = person.account, None
    back = person.sign_in()
    line.expect(back.status == 200 and person.account != earlier, f"{where}: not a new account: {back}")
    name = back.json["account"].get("name") if back.status == 200 else None
    line.expect(name and name.get("given") == "Grace", f"{where}: no name in the new account: Apple's consent stood")


def outbox(report, engine, full):
    """The second half of a deletion: the calls to Apple, made by whichever process is alive."""
    with report.line("K15 kill -9 in the revocation at Apple", engine) as line, running(engine) as system:
        people = []

        def revokes(arm):
            people.append(Person(system))
            people[-1].sign_in()
            # The emulator holds the revocation until counting begins, so that only the steps after it are counted.
            gate = f"held-{len(people)}"
            system.control("faults", {"endpoint": "revoke", "fault": {"kind": "gate", "gate": gate, "times": 1}})
            people[-1].delete_account()
            system.service.kill()
            resume(system)
            until(lambda: gate in system.control("faults")["waiting"], "the revocation comes")
            arm()
            system.control("gates", {"open": gate})
            until(lambda: system.died() or not system.engine.rows("SELECT id FROM outbox"), "the revocation is settled")
            return not system.died()

        sweep(
            system,
            line,
            full,
            DATABASE | SERVER | APPLE,
            revokes,
            lambda told: _check_left(system, line, people[-1], True),
            lambda: invariants.check(system, line, people),
            revive=lambda: resume(system),
        )


def notification(report, engine, full):
    with report.line("K16 kill -9 in a notification", engine) as line, running(engine) as system:
        bystander, people = Person(system), []
        bystander.sign_in()

        def arrives(arm):
            people.append(Person(system))
            people[-1].sign_in()
            arm()
            system.control("account/stop-using", {"person": people[-1].key, "client": "com.example.app"})
            return system.control("notifications?settled")["entries"][-1]["state"] == "delivered"

        def check(told):
            where, person = f"kill {line.played}", people[-1]
            if not told:
                # Apple tries again one minute later, and five minutes after the first attempt.
                system.advance(60)
                entry = system.control("notifications?settled")["entries"][-1]
                line.expect(entry["state"] == "delivered", f"{where}: the repeat was not taken: {entry['state']}")
            taken = system.engine.rows("SELECT count(*) FROM received_notifications")[0][0]
            line.expect(taken == len(people), f"{where}: {taken} notifications taken, {len(people)} sent")
            refused = present(system, person.refresh_token)
            line.expect(refused is not None and refused.code == "session_ended", f"{where}: still signed in: {refused}")
            earlier = person.account
            back = person.sign_in()
            line.expect(back.status == 200 and person.account == earlier, f"{where}: not the same account: {back}")

        sweep(system, line, full, EVERYWHERE, arrives, check, lambda: invariants.check(system, line, [bystander] + people))


def first_start(report, engine, full):
    with report.line("K17 kill -9 in a first start", engine) as line:
        with running(engine, starts=False) as system:
            system.interposer.arm(DATABASE | SECRETS | SERVER)
            system.start()
            count, wanted = system.interposer.disarm(), system.engine.schema()
        for number in chosen(count, full):
            with running(engine, starts=False) as system:
                if _dies_starting(system, line, number):
                    line.count()
                    system.start()
                line.expect(system.engine.schema() == wanted, f"step {number}: not the schema of a whole start")
                person = Person(system)
                answer = person.sign_in()
                line.expect(answer is not None and answer.status == 200, f"step {number}: nobody can sign in: {answer}")
                invariants.check(system, line, [person])
        line.remark(f"{count} steps")


def _dies_starting(system, line, number):
    """Whether the start reached this step, where it died."""
    system.interposer.arm(DATABASE | SECRETS | SERVER, number)
    try:
        system.start()
    except Refused as refused:
        line.expect(refused.status == -9, f"step {number}: {refused}")
        system.interposer.disarm()
        return True
    return system.interposer.disarm() >= number and system.died(60)


def migration(report, engine, full):
    with report.line("K17 kill -9 in a migration", engine) as line, running(engine) as system:
        wanted = system.engine.schema()
        system.service.stop()
        count = _migrates(system, line, wanted, NEVER)
        for number in range(1, count + 1) if full else chosen(count, False):
            _migrates(system, line, wanted, number)
        line.remark(f"{count} steps")


def _migrates(system, line, wanted, number):
    """Migrates an empty database to the newest schema, dying at a step, and then again undisturbed.

    MigrationTests show for both engines that a step that failed leaves the stored rows as they were.
    """
    system.engine.empty()
    system.interposer.arm(DATABASE | SERVER, number)
    done = system.command("migrate")
    counted = system.interposer.disarm()
    if number != NEVER:
        line.expect(done.returncode == -9, f"step {number}: {done}")
        line.count()
        done = system.command("migrate")
    line.expect(done.returncode == 0, f"step {number}: {done}")
    line.expect(system.engine.schema() == wanted, f"step {number}: not the schema of a new database")
    for fault in system.engine.faults():
        line.problem(f"step {number}: the file is damaged: {fault}")
    return counted


# K14, linking, is in linking.py.
DRILLS = {
    "K1": web_sign_in,
    "K19": known_sign_in,
    "K13": refresh,
    "K15": delete,
    "K15b": outbox,
    "K16": notification,
    "K17": migration,
    "K17b": first_start,
}

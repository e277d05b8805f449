"""K14, and the part of R4 about linking: adding an identity to an account, by the owner's session or the app's
ticket."""

from harness import web
from harness.people import Person

from . import invariants
from .disk import times
from .killing import EVERYWHERE, sweep
from .system import running

# The number of repetitions, in full runs and in every run.
LINKS, UNLINKS = (500, 15), (500, 15)
WAYS = "/v1/account/identities"


class Owner(Person):
    """The owner of an account, who may link the Apple Account of another person's device to it."""

    def asks_to_add(self, other):
        """Prepares the last request for linking the other's Apple Account, without sending it."""
        return other.credential(token=self.access, links_to_session=True)

    def adds(self, message):
        """Sends the request under the session that began it. The answer contains a new session, which replaces that
        one.
        """
        return self.submit(message, token=self.access)

    def ways(self):
        return self.system.send("GET", WAYS, token=self.access).json["identities"]

    def leaves_out(self, identity):
        return self.system.send("POST", f"{WAYS}/unlink", body={"identity": identity}, token=self.access)


def by_session(report, engine, full):
    with report.line("K14 kill -9 in a link by the owner's session", engine) as line, running(engine) as system:
        owners, others = [], []

        def links(arm):
            owners.append(Owner(system)), others.append(Person(system))
            owners[-1].sign_in()
            message = owners[-1].asks_to_add(others[-1])
            arm()
            answer = owners[-1].adds(message)
            return answer is not None and answer.status == 200

        def check(told):
            where, owner, other = f"kill {line.played}", owners[-1], others[-1]
            if not told and owner.refresh().code == "session_ended":
                # The link succeeded, but the answer with the new session was lost, so the owner signs in again.
                earlier = owner.account
                owner.sign_in()
                line.expect(owner.account == earlier, f"{where}: the way in leads elsewhere")
            if not told:
                again = owner.adds(owner.asks_to_add(other))
                line.expect(again is not None and again.status == 200, f"{where}: cannot be linked any more: {again}")
            line.expect(len(owner.ways()) == 2, f"{where}: not two ways in")
            reached = other.sign_in()
            line.expect(reached.status == 200 and other.account == owner.account, f"{where}: leads elsewhere: {reached}")
            other.account = None  # Their account is now the owner's, which is checked there.

        sweep(system, line, full, EVERYWHERE, links, check, lambda: invariants.check(system, line, owners + others))


def by_ticket(report, engine, full):
    with report.line("K14 kill -9 in a link by the app's ticket", engine) as line, running(engine) as system:
        key, people = system.key("link", "accounts:read"), []

        def ticket(number):
            return system.backend(key, "/v1/link-tickets", {"external_id": f"user-{number}"})["ticket"]

        def links(arm):
            people.append(Person(system))
            message = people[-1].credential(link_ticket=ticket(len(people)))
            arm()
            answer = people[-1].submit(message)
            return answer is not None and answer.status == 200

        def check(told):
            where, person, number = f"kill {line.played}", people[-1], len(people)
            if not told:
                again = person.submit(person.credential(link_ticket=ticket(number)))
                line.expect(again is not None and again.status == 200, f"{where}: cannot be linked any more: {again}")
            found = system.send("GET", f"/v1/accounts?external_id=user-{number}", token=key)
            line.expect(
                found.status == 200 and found.json["account"]["id"] == person.account and found.json["identities"] == 1,
                f"{where}: the app's user has another account: {found}",
            )
            name = found.json["account"].get("name") if found.status == 200 else None
            line.expect(name and name.get("given") == "Grace", f"{where}: the name that Apple sends once is lost")

        sweep(system, line, full, EVERYWHERE, links, check, lambda: invariants.check(system, line, people))


def races(report, engine, full):
    with report.line("R4 one Apple Account linked to two accounts at once", engine) as line, running(engine) as system:
        everybody = []
        for _ in times(LINKS, full):
            first, second, other = Owner(system), Owner(system), Person(system)
            everybody += [first, second, other]
            first.sign_in(), second.sign_in()
            messages = [first.asks_to_add(other), second.asks_to_add(other)]
            answers = web.at_once([lambda: first.adds(messages[0]), lambda: second.adds(messages[1])])
            line.expect(sorted(answer.status for answer in answers) == [200, 409], f"answered {answers}")
            line.expect({answer.code for answer in answers} == {None, "identity_linked_elsewhere"}, f"answered {answers}")
            ways = [len(owner.ways()) for owner in (first, second)]
            line.expect(ways == [2 if answer.status == 200 else 1 for answer in answers], f"ways in: {ways}")
            line.count()
        invariants.check(system, line, everybody)
    with report.line("R4 unlink and sign-in at once", engine) as line, running(engine) as system:
        everybody = []
        for _ in times(UNLINKS, full):
            owner, other = Owner(system), Person(system)
            everybody += [owner, other]
            owner.sign_in()
            owner.adds(owner.asks_to_add(other))
            waiting, added = other.credential(), owner.ways()[-1]["id"]
            gone, back = web.at_once([lambda: owner.leaves_out(added), lambda: other.submit(waiting)])
            line.expect(gone.status == 204, f"the unlink: {gone}")
            # Either the sign-in came first and its session ended with the unlink, or it came second and created a new
            # account, or its way in went while its code was exchanged.
            line.expect(back.status in (200, 410), f"the sign-in: {back}")
            if back.status == 200:
                alive = other.read_account()
                line.expect(
                    alive.status == (401 if other.account == owner.account else 200),
                    f"{'the old' if other.account == owner.account else 'a new'} account, then {alive}",
                )
            again = other.sign_in()
            line.expect(
                again.status == 200 and other.account != owner.account,
                f"the next sign-in: {again}, {'the same' if other.account == owner.account else 'a new'} account",
            )
            line.expect(len(owner.ways()) == 1, "the way in is still listed")
            line.count()
        invariants.check(system, line, everybody)


DRILLS = {"K14": by_session, "K14b": by_ticket, "R4b": races}

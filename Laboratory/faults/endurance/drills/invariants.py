"""The invariants that hold after every fault: the answers that people received are compared with the database.

The numbers are the project's own. I1: rows are unique and accounts complete. I2: nothing acknowledged is lost. I3: no
session exists that nobody began. I4: a lost answer to a refresh can be made up for. I5: the subject is Apple's. I6: the
log contains no secret. I7: the service is back within five seconds. I8: nobody reaches another person's account.
"""

from harness.people import present

from .system import RESTART_SECONDS

# Counts of rows that lack a row they need.
ORPHANS = {
    "identities without an account": "SELECT count(*) FROM identities WHERE account_id NOT IN (SELECT id FROM accounts)",
    "accounts without an identity": (
        "SELECT count(*) FROM accounts WHERE disabled_at IS NULL AND id NOT IN (SELECT account_id FROM identities)"
    ),
    "identities missing from the account's list": (
        "SELECT count(*) FROM identities i WHERE NOT EXISTS (SELECT 1 FROM account_identities a "
        "WHERE a.identity_id = i.id AND a.account_id = i.account_id)"
    ),
    "listed identities that are not there": (
        "SELECT count(*) FROM account_identities a WHERE NOT EXISTS (SELECT 1 FROM identities i "
        "WHERE a.identity_id = i.id AND a.account_id = i.account_id)"
    ),
    "grants without an identity": "SELECT count(*) FROM grants WHERE identity_id NOT IN (SELECT id FROM identities)",
    "live sessions without an account": (
        "SELECT count(*) FROM sessions WHERE ended_at IS NULL AND account_id NOT IN (SELECT id FROM accounts)"
    ),
    "subjects with two identities": (
        "SELECT count(*) FROM (SELECT subject FROM identities GROUP BY team_id, subject HAVING count(*) > 1) AS doubled"
    ),
    "sessions of OpenID clients without their other half": (
        "SELECT count(*) FROM sessions WHERE platform = 3 AND id NOT IN (SELECT id FROM client_sessions)"
    ),
    "halves of OpenID clients' sessions without a session": (
        "SELECT count(*) FROM client_sessions WHERE id NOT IN (SELECT id FROM sessions WHERE platform = 3)"
    ),
    "OpenID clients' sessions under one that is over": (
        "SELECT count(*) FROM sessions s JOIN client_sessions c ON c.id = s.id LEFT JOIN sessions p ON p.id = c.parent_id "
        "WHERE s.ended_at IS NULL AND NOT c.is_detached AND (p.id IS NULL OR p.ended_at IS NOT NULL)"
    ),
    "used codes without their session": (
        "SELECT count(*) FROM authorization_codes WHERE (used_at IS NULL) <> (session_id IS NULL) "
        "OR session_id NOT IN (SELECT id FROM client_sessions)"
    ),
    "notices of OpenID clients' sessions that go on": (
        "SELECT count(*) FROM client_sessions c JOIN sessions s ON s.id = c.id "
        "WHERE s.ended_at IS NULL AND NOT c.is_detached AND c.logout_due_at IS NOT NULL"
    ),
    "notifications taken for nothing": "SELECT count(*) FROM received_notifications WHERE effect = ''",
}


def check(system, line, people=(), visitors_sessions=0):
    """Checks every invariant of a running system. `people` lists everybody who ever signed in, once each."""
    where = f"after {line.played}"
    for name, sql in ORPHANS.items():
        line.expect(system.engine.rows(sql)[0][0] == 0, f"I1 {where}: {name}")
    for fault in system.engine.faults():
        line.problem(f"I1 {where}: the file is damaged: {fault}")
    subjects = {row[0] for row in system.engine.rows("SELECT subject FROM identities")}
    line.expect(subjects <= {person.subject for person in people} or not people, f"I5 {where}: a subject that Apple never signed for us")
    live = system.engine.rows("SELECT count(*) FROM sessions WHERE ended_at IS NULL")[0][0]
    begun = sum(person.sessions_begun for person in people) + visitors_sessions
    line.expect(live <= begun, f"I3 {where}: {live} sessions, {begun} begun")
    accounts = [person.account for person in people if person.account]
    line.expect(len(set(accounts)) == len(accounts), f"I8 {where}: two people, one account")
    line.expect(system.slowest_start <= RESTART_SECONDS, f"I7 {where}: {system.slowest_start:.1f} s to start")
    for person in people:
        if person.account:
            check_session(line, person, where)
    check_log(system, line, people)


def check_session(line, person, where):
    """I2, I4, I8: the person's refresh token still works, also if its answer was lost, and leads to their own
    account."""
    presented = person.refresh_token
    first, second = person.refresh(), None
    if line.expect(first is not None and first.status == 200, f"I2 {where}: signed out: {first}"):
        successors = presented, person.refresh_token
        second = present(person.system, presented)
        line.expect(
            second is not None and second.status == 200 and second.json["refresh_token"] not in successors,
            f"I4 {where}: no answer to a repeat, or the same again: {second}",
        )
        account = person.read_account()
        line.expect(
            account is not None and account.status == 200 and account.json["id"] == person.account,
            f"I8 {where}: own account not reached: {account}",
        )


def check_log(system, line, people):
    said = system.log.read_text(errors="replace") if system.log.exists() else ""
    for person in people:
        for secret in (person.refresh_token, person.access, f"{person.key}@example.com"):
            line.expect(not secret or secret not in said, "I6: a secret or an address in the log")

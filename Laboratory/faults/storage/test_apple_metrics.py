"""What `/metrics` says about Apple, after each cause at the emulator."""

import contextlib
import json
import re
import sqlite3

import pytest

from harness.moved_clock import MovedClock
from harness.people import Person
from harness.waiting import until

HOUR = 3_600
# While so much work waits, no further checks are planned (GrantValidation.longestBacklog).
BACKLOG = 20_000
# So late that nothing takes it, in milliseconds since 1970.
LATE = 4_000_000_000_000
LINE = re.compile(r"^(siwa_\w+)(?:\{(.*)\})? (\S+)$", re.M)


@pytest.fixture
def world(tmp_path):
    world = MovedClock(tmp_path, rate_limits={"per_minute": 0})
    try:
        world.start_all_later()
        world.operations = world.key("operations")
        yield world
    finally:
        world.stop()


def metrics(world):
    """The value of each line, by name and labels."""
    answer = world.send("GET", "/metrics", token=world.operations)
    assert answer is not None and answer.status == 200, answer
    return {(name, labels): float(value) for name, labels, value in LINE.findall(answer.body.decode())}


def value(world, name, **labels):
    """The value of one line, or None."""
    return metrics(world).get((name, ",".join(f'{label}="{text}"' for label, text in labels.items())))


def settled(world, expected, name, **labels):
    until(lambda: value(world, name, **labels) == expected, f"{name} {labels} is {expected}")


def restart_after(world, seconds):
    """Lets time pass for the service, then for Apple, so that what Apple sends late finds the service."""
    world.stop_services()
    world.ahead += seconds
    world.start_all_later()
    world.control("clock", {"advance": seconds})


def left_sign(effect="sessions_ended", repeat="false"):
    return {"kind": "consent-revoked", "effect": effect, "repeat": repeat}


def test_a_notification_is_counted_with_its_effect_and_its_age(world):
    person = Person(world)
    assert person.sign_in().status == 200
    assert value(world, "siwa_notification_last_seconds") is None
    world.control("account/stop-using", {"person": person.key, "client": "com.example.app"})
    settled(world, 1, "siwa_notifications_total", **left_sign())
    assert value(world, "siwa_notification_last_seconds") < HOUR
    assert value(world, "siwa_notification_lag_seconds_bucket", le="60") == 1
    # The counter begins again, the time goes on.
    restart_after(world, 2 * HOUR)
    assert value(world, "siwa_notifications_total", **left_sign()) is None
    assert 2 * HOUR <= value(world, "siwa_notification_last_seconds") < 3 * HOUR


def test_a_notification_that_apple_sends_two_hours_late_is_counted_as_that(world):
    person = Person(world)
    assert person.sign_in().status == 200
    world.control("notifications/policy", {"delay_seconds": 2 * HOUR})
    world.control("account/stop-using", {"person": person.key, "client": "com.example.app"})
    restart_after(world, 2 * HOUR)
    settled(world, 1, "siwa_notification_lag_seconds_count")
    assert value(world, "siwa_notification_lag_seconds_bucket", le="3600") == 0
    assert value(world, "siwa_notification_lag_seconds_bucket", le="+Inf") == 1


def test_forged_notifications_are_counted_by_code_only(world):
    for number in range(5):
        answer = world.send("POST", "/apple/notifications", body={"payload": f"{number}.forged.token"})
        assert answer.status == 400, answer
    found = {labels: count for (name, labels), count in metrics(world).items() if name == "siwa_notifications_refused_total"}
    assert sum(found.values()) == 5 and all(re.fullmatch(r'code="notification_\w+"', labels) for labels in found)


def test_calls_are_counted_by_outcome_and_what_waits_by_kind(world):
    person = Person(world)
    assert person.sign_in().status == 200
    assert value(world, "siwa_apple_call_seconds_count", call="exchange", outcome="answered") == 1
    world.control("faults", {"endpoint": "revoke", "fault": {"kind": "status", "status": 503}})
    assert person.delete_account().status == 200
    until(lambda: (value(world, "siwa_apple_call_seconds_count", call="revoke", outcome="failed") or 0) >= 1, "Apple was asked to revoke")
    assert value(world, "siwa_outbox_items", kind="revocation") == 1
    assert value(world, "siwa_outbox_items", kind="validation") == 0
    restart_after(world, 2 * HOUR)
    assert value(world, "siwa_outbox_oldest_seconds", kind="revocation") >= 2 * HOUR
    # Each refusal doubles the wait for the next attempt, so that it may be minutes away. The numbers are of the last process.
    world.stop_services()
    world.control("faults", method="DELETE")
    world.pass_time(HOUR)
    world.start_all_later()
    settled(world, 0, "siwa_outbox_items", kind="revocation")
    # Apple refuses to refresh a token that it revoked.
    assert value(world, "siwa_apple_call_seconds_count", call="refresh", outcome="refused") == 1
    assert value(world, "siwa_apple_call_failures_total", call="refresh", code="invalid_grant") == 1


def test_keys_that_apple_does_not_hand_out_grow_old_and_are_still_used(world):
    assert Person(world).sign_in().status == 200
    assert value(world, "siwa_apple_keys_age_seconds") < HOUR
    world.control("faults", {"endpoint": "keys", "fault": {"kind": "status", "status": 503}})
    restart_after(world, 2 * HOUR)
    until(lambda: (value(world, "siwa_apple_keys_total", event="fetch_failed") or 0) >= 1, "Apple was asked for its keys")
    assert value(world, "siwa_apple_keys_age_seconds") >= 2 * HOUR
    assert Person(world).sign_in().status == 200


def test_an_answer_in_another_form_is_counted_by_its_members(world):
    odd = {"access_token": "a", "token_type": "mac", "expires_in": 0}
    world.control(
        "faults",
        {
            "endpoint": "token",
            "fault": {"kind": "status", "status": 200, "content_type": "application/json", "body": json.dumps(odd), "times": 1},
        },
    )
    assert Person(world).sign_in().status != 200
    for code in ("token_type_odd", "expires_in_odd"):
        assert value(world, "siwa_apple_reply_oddities_total", call="exchange", code=code) == 1


def test_a_clock_that_is_ahead_of_apples_is_measured(world):
    world.stop_services()
    world.ahead += 2 * HOUR
    world.start_all_later()
    until(lambda: abs((value(world, "siwa_clock_ahead_seconds") or 0) - 2 * HOUR) < 60, "the difference of the clocks")


def test_a_check_of_a_token_is_counted_by_its_verdict(world):
    settled(world, 0, "siwa_validation_behind_seconds")
    person = Person(world)
    assert person.sign_in().status == 200
    # The app says that its credential was revoked, so Apple is asked at once.
    ended = world.send("POST", "/v1/sessions/end", body={"reason": "credential_revoked"}, token=person.access)
    assert ended.status == 204, ended
    settled(world, 1, "siwa_validations_total", verdict="standing")
    assert value(world, "siwa_apple_call_seconds_count", call="refresh", outcome="answered") == 1


def test_daily_checks_that_cannot_be_planned_are_behind_until_they_can(world):
    settled(world, 0, "siwa_validation_behind_seconds")
    world.stop_services()
    with changed(world) as database:
        database.execute(
            "WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)"
            " INSERT INTO outbox (id, kind, account_id, identity_id, client_id, sealed_refresh_token, created_at, due_at, attempts,"
            " is_asked, was_seen_alive)"
            " SELECT randomblob(16), 1, randomblob(16), randomblob(16), 'com.example.app', x'00', ?, ?, 0, 0, 1 FROM numbers",
            (BACKLOG, LATE, LATE),
        )
    world.start_all_later()
    until(lambda: "outbox_full" in world.log.read_text(), "nothing is planned")
    assert value(world, "siwa_outbox_items", kind="validation") == BACKLOG
    # A process that plans is 0 seconds behind for its first minute.
    until(lambda: value(world, "siwa_validation_behind_seconds") >= 1, "the planning falls behind")
    world.stop_services()
    with changed(world) as database:
        database.execute("DELETE FROM outbox WHERE due_at = ?", (LATE,))
    world.start_all_later()
    settled(world, 0, "siwa_validation_behind_seconds")


@contextlib.contextmanager
def changed(world):
    """The database of a service that is stopped."""
    with contextlib.closing(sqlite3.connect(world.state / "accounts.sqlite", timeout=30)) as connection, connection:
        yield connection

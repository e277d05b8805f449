"""Interprets answers as an app does: success, an outage, or an answer that must never occur."""

from harness.people import present


class NotServed(Exception):
    """The service answered 503, so the outcome is unknown."""


class Wrong(Exception):
    """An answer that must never occur."""


def sign_in(person, connection):
    return served(person.sign_in(connection))


def renew(connection, token):
    return served(present(connection, token))


def account(connection, token):
    return served(connection.send("GET", "/v1/account", token=token))


def served(answer):
    if answer.status == 503:
        raise NotServed
    if answer.status != 200:
        raise Wrong(f"{answer.status} instead of 200: {answer.body[:300]}")
    return answer.json

"""Compares the table in Documentation/openid-clients.md with what these tests check."""

import importlib
import json
import pathlib

from documented import named
from relying_party import HearsOfLogouts, RelyingParty

DOCUMENT = pathlib.Path(__file__).resolve().parents[4] / "Documentation" / "openid-clients.md"
COLUMNS = (
    "client",
    "finds siwa by",
    "PKCE",
    "client authentication",
    "answer by",
    "ID token",
    "verified by",
    "userinfo",
    "refresh",
    "logout",
    "settings that it needs",
)


def row(client):
    """The table's row for one client."""
    at_siwa = [
        f"at siwa: `{name}`: `{json.dumps(value).strip(chr(34))}`"
        for name, value in client.at_siwa.items()
        if name != "backchannel_logout_uri"
    ]
    logout = ["itself" if client.offers("log_out") else "site"]
    return (
        "| "
        + " | ".join(
            [
                ", ".join(named(name, client.comes_from) for name in client.software.split(", ")),
                client.finds_siwa_by,
                "S256" if client.pkce else "no",
                f"`{client.authentication}`",
                f"`{client.response_mode}`",
                "any" if client.verified_by == "nobody" else ", ".join(client.algorithms),
                client.verified_by,
                "yes" if client.asks_userinfo else "no",
                "itself" if client.offers("refresh") else "no",
                ", ".join(logout + (["back-channel"] if issubclass(client, HearsOfLogouts) else [])),
                "; ".join(at_siwa + ([client.settings] if client.settings else [])),
            ]
        ).rstrip()
        + " |"
    )


def undocumented(folder):
    """The rows of this folder's clients that are missing from the document."""
    for path in sorted(pathlib.Path(folder).glob("test_*.py")):
        importlib.import_module(path.stem)
    rows = [row(client) for client in RelyingParty.all()]
    assert rows
    lines = DOCUMENT.read_text().splitlines()
    return [expected for expected in rows if expected not in lines]


def count():
    """The document's first sentence, with the numbers from its table. Two rows of one client count once."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in DOCUMENT.read_text().splitlines()]
    rows = [dict(zip(COLUMNS, cells)) for cells in rows if len(cells) == len(COLUMNS) and cells[2] in ("S256", "no")]
    clients = {each["client"]: each for each in rows if "its steps" not in each["client"]}.values()
    return (
        f"{len(clients)} clients sign people in at siwa: {sum(each['PKCE'] == 'S256' for each in clients)} with PKCE, "
        f"{sum(each['refresh'] == 'itself' for each in clients)} refresh, "
        f"{sum(each['logout'].startswith('itself') for each in clients)} sign the person out by themselves, and "
        f"{sum('back-channel' in each['logout'] for each in clients)} hear of a sign-out elsewhere."
    )

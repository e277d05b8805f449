"""A seller and a buyer are two services of two companies, which pass a file with transfer identifiers."""

import hashlib
import json

import pytest

from harness.emulator import APP, TEAM
from harness.system import System
from moving_app import BUYER, KEY, Guest, SQLite, World, signed_in


class Buyer(System):
    """The buyer's service, at the same Apple as the seller's. Its accounts have the external IDs of the seller's."""

    def __init__(self, folder, seller):
        folder.mkdir()
        super().__init__(
            folder,
            emulator=seller.emulator,
            rate_limits={"per_minute": 0},
            teams={
                "example": {
                    "team_id": BUYER,
                    "keys": {KEY: {"file": str(seller.buyer_key)}},
                    "clients": {"app": {"id": APP, "kind": "native"}},
                }
            },
            transfers={"sale": {"from": TEAM, "to": "example", "clients": ["app"]}},
        )
        self.rows = SQLite(folder / "accounts.sqlite")

    transfer, status = World.transfer, World.status

    def external_id(self, account):
        return self.backend(self.reader, f"/v1/accounts?account={account}")["external_id"]


@pytest.fixture
def seller(tmp_path):
    """The seller's service. Its configuration names the buyer's team only by its Team ID."""
    folder = tmp_path / "seller"
    folder.mkdir()
    seller = World(folder)
    seller.rows = SQLite(folder / "accounts.sqlite")
    seller.settings |= {"teams": {}, "transfers": {"sale": {"from": "example", "to": BUYER, "clients": ["app", "web"]}}}
    try:
        seller.start()
        yield seller
    finally:
        seller.stop()


@pytest.fixture
def buyer(tmp_path, seller):
    buyer = Buyer(tmp_path / "buyer", seller)
    try:
        buyer.start()
        buyer.reader = buyer.key("accounts:read")
        yield buyer
    finally:
        buyer.stop_services()


def written(lines):
    """A file of these lines, with a last line that fits."""
    count = {"entries": len(lines) - 2}
    body = json.dumps(json.loads(lines[0]) | count) + "\n" + "".join(lines[1:-1])
    end = json.loads(lines[-1]) | count | {"sha256": hashlib.sha256(body.encode()).hexdigest()}
    return body + json.dumps(end) + "\n"


def test_seller_and_buyer_are_two_services_and_pass_a_file(seller, buyer, tmp_path):
    key, people = seller.key("link"), [Guest(seller, hides=number % 2 == 0) for number in range(6)]
    for number, person in enumerate(people):
        ticket = seller.backend(key, "/v1/link-tickets", {"external_id": f"user-{number}"})["ticket"]
        answer = person.submit(person.credential(link_ticket=ticket))
        assert answer is not None and answer.status == 200, answer and answer.body
    file = tmp_path / "people.jsonl"
    seller.transfer("export", "--output", file, expecting=(0,))
    assert file.stat().st_mode & 0o777 == 0o600
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 8 and "@" not in whole
    assert not any(person.subject in whole for person in people), "Apple forbids the seller's subjects in the file"

    # A damaged file is refused by name, and nothing of it is used.
    damaged = tmp_path / "damaged.jsonl"
    for code, text in {
        "file_cut": "".join(lines[:-1]),
        "file_changed": "".join(lines[:1] + lines[2:]),
        "format_unknown": "".join(lines[1:]),
        "file_of_another_transfer": whole.replace(BUYER, "TEAM000003"),
        "personal_data": whole.replace('"account"', '"sub"'),
        "line_malformed": whole.replace("{", "[", 1),
    }.items():
        damaged.write_text(text)
        assert code in buyer.transfer("import", damaged, "--create", expecting=(2,)).stderr
    assert buyer.rows.count("accounts") == buyer.rows.count("transfer_entries") == 0

    # Two accounts exist, the others are made. Of a doubled line, neither is used.
    users = tmp_path / "users.jsonl"
    users.write_text(
        "".join(json.dumps({"external_id": f"user-{number}", "email": f"user{number}@example.com"}) + "\n" for number in range(2))
    )
    buyer.command("import", users)
    assert buyer.rows.count("accounts") == 2
    seller.hand_over()
    doubled = lines[2].replace("user-", "other-")
    damaged.write_text(written([*lines[:-1], doubled, lines[-1]]))
    said = buyer.transfer("import", damaged, "--dry-run", "--external-ids").stderr
    assert said.count("transfer_sub_repeated") == 2 and "5 people in the file, 2 lines refused" in said, said
    # Somebody else may have an external ID by chance, so the accounts that exist have to be confirmed.
    refused = buyer.transfer("import", file, "--create", expecting=(2,)).stderr
    assert "2 people of the file" in refused and "--external-ids" in refused, refused
    assert buyer.rows.count("transfer_entries") == 0
    buyer.transfer("import", file, "--create", "--external-ids", expecting=(0,))
    said = buyer.status()
    assert said["state"] == "settled" and said["people"]["exchanged"] == 6, said
    assert buyer.rows.count("accounts") == 6
    watched = buyer.transfer("status", "--watch", expecting=(0,)).stdout
    assert "state        settled" in watched and "at risk      0" in watched

    # At the buyer's, each person is who they were at the seller's. Once more, the file changes nothing.
    for number, person in enumerate(people):
        account = signed_in(Guest(buyer, not person.shares_email, person.key))
        assert buyer.external_id(account) == f"user-{number}"
    buyer.transfer("import", file, "--create", expecting=(0,))
    assert buyer.rows.count("accounts") == 6 == buyer.status()["people"]["exchanged"]

"""One service for each customer: the sample of Packaging/deploy/white-label, with the running services."""

import contextlib
import copy
import json
import pathlib
import subprocess
import sys

import pytest

from harness.keys import write_private
from harness.people import Visitor
from harness.programs import ROOT, siwa
from harness.receiver import Receiver
from harness.system import System

SAMPLE = ROOT / "Packaging" / "deploy" / "white-label"
CUSTOMERS = json.loads((SAMPLE / "customers.json").read_text())
NAMES = {"red": "Red Rides", "blue": "Blue Bus"}


def make(listed, folder):
    """Runs the sample's program."""
    file = folder / "customers.json"
    file.write_text(listed if isinstance(listed, str) else json.dumps(listed))
    return subprocess.run([sys.executable, SAMPLE / "make-configurations", file, folder], capture_output=True, text=True, check=False)


class Customer(System):
    """A customer's service, with the configuration that the sample's program wrote, and an Apple of its own."""

    made = None

    def configuration(self, place=0):
        return self.made or super().configuration(place)

    def place(self):
        """What differs on this machine: addresses, and the team at the emulator."""
        found = json.loads(self.configuration().read_text())
        return {name: found[name] for name in ("public_url", "listen", "apple", "teams")}


@pytest.fixture
def customers(tmp_path):
    """The sample's customers, each with a receiver of events. What is particular to the sample's machines is replaced."""
    with contextlib.ExitStack() as stack:
        listed, systems = copy.deepcopy(CUSTOMERS), {}
        for name, own in listed["customers"].items():
            folder = tmp_path / name
            folder.mkdir()
            systems[name] = system = Customer(folder)
            stack.callback(system.stop)
            system.receiver = stack.enter_context(Receiver())
            own.update(system.place())
            own["webhooks"] |= {"url": system.receiver.url}
            write_private(folder / "webhook.secret", siwa("webhooks", "secret").stdout.strip().encode())
            # Each service has an emulator of its own here. At Apple, no two customers share a team.
            own["teams"]["example"].pop("team_id")
            own["teams"] = {name: own["teams"]["example"]}
        every = listed["every"] | {
            "database": f"{tmp_path}/{{customer}}/siwa.sqlite",
            "secrets_directory": f"{tmp_path}/{{customer}}/secrets",
        }
        every["webhooks"] = {"secret_file": f"{tmp_path}/{{customer}}/webhook.secret"}
        every["mail"] = {"folder": f"{tmp_path}/{{customer}}"}
        listed["every"] = every
        yield start(listed, tmp_path, systems)


def start(listed, folder, systems):
    """The emulators have one Team ID and one app each, which two customers cannot share: added after the program ran."""
    apart = {name: own["teams"][name] for name, own in listed["customers"].items()}
    for number, (name, own) in enumerate(listed["customers"].items()):
        own["teams"] = {name: {"team_id": f"TEAM00000{number + 5}"}}
    made = make(listed, folder)
    assert made.returncode == 0, made.stderr
    for name, system in systems.items():
        path = folder / f"{name}.json"
        settings = json.loads(path.read_text())
        settings["teams"] = {name: apart[name] | {"team_id": "TEAM000001"}}
        path.write_text(json.dumps(settings))
        system.made = path
        system.start()
    return systems


def test_each_customer_has_their_own_name_and_question(customers):
    for name, system in customers.items():
        visitor = Visitor(system)
        asked = visitor.walk()
        assert (asked.status, asked.headers["Location"]) == (303, "/web/question"), asked
        page = visitor.get("/web/question").body.decode()
        assert NAMES[name] in page
        assert CUSTOMERS["customers"][name]["sign_in"]["existing_users_url"] in page
        other = NAMES["blue" if name == "red" else "red"]
        assert other not in page


def test_events_reach_the_customer_whose_person_it_is_and_nobody_else(customers):
    red, blue = customers["red"], customers["blue"]
    account = red.sign_in()["account"]["id"]
    body = red.receiver.next()[2]
    assert (body["type"], body["data"]["account"]) == ("account.created", account)
    assert blue.receiver.got.empty()


def test_keys_and_tokens_of_one_customer_open_nothing_at_another(customers):
    red, blue = customers["red"], customers["blue"]
    session, key = red.sign_in(), red.key("accounts:read")
    account = session["account"]["id"]
    assert red.backend(key, f"/v1/accounts?account={account}")["account"]["id"] == account
    refused = blue.send("GET", f"/v1/accounts?account={account}", token=key)
    assert (refused.status, refused.code) == (401, "credential_invalid")
    assert blue.send("GET", "/v1/account", token=session["access_token"]).status == 401
    assert red.send("GET", "/v1/account", token=session["access_token"]).status == 200


def test_a_customer_who_leaves_is_a_folder(customers):
    red, blue = customers["red"], customers["blue"]
    session = blue.sign_in()
    red.stop_services()
    assert (red.folder / "siwa.sqlite").exists()
    assert blue.send("GET", "/v1/account", token=session["access_token"]).status == 200


def changed(change):
    listed = copy.deepcopy(CUSTOMERS)
    change(listed["customers"]["red"], listed["customers"]["blue"])
    return listed


SHARED = {
    "public_url": lambda red, blue: blue.update(public_url=red["public_url"]),
    "listen": lambda red, blue: blue.update(listen=red["listen"]),
    "database": lambda red, blue: [own.update(database="/var/lib/siwa.sqlite") for own in (red, blue)],
    "secrets_directory": lambda red, blue: [own.update(secrets_directory="/var/lib/secrets") for own in (red, blue)],
    "webhooks.url": lambda red, blue: blue["webhooks"].update(url=red["webhooks"]["url"]),
    "access_tokens.audience": lambda red, blue: blue.update(access_tokens=red["access_tokens"]),
    "teams.*.team_id": lambda red, blue: blue["teams"]["blue"].update(team_id="REDR1DES01"),
    "teams.*.keys.*.file": lambda red, blue: blue["teams"]["blue"].update(keys=red["teams"]["red"]["keys"]),
    "teams.*.clients.*.id": lambda red, blue: blue["teams"]["blue"].update(clients=red["teams"]["red"]["clients"]),
}


@pytest.mark.parametrize("path", SHARED)
def test_customers_who_would_share_something_are_refused_and_nothing_is_written(tmp_path, path):
    refused = make(changed(SHARED[path]), tmp_path)
    assert refused.returncode == 1 and f"red and blue share {path}" in refused.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["customers.json"]


@pytest.mark.parametrize(
    "listed, words",
    [
        ("{", "not a list of customers"),
        ("[]", "not a list of customers"),
        ("{}", "not a list of customers"),
        ({"customers": {"Red": {}}}, "a name has 1 to 31"),
        ({"customers": {"../red": {}}}, "a name has 1 to 31"),
        ({"customers": {"red": {"listen": "127.0.0.1:1"}}}, "red: public_url is missing"),
    ],
)
def test_a_wrong_list_is_refused_in_words(tmp_path, listed, words):
    refused = make(listed, tmp_path)
    assert refused.returncode == 1 and words in refused.stderr and "Traceback" not in refused.stderr


def test_the_sample_s_own_files_are_for_their_owner_alone(tmp_path):
    assert make(CUSTOMERS, tmp_path).returncode == 0
    for name in CUSTOMERS["customers"]:
        assert pathlib.Path(tmp_path / f"{name}.json").stat().st_mode & 0o777 == 0o600


def test_the_unit_of_the_guide_is_that_of_the_package_with_the_customer_in_it():
    page = (ROOT / "Documentation" / "operations" / "customers.md").read_text()
    command = page.split("```\nsed ", 1)[1].split("\n```", 1)[0].split(" /lib/systemd", 1)[0]
    unit = subprocess.run(
        ["sh", "-c", f"sed {command} {ROOT / 'Packaging/debian/siwa.service'}"], capture_output=True, text=True, check=True
    ).stdout
    for line in ("User=siwa-%i", "StateDirectory=siwa-%i", "Description=Sign in with Apple for %i"):
        assert f"\n{line}\n" in unit, line
    assert "--config /etc/siwa/%i.json\n" in unit

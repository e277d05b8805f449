"""The guides for apps in other frameworks: a test makes the HTTP calls that they print, with the emulator as Apple's sheet."""

import hashlib
import re

import pytest

from harness.emulator import APP, KEY, TEAM, WEB
from harness.people import NAME
from harness.programs import ROOT
from harness.system import running
from harness.waiting import until
from printed_calls import PAGES, Client, blocks, calls, text
from samples import session_endings

CATALYST = "maccatalyst.com.example.app"
WITH_A_SHEET = ["expo", "unity", "kotlin-multiplatform", "maui", "ios-13-and-14", "mac-catalyst"]
GUIDES = [*WITH_A_SHEET, "xcuitest"]
# The languages of a guide's code. The kit's own code makes the calls of mac-catalyst.
CODE = ["ts", "csharp", "kotlin", "swift"]


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """The service and the emulator, with the clients of the guides: Mac Catalyst has a bundle ID of its own."""
    folder = tmp_path_factory.mktemp("apps")
    clients = {
        "app": {"id": APP, "kind": "native", "primary_app_id": APP},
        "mac": {"id": CATALYST, "kind": "native", "primary_app_id": APP},
        "web": {"id": WEB, "kind": "web", "primary_app_id": APP},
    }
    team = {"team_id": TEAM, "keys": {KEY: {"file": str(folder / f"AuthKey_{KEY}.p8")}}, "clients": clients}
    with running(folder, rate_limits={"per_minute": 0}, teams={"example": team}) as system:
        system.control(
            "portal/apps", {"team_id": TEAM, "bundle_id": CATALYST, "description": "Mac", "capability": "grouped", "primary_app": APP}
        )
        yield system


class Phone:
    """A person's phone with an app."""

    def __init__(self, system, person, bundle_id=APP):
        self.system, self.person, self.bundle_id = system, person, bundle_id
        self.nonce_at_apple = lambda nonce: hashlib.sha256(nonce.encode()).hexdigest()
        self.user = None

    def show_sheet(self, nonce):
        """What the sheet returns, under the names of Apple's framework in lower case."""
        found = self.system.control(
            "device/credentials",
            {
                "device": "phone-of-" + self.person,
                "person": self.person,
                "bundle_id": self.bundle_id,
                "scopes": ["name", "email"],
                "nonce": self.nonce_at_apple(nonce),
            },
        )
        self.user = found["user"]
        name = found.get("name") or {}
        return {
            "identitytoken": found["identity_token"],
            "authorizationcode": found["authorization_code"],
            "givenname": name.get("first"),
            "familyname": name.get("last"),
        }

    def client(self):
        return Client({"https://id.example.com": self.system.port}, show_sheet=self.show_sheet)


@pytest.fixture
def person(system):
    key = f"person-{next(system.numbers)}"
    system.control("people", {"key": key, "email": f"{key}@example.com", "name": NAME})
    return key


@pytest.fixture
def phone(system, person):
    return Phone(system, person)


def page(guide):
    return f"apps/{guide}.md"


def play(phone, guide, times=1):
    """Makes the calls of a guide, and returns the last answer of each time."""
    if guide == "mac-catalyst":
        phone.bundle_id = CATALYST
    clients = [phone.client() for _ in range(times)]
    for client in clients:
        for call in calls(page(guide)):
            client.make(call)
    return [client.answers[-1] for client in clients]


@pytest.mark.parametrize("guide", WITH_A_SHEET)
def test_the_calls_of_a_guide_sign_a_person_in(phone, guide):
    (session,) = play(phone, guide)
    account = phone.system.send("GET", "/v1/account", token=session["access_token"]).json
    assert (account["name"], account["email"]) == ({"given": "Grace", "family": "Hopper"}, f"{phone.person}@example.com")


@pytest.mark.parametrize("guide", WITH_A_SHEET)
def test_a_later_sheet_has_no_name_and_leads_to_the_same_account(phone, guide):
    first, second = play(phone, guide, times=2)
    assert first["account"] == second["account"]


def test_an_ipad_and_mac_catalyst_lead_to_the_same_account(phone):
    assert play(phone, "expo")[0]["account"] == play(phone, "mac-catalyst")[0]["account"]


def test_the_settings_of_mac_catalyst_are_those_of_the_service(system):
    (settings,) = blocks(page("mac-catalyst"), "json")
    for name, bundle_id in ("app", APP), ("mac", CATALYST):
        assert f'"{name}": {{ "id": "{bundle_id}", "kind": "native", "primary_app_id": "{APP}" }}' in settings


def test_the_calls_of_a_session_end_with_the_account(system, phone):
    client = phone.client()
    for call in calls("apps.md"):
        client.make(call)
    state = f"device/state?bundle_id={APP}&user={phone.user}&device=phone-of-{phone.person}"
    until(lambda: system.control(state)["state"] == "revoked", "Apple's permission is revoked")


def test_the_same_sign_in_is_answered_again(phone):
    client = phone.client()
    begin, complete = calls("apps.md")[:2]
    client.make(begin)
    assert client.make(complete)["account"] == client.make(complete)["account"]
    assert client.answers[-1]["refresh_token"] == client.answers[-2]["refresh_token"]


@pytest.mark.parametrize(
    "nonce_at_apple, code", [(lambda nonce: nonce, "nonce_mismatch"), (lambda nonce: None, "nonce_missing")], ids=["not hashed", "none"]
)
def test_a_sheet_with_a_wrong_nonce_is_refused_as_the_guides_say(phone, nonce_at_apple, code):
    assert f"`{code}`" in text("apps.md") + text(page("maui"))
    phone.nonce_at_apple = nonce_at_apple
    client = phone.client()
    begin, complete = calls("apps.md")[:2]
    client.make(begin)
    assert client.send(complete).code == code


def test_the_token_of_another_app_is_refused_as_the_guide_for_expo_says(phone):
    phone.bundle_id = CATALYST
    client = phone.client()
    begin, complete = calls(page("expo"))
    client.make(begin)
    assert client.send(complete).code == "audience_mismatch"


def test_a_ui_test_plays_the_person_at_the_emulator(system):
    key = f"ui-{next(system.numbers)}"
    phone = Phone(system, key)
    client = Client({"http://127.0.0.1:9080": system.emulator.port}, {"person": key})
    add, stop, state, leave = calls(page("xcuitest"))
    client.make(add)
    play(phone, "expo")  # as the app does when the test taps
    client.values["user"] = phone.user
    client.make(stop)
    client.make(state)
    play(phone, "expo")
    client.make(leave)
    assert client.send(state).json["state"] == "not_found"


@pytest.mark.parametrize("guide", WITH_A_SHEET)
def test_the_calls_take_from_the_sheet_what_the_code_reads(guide):
    code = "".join(block for language in CODE for block in blocks(page(guide), language))
    names = {name for call in calls(page(guide)) for name in call.names if "." in name}
    assert len(names) == 4
    if guide == "mac-catalyst":
        return
    for name in names:
        assert re.search(rf"\b{name.split('.')[-1]}\b", code), f"{guide} does not read {name}"
    assert re.search("sha256", code, re.I), f"{guide} does not hash the nonce"


@pytest.mark.parametrize("guide", ["xcuitest", "mac-catalyst"])
def test_the_apps_code_is_what_checks_against_stand_ins_compile(guide):
    compiled = (ROOT / "Laboratory" / "stand-ins" / "Snippets" / "AppSnippets.swift").read_text()
    shown, *_ = blocks(page(guide), "swift")
    assert lines(shown) in lines(compiled)


def lines(code):
    return "\n".join(line.strip() for line in code.strip().splitlines())


@pytest.mark.parametrize("name", ["apps.md", *(f"apps/{guide}.md" for guide in GUIDES)])
def test_every_link_of_a_page_leads_to_a_file(name):
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text(name)) if not link.startswith("https://")]
    assert links and not [link for link in links if not (PAGES / name).parent.joinpath(link).exists()]


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_says_that_its_code_was_not_compiled(guide):
    assert re.search(r"was\s+(\*\*)?not\s+compiled", text(page(guide)))


def test_the_overview_leads_to_every_guide_and_names_the_codes_that_end_a_session():
    overview = text("apps.md")
    assert {f"apps/{path.name}" for path in (PAGES / "apps").iterdir()} == set(re.findall(r"\]\((apps/[^)]+)\)", overview))
    assert {path.stem for path in (PAGES / "apps").iterdir()} == set(GUIDES)
    listed = re.search(r"one of these codes: (.*?)\.\s", overview, re.S).group(1)
    assert re.findall(r"`(\w+)`", listed) == session_endings()

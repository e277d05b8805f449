"""A person's pages in the language of their browser: in German, and in a made-up language from right to left."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from harness.browser import consent, context, prove_who_you_are, two_sites
from harness.emulator import PEOPLE
from test_linking import picture

ADA = PEOPLE["ada"]
ENGLISH = pathlib.Path(__file__).parents[3] / "Programs/Service/SignInServer/Languages/Files/en.json"
VIEWS = [
    ("light", {"color_scheme": "light"}),
    ("dark", {"color_scheme": "dark"}),
    ("narrow", {"viewport": {"width": 375, "height": 740}}),
]


def mirrored(text):
    """A text in Hebrew letters of the same length; its placeholders stay."""
    parts = text.replace("}}", "{{").split("{{")
    letters = "אבגדהוזחטיכלמנסעפצקרשת"

    def hebrew(part):
        return "".join(letters[ord(c) % len(letters)] if c.isalpha() else c for c in part)

    return "".join(hebrew(p) if i % 2 == 0 else "{{" + p + "}}" for i, p in enumerate(parts))


def made_up(value):
    if isinstance(value, str):
        return mirrored(value)
    if isinstance(value, list):
        return [made_up(v) for v in value]
    return {name: made_up(v) for name, v in value.items()}


@pytest.fixture
def system(tmp_path):
    """A service with a third language, which is one file."""
    english = json.loads(ENGLISH.read_text())
    folder = tmp_path / "languages"
    folder.mkdir()
    dates = english["dates"] | {
        "moment": "{{day}} {{month}} {{year}}, {{hour}}:{{minute}} UTC",
        "months": made_up(english["dates"]["months"]),
    }
    hebrew = english | {"direction": "rtl", "dates": dates, "texts": made_up(english["texts"])}
    (folder / "he.json").write_text(json.dumps(hebrew, ensure_ascii=False))
    with two_sites(
        tmp_path,
        pages={"languages": str(folder)},
        passwords={"enabled": True, "scrypt_log_n": 12},
        mail={"folder": str(tmp_path / "mail"), "from": "siwa@id.example.com"},
    ) as system:
        yield system


@pytest.fixture(params=VIEWS, ids=[name for name, _ in VIEWS])
def german(chromium, request):
    name, view = request.param
    with context(chromium, locale="de-DE", timezone_id="UTC", **view) as made:
        page = made.new_page()
        page.view = name
        yield page


def look(page, name):
    """Takes a picture, and expects that nothing is wider than the window."""
    picture(page, f"{name}-{page.view}")
    wider = page.evaluate("""() => [...document.querySelectorAll('main *')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
        .filter(e => !e.closest('.scroll')).map(e => e.tagName + ' ' + e.textContent.slice(0, 60))""")
    assert wider == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth"), wider


def go_to_apple(page, system, label):
    page.goto(system.url + "/")
    look(page, "languages-" + page.locator("html").get_attribute("lang") + "-start")
    page.get_by_role("link", name=label, exact=True).click()
    prove_who_you_are(page, ADA)
    consent(page, hide_email=True)


def test_a_person_signs_in_and_reads_the_account_page_in_german(german, system):
    page = german
    page.goto(system.url + "/")
    page.get_by_role("link", name="Mit Apple anmelden", exact=True).click()
    expect(page.get_by_role("heading", name="Account auswählen")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    look(page, "languages-de-apple")
    go_to_apple(page, system, "Mit Apple anmelden")
    expect(page.get_by_role("heading", name="Was gerade passiert ist")).to_be_visible()
    expect(page.locator(".badge").first).to_have_text("E-Mail-Adresse verbergen")
    look(page, "languages-de-demo")
    page.get_by_role("link", name="Konto verwalten").click()
    expect(page.get_by_role("heading", name="Dein Konto", exact=True)).to_be_visible()
    expect(page.get_by_text("In Chrome (Linux)")).to_be_visible()
    expect(page.locator("time").first).to_have_text(re.compile(r"^\d{1,2}\. [A-ZÄ][a-zä]+ \d{4}(,| um) \d\d:\d\d UTC$"))
    assert page.title() == "Dein Konto" and page.locator("html").get_attribute("lang") == "de"
    look(page, "languages-de-account")
    page.get_by_role("link", name="Konto löschen").click()
    expect(page.get_by_role("heading", name="Konto löschen?")).to_be_visible()
    look(page, "languages-de-delete")


def test_a_failure_and_the_forms_are_in_german(german, system):
    page = german
    page.goto(system.url + "/web/callback")
    expect(page.get_by_role("heading", name="Diese Seite lässt sich nicht direkt öffnen")).to_be_visible()
    look(page, "languages-de-failed")
    page.goto(system.url + "/web/password/sign-in")
    page.get_by_label("Name oder E-Mail-Adresse").fill("nobody")
    page.get_by_role("textbox", name="Passwort").fill("wrong password")
    page.get_by_role("button", name="Anmelden", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Der Name oder das Passwort ist falsch. Bitte prüfe beides.")
    look(page, "languages-de-password")
    page.get_by_role("link", name="Passwort vergessen?").click()
    page.get_by_label("Name oder E-Mail-Adresse").fill("nobody")
    page.get_by_role("button", name="Link senden").click()
    expect(page.get_by_role("heading", name="Sieh in deinen E-Mails nach")).to_be_visible()
    look(page, "languages-de-mailed")


@pytest.mark.parametrize("name, view", VIEWS, ids=[name for name, _ in VIEWS])
def test_one_file_adds_a_language_from_right_to_left(chromium, system, name, view):
    with context(chromium, locale="he-IL", **view) as made:
        page = made.new_page()
        page.view = name
        go_to_apple(page, system, mirrored("Sign in with Apple"))
        expect(page.get_by_role("heading", name=mirrored("What just happened"))).to_be_visible()
        html = page.locator("html")
        assert html.get_attribute("dir") == "rtl" and html.get_attribute("lang") == "he"
        look(page, "languages-he-demo")
        # A fact's name stands at the right of its value, or above it.
        page.goto(system.url + "/web/account")
        row = page.locator(".facts > div").first
        name, value = row.locator("dt").bounding_box(), row.locator("dd").bounding_box()
        assert value["x"] + value["width"] <= name["x"] + name["width"] and value["x"] <= name["x"]
        look(page, "languages-he-account")
        page.goto(system.url + "/web/callback")
        look(page, "languages-he-failed")


def test_without_a_language_that_there_is_the_pages_are_in_english(chromium, system):
    with context(chromium, locale="ja-JP") as made:
        page = made.new_page()
        page.goto(system.url + "/")
        expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()
        assert page.locator("html").get_attribute("lang") == "en"

"""Pages with the name, logo, colours and links of a client: in light and dark, on a phone, and with a logo that attacks."""

import pytest
from playwright.sync_api import expect

from harness import browser
from harness.browser import consent, prove_who_you_are
from harness.emulator import APP, KEY, PEOPLE, TEAM, WEB
from harness.system import running
from test_linking import picture

BLUE = "rgb(11, 87, 208)"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbea"
LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<rect width="48" height="48" rx="12" fill="{ground}"/>\
<path d="M12 32h24M16 32V16m8 16V12m8 20V18" stroke="{ink}" stroke-width="4" stroke-linecap="round" fill="none"/></svg>"""
# Whatever of it runs or loads, asks for an address with the word "stolen".
HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" onload="fetch('/stolen-by-handler')">
<style>@import url("/stolen-by-style"); rect { fill: #7a1fa2 }</style>
<script>fetch("/stolen-by-script"); document.documentElement.setAttribute("data-ran", "yes")</script>
<script href="/stolen-by-source"/>
<image href="/stolen-by-image" width="9" height="9"/>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="/stolen-by-frame"></iframe></foreignObject>
<rect width="40" height="40" rx="8"/></svg>"""
REDIRECT = "http://127.0.0.1:9/callback"


@pytest.fixture
def system(tmp_path):
    (tmp_path / "blue.svg").write_text(LOGO.format(ground="#0b57d0", ink="#fff"))
    (tmp_path / "blue-dark.svg").write_text(LOGO.format(ground="#a8c7fa", ink="#062e6f"))
    (tmp_path / "hostile.svg").write_text(HOSTILE)
    blue = {
        "name": "Blue Shelf",
        "logo": "blue.svg",
        "dark_logo": "blue-dark.svg",
        "color": "#0b57d0",
        "links": {"home": "https://shelf.example/", "support": "https://shelf.example/help"},
    }
    red = {"name": LONG, "logo": "hostile.svg", "color": "#e8590c", "background": "#fff6e5", "dark_background": "#1a1026"}
    openid = {
        "enabled": True,
        "clients": {
            "notes": {
                "kind": "public",
                "name": "Notes & Sons",
                "apple_client": "web",
                "redirect_uris": [REDIRECT],
                "consent": "once",
                "brand": {"color": "#7a1fa2"},
            }
        },
    }
    teams = {
        "example": {
            "team_id": TEAM,
            "keys": {KEY: {"file": str(tmp_path / f"AuthKey_{KEY}.p8")}},
            "clients": {
                "app": {"id": APP, "kind": "native"},
                "web": {"id": WEB, "kind": "web", "brand": blue},
                "shop": {"id": "com.example.shop", "kind": "web", "brand": red},
            },
        }
    }
    pages = {"brand": {"name": "Example", "links": {"privacy": "https://example.com/privacy", "terms": "https://example.com/terms"}}}
    with running(
        tmp_path,
        emulator_host="idp.localhost",
        passwords={"enabled": True, "scrypt_log_n": 12},
        openid=openid,
        teams=teams,
        pages=pages,
        mail={"folder": str(tmp_path / "mail"), "from": "siwa@id.example.com"},
    ) as system:
        yield system


@pytest.fixture
def complaints(page):
    """What the browser refuses or cannot run: a policy that forbids a page's own style or logo is told here."""
    found = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def name(page):
    return page.locator(".brand-name").inner_text()


def style(locator, name):
    return locator.evaluate("(element, name) => getComputedStyle(element)[name]", name)


def test_a_sign_in_has_one_brand_from_the_button_to_the_account(page, system, complaints):
    page.goto(f"{system.url}/web/password/sign-in?client=web&return_to=/web/account")
    assert name(page) == "Blue Shelf" and page.title() == "Sign in · Blue Shelf"
    expect(page.locator(".brand-host")).to_have_text(system.url.removeprefix("http://"))
    assert style(page.get_by_role("button", name="Sign in"), "backgroundColor") == BLUE
    apple = page.get_by_role("link", name="Sign in with Apple")
    assert style(apple, "backgroundColor") == "rgb(0, 0, 0)", "Apple's button keeps Apple's colours"
    logo = page.locator("header img")
    assert logo.evaluate("image => image.complete && image.naturalWidth") > 0, "the policy lets the logo load"
    assert logo.bounding_box()["height"] == 40
    for link, address in {"Privacy": "https://example.com/privacy", "Support": "https://shelf.example/help"}.items():
        expect(page.get_by_role("link", name=link)).to_have_attribute("href", address)
    picture(page, "brand-sign-in")
    apple.click()
    prove_who_you_are(page, PEOPLE["ada"])
    consent(page)
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    assert name(page) == "Blue Shelf"
    picture(page, "brand-account")
    page.goto(
        f"{system.url}/oauth/authorize?client_id=notes&response_type=code&scope=openid+profile&redirect_uri={REDIRECT}"
        "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    )
    expect(page.get_by_role("heading", name="Notes & Sons wants to know:")).to_be_visible()
    assert name(page) == "Notes & Sons" and page.title() == "Allow Notes & Sons? · Notes & Sons"
    assert style(page.get_by_role("button", name="Allow"), "backgroundColor") == "rgb(122, 31, 162)"
    picture(page, "brand-consent")
    assert complaints == []


def test_the_colours_and_the_logo_are_those_for_the_persons_scheme(page, system, complaints):
    page.emulate_media(color_scheme="dark")
    page.goto(f"{system.url}/web/password/sign-in?client=web")
    logo = page.locator("header img")
    dark = logo.evaluate("image => image.currentSrc")
    assert style(page.get_by_role("button", name="Sign in"), "backgroundColor") != BLUE, "it could not be told from the page"
    picture(page, "brand-sign-in-dark")
    page.emulate_media(color_scheme="light")
    page.reload()
    assert logo.evaluate("image => image.currentSrc") != dark
    page.emulate_media(color_scheme="dark")
    page.goto(f"{system.url}/web/password/sign-in?client=shop")
    assert style(page.locator("body"), "backgroundColor") == "rgb(26, 16, 38)"
    picture(page, "brand-background-dark")
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_long_name_wraps_and_nothing_leaves_the_screen(chromium, system, scheme):
    with browser.context(chromium, viewport={"width": 375, "height": 720}, color_scheme=scheme) as context:
        page = context.new_page()
        for client in ("web", "shop"):
            page.goto(f"{system.url}/web/password/sign-in?client={client}")
            assert page.evaluate("document.documentElement.scrollWidth") <= 375, client
            assert page.locator(".brand-name").bounding_box()["width"] <= 335
            assert page.locator("header img").bounding_box()["height"] <= 40
            picture(page, f"brand-narrow-{client}-{scheme}")
        assert name(page) == LONG


def test_a_logo_runs_no_script_and_loads_nothing_on_a_page_or_opened_alone(page, system):
    answered = []
    # A request that the policy stops is announced, too, but gets no answer; not even 404.
    page.on("response", lambda response: answered.append(response.url))
    page.goto(f"{system.url}/web/password/sign-in?client=shop")
    logo = page.locator("header img")
    assert logo.evaluate("image => image.complete && image.naturalWidth") > 0
    address = logo.evaluate("image => image.currentSrc")
    answer = page.goto(address)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert page.locator("svg").get_attribute("data-ran") is None
    page.wait_for_load_state("networkidle")
    assert address in answered
    assert not any("stolen" in url for url in answered), answered


def test_a_name_that_nobody_configured_gives_the_brand_of_the_service(page, system):
    for client in ("nobody", "notes", "%3Cscript%3E", "app"):
        page.goto(f"{system.url}/web/password/sign-in?client={client}")
        assert name(page) == "Example"
    picture(page, "brand-without-a-logo")

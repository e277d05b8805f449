"""Apple's script on a page of the service's own site, which gets the session cookie and no token.

A proxy serves such a page beside the service.
"""

import pytest
from playwright.sync_api import expect

from harness import script_guide, script_site
from harness.emulator import APP, WEB
from harness.script_guide import answer_of, approve, called, click, go
from harness.system import running


@pytest.fixture
def settings():
    return {}


@pytest.fixture
def proxy():
    proxy = script_site.ScriptSite()
    yield proxy
    proxy.stop()


@pytest.fixture
def system(tmp_path, proxy, settings):
    url = proxy.at("localhost")
    web = {"id": WEB, "kind": "web", "script": {"return_urls": [url + "/signin"], "result": "cookie"}}
    with running(
        tmp_path, emulator_host="idp.localhost", public_url=url, teams={"example": script_guide.team(tmp_path, {"web": web})}, **settings
    ) as system:
        system.control("services", {"id": WEB, "primary_app": APP, "return_urls": [url + "/signin", url + "/web/callback"]})
        proxy.upstream = system.port
        proxy.pages["/shop"] = script_guide.html(system)
        yield system


def session_cookie(page, system):
    return [cookie for cookie in page.context.cookies(system.url) if cookie["name"] == "siwa-session"]


def test_the_page_signs_in_and_the_services_own_pages_know_the_person(page, system):
    go(page, system.url + "/shop")
    with page.expect_response(system.url + "/v1/script/sign-in") as answered:
        approve(click(page), first="Augusta")
    page.wait_for_function("window.session")
    account = page.evaluate("session")
    assert account["name"] == {"given": "Augusta", "family": "Lovelace"}
    assert "token" not in answered.value.text(), "the page must not get tokens"
    (cookie,) = session_cookie(page, system)
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and page.evaluate("document.cookie") == ""
    assert called(page, system, "/v1/account") == [200, account]
    page.goto(system.url + "/web/account")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_another_persons_sign_in_ends_the_session_that_the_browser_had(page, system):
    go(page, system.url + "/shop")
    approve(click(page))
    page.wait_for_function("window.session")
    (first,) = session_cookie(page, system)
    go(page, system.url + "/shop")
    approve(click(page), "ned")
    page.wait_for_function("window.session")
    (second,) = session_cookie(page, system)
    assert first["value"] != second["value"]
    ended = system.send("GET", "/v1/account", headers={"Cookie": "siwa-session=" + first["value"]})
    assert ended.status == 401


@pytest.mark.parametrize("settings", [{"sign_in": {"question": "always"}}])
def test_who_is_new_is_asked_by_the_services_own_page(page, system, proxy):
    proxy.pages["/shop"] = script_guide.html(
        system,
        ('      const session = await send("/v1/script/sign-in", answer);\n', script_guide.code("js", 1)),
        ("window.session = session;", "window.session = account;"),
    )
    go(page, system.url + "/shop")
    approve(click(page))
    expect(page.get_by_role("heading", name="Have you been here before?")).to_be_visible()
    assert session_cookie(page, system) == []
    page.get_by_role("button", name="Create a new account").click()
    expect(page.get_by_text("You are signed in")).to_be_visible()
    assert page.url == system.url + "/" and len(session_cookie(page, system)) == 1


def test_a_page_of_the_same_site_but_another_origin_can_neither_act_nor_read(page, system):
    """The browser sends the cookie there, because another port or subdomain is the same site (SameSite, RFC 6265bis)."""
    go(page, system.url + "/shop")
    answer = answer_of(page, system)
    sibling = script_site.ScriptSite()
    sibling.pages["/"] = "<!doctype html><title>Sibling</title>"
    try:
        page.goto(sibling.at("localhost") + "/")
        cookie = session_cookie(page, system)
        for path, message in (
            ("/v1/script/attempts", {"client": "web"}),
            ("/v1/script/sign-in", answer),
            ("/v1/account", None),
            ("/v1/sessions/end", {}),
        ):
            assert called(page, system, path, message, credentials="include") is None, path
        with page.expect_navigation() as refused:
            page.evaluate(
                """url => {
                const form = document.body.appendChild(document.createElement("form"));
                Object.assign(form, { method: "post", action: url, enctype: "text/plain" }).submit(); }""",
                system.url + "/v1/script/sign-in",
            )
        assert refused.value.status == 403 and "script_origin_refused" in refused.value.text()
        assert session_cookie(page, system) == cookie
        assert system.send("GET", "/v1/account", headers={"Cookie": "siwa-session=" + cookie[0]["value"]}).status == 200
    finally:
        sibling.stop()

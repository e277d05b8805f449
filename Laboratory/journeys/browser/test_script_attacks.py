"""Attacks on pages with Apple's script: stolen and foreign answers, forged messages, and listeners on other origins."""

import json

import pytest
from playwright.sync_api import expect

from harness import browser, script_guide, script_site
from harness.emulator import PEOPLE
from harness.script_guide import approve, called, click, go

FORGED = {"method": "oauthDone", "data": {"authorization": {"code": "c", "id_token": "a.b.c", "state": "A" * 43}}}
LISTENER = """<!doctype html><html lang="en"><title>Elsewhere</title><button>Open</button><script>
window.heard = [];
addEventListener("message", event => heard.push(event.data));
document.querySelector("button").onclick = () => { window.popup = open(window.address); };
</script>"""


@pytest.fixture
def sites():
    """Two registered sites of one client."""
    sites = script_site.ScriptSite(), script_site.ScriptSite()
    yield sites
    for site in sites:
        site.stop()


@pytest.fixture
def system(tmp_path, sites):
    with script_guide.system_for(tmp_path, *sites) as system:
        for site in sites:
            site.pages |= {"/": script_guide.html(system), "/listener": LISTENER}
        yield system


@pytest.fixture
def stranger(chromium):
    """A page in the attacker's own browser."""
    with browser.context(chromium) as context:
        yield context.new_page()


def unspent_answer(page, system, site, person="ned"):
    """An answer of Apple's that the page received, and that did not reach the service."""
    page.route("**/v1/script/sign-in", lambda route: route.abort())
    go(page, site.url + "/")
    with page.expect_request(system.url + "/v1/script/sign-in") as sent:
        approve(click(page), person)
    page.unroute("**/v1/script/sign-in")
    return json.loads(sent.value.post_data)


def expect_unspent(page, system, site, answer):
    """Expects that nobody has used the answer: it is good for its own page."""
    status, session = called(go(page, site.url + "/"), system, "/v1/script/sign-in", answer)
    assert status == 200 and "refresh_token" in session, session


def open_listener(page, site, host, address):
    page.goto(site.at(host) + "/listener")
    page.evaluate("address => { window.address = address }", address)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Open").click()
    opened.value.wait_for_load_state()
    return opened.value


def test_an_answer_stolen_from_one_registered_origin_is_of_no_use_on_another(page, system, sites):
    theirs, other = sites
    answer = unspent_answer(page, system, theirs)
    go(page, other.url + "/")
    assert called(page, system, "/v1/script/sign-in", answer)[1]["error"] == "attempt_unknown"
    # nor with a state that was begun there
    begun = called(page, system, "/v1/script/attempts", {"client": "web"})[1]
    own = {"authorization": answer["authorization"] | {"state": begun["state"]}}
    assert called(page, system, "/v1/script/sign-in", own)[1]["error"] == "nonce_mismatch"
    expect_unspent(page, system, theirs, answer)


def test_a_page_of_another_site_cannot_sign_somebody_in_as_the_attacker(page, stranger, system, sites):
    """Login CSRF with a request that no preflight stops: a form, and a fetch without CORS."""
    answer = unspent_answer(stranger, system, sites[0])
    page.goto(sites[0].at("evil.localhost") + "/listener")
    assert called(page, system, "/v1/script/sign-in", answer) is None
    for mode in ("no-cors", "cors"):
        sent = page.evaluate(
            """([url, body, mode]) => fetch(url, { method: "POST", mode, credentials: "include", body }).then(
                reply => reply.type, () => "unreadable")""",
            [system.url + "/v1/script/sign-in", json.dumps(answer), mode],
        )
        assert sent == "unreadable", mode
    with page.expect_navigation() as refused:
        page.evaluate(
            """([url, text]) => {
            const form = document.body.appendChild(document.createElement("form"));
            const field = form.appendChild(document.createElement("input"));
            [field.name, field.value] = [text.slice(0, -1) + ', "more": "', '"}'];
            Object.assign(form, { method: "post", action: url, enctype: "text/plain" }).submit(); }""",
            [system.url + "/v1/script/sign-in", json.dumps(answer)],
        )
    assert refused.value.status == 403 and "script_origin_refused" in refused.value.text()
    assert page.context.cookies(system.url) == []
    expect_unspent(stranger, system, sites[0], answer)


def test_a_form_posted_to_the_return_url_by_another_site_signs_nobody_in(page, stranger, system, sites):
    """Without a popup, `state` in the page's storage is what binds the answer to the browser."""
    site = sites[0]
    site.receiver = script_guide.receiver(system)
    answer = unspent_answer(stranger, system, site)
    page.goto(site.at("evil.localhost") + "/listener")
    with page.expect_navigation():
        page.evaluate(
            """([url, fields]) => {
            const form = document.body.appendChild(document.createElement("form"));
            for (const [name, value] of Object.entries(fields))
                Object.assign(form.appendChild(document.createElement("input")), { name, value });
            Object.assign(form, { method: "post", action: url }).submit(); }""",
            [site.return_url, answer["authorization"]],
        )
    expect(page.get_by_role("heading", name="Not begun here")).to_be_visible()
    assert page.evaluate("window.session") is None
    expect_unspent(stranger, system, site, answer)


def test_forged_messages_leave_the_page_waiting_for_its_popup(page, system, sites):
    site = sites[0]
    # a page of another site has opened the app's page, and so holds a handle to it
    app = open_listener(page, site, "evil.localhost", site.url + "/")
    script_guide.until_ready(app)
    app.evaluate("window.messages = 0; addEventListener('message', () => { messages += 1; })")
    popup = click(app)
    for message in (FORGED, json.dumps(FORGED)):
        page.evaluate("message => popup.postMessage(message, '*')", message)
    app.wait_for_function("messages === 2")
    assert app.evaluate("[window.session, window.problem].every(found => found === undefined)")
    approve(popup)
    app.wait_for_function("window.session")
    assert app.evaluate("session.account.email") == PEOPLE["ada"]["email"]
    assert page.evaluate("heard") == []


def test_an_answer_of_another_sign_in_that_apples_window_posts_is_dropped(page, stranger, system, sites):
    """The message is Apple's, but it is the attacker's answer: the page compares `state`."""
    answer = unspent_answer(stranger, system, sites[0])
    go(page, sites[0].url + "/")
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    popup = click(page)
    popup.evaluate("message => opener.postMessage(message, '*')", json.dumps({"method": "oauthDone", "data": answer}))
    page.wait_for_function("window.problem")
    assert page.evaluate("problem.error") == "state_mismatch"
    assert page.evaluate("window.session") is None and system.url + "/v1/script/sign-in" not in sent
    expect_unspent(stranger, system, sites[0], answer)


def test_apples_popup_under_another_site_tells_it_nothing(page, stranger, system, sites):
    """The attacker begins with a program, which may send any Origin, and lets somebody else approve."""
    site = sites[0]
    apple = click(go(stranger, site.url + "/")).url
    popup = open_listener(page, site, "evil.localhost", apple)
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    expect(popup.get_by_role("alert")).to_contain_text("the origin of the return URL")
    assert page.evaluate("heard") == []
    with pytest.raises(Exception, match=r"cross-origin|SecurityError"):
        page.evaluate("popup.document.title")
    # nor does the app's own page tell another site that opened it
    app = open_listener(page, site, "evil.localhost", site.url + "/")
    script_guide.until_ready(app)
    approve(click(app))
    app.wait_for_function("window.session")
    assert page.evaluate("heard") == []


@pytest.mark.parametrize("options", [{"method": "PUT"}, {"method": "DELETE"}, {"headers": {"X-Other": "1"}}, {"credentials": "include"}])
def test_a_registered_page_gets_no_more_than_it_needs(page, system, sites, options):
    go(page, sites[0].url + "/")
    assert called(page, system, "/v1/script/attempts", {"client": "web"})[0] == 200
    assert called(page, system, "/v1/script/attempts", {"client": "web"}, **options) is None

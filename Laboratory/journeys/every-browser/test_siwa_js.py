"""siwa.js in every engine. The page, the service and the emulator are three sites, so every cookie of ours is another site's."""

import json
import pathlib
import re

import pytest

from harness import browser_app
from harness.emulator import PEOPLE
from harness.engines.steps import consent, prove_who_you_are

ADDITION = pathlib.Path(__file__).with_name("siwa_js_page.js").read_text()
BUTTON = "Sign in with Apple"
STORAGES = ("memory", "sessionStorage", "localStorage")
TOKEN = "/oauth/token"
EVALUATE = "const done = arguments[0]; (async () => (%s))().then(done, error => done(String(error)));"


@pytest.fixture
def system(tmp_path):
    with browser_app.serving(tmp_path, host="127.0.0.1") as system:
        system.site.files["/app.js"] += ADDITION
        yield system


class Page:
    """The page in a tab of its own. What is done with it happens in that tab."""

    def __init__(self, browser, system, storage="memory"):
        self.browser, self.window = browser, browser.call("GetWindowHandle")
        self.address = f"{system.site.url}/?storage={storage}"
        browser.open(self.address)
        self.begun = self.value("started")

    def focus(self):
        self.browser.call("SwitchToWindow", handle=self.window)
        return self.browser

    def value(self, expression):
        """The value of an expression, or of its promise, once the page has begun."""
        self.wait("!!window.started")
        return self.browser.call("ExecuteAsyncScript", script=EVALUATE % expression, args=[])

    def wait(self, expression):
        return self.focus().wait(f"return {expression}")

    def begin(self, expression):
        """Begins what does not end before something else happens, such as another page. `result` has its outcome."""
        self.value(f"void (window.result = outcome({expression}))")

    def heard(self):
        """The events since the last time: the type, whether it happened in another tab, and why a session ended."""
        return self.value("heard.splice(0)")

    @property
    def user(self):
        return self.value("siwa.user")

    def reload(self):
        self.focus().call("Refresh")
        self.begun = self.value("started")

    def popup(self):
        """What is done inside happens in the popup of the button, which is closed at the end."""
        return self.focus().opened_by(lambda: self.browser.click("button", BUTTON))

    def sign_in(self):
        with self.popup():
            approve(self.browser)
        assert self.value("attempt") == "ok"
        return self

    def another(self, system, storage="memory"):
        """The page in one more tab. WebKit's driver leaves it hidden, so that it may not open a popup."""
        self.focus()
        self.browser.call("SwitchToWindow", handle=self.browser.call("NewWindow", type="tab")["handle"])
        return Page(self.browser, system, storage)

    def close(self):
        self.focus().call("CloseWindow")


def agree(tab):
    """The service names the client of a loopback address, which any program on the machine could be."""
    tab.find("heading", "Continue to Shop?")
    tab.click("button", "Continue")


def approve(tab):
    prove_who_you_are(tab, PEOPLE["ada"])
    consent(tab)
    agree(tab)


def two_pages(tab, system, storage="memory"):
    first = Page(tab, system, storage).sign_in()
    second = first.another(system, storage)
    assert second.begun == "ok" and second.user == first.user
    first.heard(), second.heard()
    return first, second


def test_a_popup_signs_in_and_leaves_no_trace_in_the_page(tab, system):
    page = Page(tab, system)
    assert page.user is None
    page.sign_in()
    assert page.user["email"] == PEOPLE["ada"]["email"] and page.heard() == [["signedin", False, None]]
    assert system.send("GET", "/oauth/userinfo", token=page.value("siwa.accessToken()")).json["sub"] == page.user["sub"]
    assert page.value("document.cookie + Object.keys(localStorage) + Object.keys(sessionStorage)") == ""


def test_a_redirect_signs_in_and_comes_back_to_where_it_began(tab, system):
    page = Page(tab, system)
    page.value("history.pushState(null, '', '?cart=7#bottom')")
    page.begin("siwa.signInWithRedirect()")
    approve(tab)
    page.wait(f"location.href === {json.dumps(system.site.url + '/?cart=7#bottom')}")
    assert page.value("started") == "ok" and page.user["name"] == "Ada Lovelace"
    assert page.value("Object.keys(sessionStorage).length") == 0


@pytest.mark.parametrize("way", ["cancel", "close"])
def test_who_cancels_or_closes_the_popup_can_try_again(tab, system, way):
    page = Page(tab, system)
    with page.popup():
        tab.find("button", PEOPLE["ada"]["email"])
        popup = tab.call("GetWindowHandle")
        page.value("ticks(3)")  # A driver closes a popup before the page has seen it at Apple. Nobody else does.
        tab.call("SwitchToWindow", handle=popup)
        tab.click("button", "Cancel") if way == "cancel" else tab.call("CloseWindow")
    assert page.value("attempt") == {"cancel": "cancelled", "close": "popup_closed"}[way]
    assert page.user is None and page.heard() == []
    page.sign_in()


def test_a_second_click_replaces_the_first_popup(tab, system):
    page = Page(tab, system)
    before = set(tab.call("GetWindowHandles"))
    tab.click("button", BUTTON)
    first = tab.until(lambda: set(tab.call("GetWindowHandles")) - before, "the first popup")
    page.value("void (window.first = attempt)")
    page.focus().click("button", BUTTON)
    second = tab.until(lambda: set(tab.call("GetWindowHandles")) - before - first, "the second popup")
    assert page.value("first") == "superseded"
    tab.until(lambda: not first & set(tab.call("GetWindowHandles")), "the first popup closes")
    tab.call("SwitchToWindow", handle=second.pop())
    approve(tab)
    page.focus()
    assert page.value("attempt") == "ok"


def test_the_browser_blocks_a_popup_without_a_click_and_the_page_learns_so(start, system):
    tab = start(blocks_popups=True)
    page = Page(tab, system)
    assert page.value("outcome(siwa.signInWithPopup())") == "popup_blocked" and len(tab.call("GetWindowHandles")) == 1
    page.sign_in()  # With a click, the popup opens.


def test_the_keyboard_alone_signs_in_and_shows_where_it_is(tab, system):
    page = Page(tab, system)
    tab.press("Tab")
    focus, style = "document.activeElement", "getComputedStyle(document.activeElement)"
    assert page.value(f"[{focus}.innerText, {style}.outlineStyle, {style}.outlineWidth]") == [BUTTON, "solid", "3px"]
    with tab.opened_by(lambda: tab.press("Enter")):
        approve(tab)
    assert page.value("attempt") == "ok"


@pytest.mark.parametrize(
    "storage, reload, new_tab", (("memory", False, False), ("sessionStorage", True, False), ("localStorage", True, True))
)
def test_the_storage_decides_what_a_reload_and_a_new_tab_keep(tab, system, storage, reload, new_tab):
    page = Page(tab, system, storage).sign_in()
    assert "accessToken" not in page.value("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    page.reload()
    assert (page.user is not None) == reload
    if reload:
        assert system.send("GET", "/oauth/userinfo", token=page.value("siwa.accessToken()")).status == 200
    # A tab without the page keeps the browser open.
    tab.call("SwitchToWindow", handle=tab.call("NewWindow", type="tab")["handle"])
    empty = tab.call("GetWindowHandle")
    page.close()
    tab.call("SwitchToWindow", handle=empty)
    assert (Page(tab, system, storage).user is not None) == new_tab


def test_a_reload_finds_the_session_of_another_tab(tab, system):
    first, second = two_pages(tab, system)
    first.reload()
    assert first.user is not None
    assert first.value("outcome(siwa.renew())") == second.value("outcome(siwa.renew())") == "ok"


@pytest.mark.parametrize("storage", STORAGES)
def test_two_tabs_that_renew_at_the_same_time_send_one_request(tab, system, storage):
    first, second = two_pages(tab, system, storage)
    before = first.value("siwa.accessToken()")
    for page in (first, second):
        page.value("hold()")
        page.begin("siwa.renew()")
    first.wait("window.sent === 1")
    assert first.value("navigator.locks.query().then(({ held, pending }) => [held.length, pending.length])") == [1, 1]
    first.value("release()"), second.value("release()")
    assert [page.value("result") for page in (first, second)] == ["ok", "ok"]
    assert [page.value("sent") for page in (first, second)] == [1, 0]
    assert first.value("siwa.accessToken()") == second.value("siwa.accessToken()") != before
    assert first.heard() == [["renewed", False, None]] and second.heard() == [["renewed", True, None]]
    # Both have the newest refresh token: whichever renews next, the session goes on.
    assert second.value("outcome(siwa.renew())") == first.value("outcome(siwa.renew())") == "ok"


def test_a_sign_out_ends_the_session_in_all_tabs_and_at_the_service(tab, system):
    first, second = two_pages(tab, system, "localStorage")
    kept = first.value("JSON.parse(Object.values(localStorage)[0]).refreshToken")
    assert first.value("siwa.signOut()") is True
    second.wait("siwa.user === null")
    assert first.heard() == [["signedout", False, "signed_out"]] and second.heard() == [["signedout", True, "signed_out"]]
    assert first.value("localStorage.length") == 0
    refused = system.send("POST", TOKEN, form={"grant_type": "refresh_token", "client_id": "shop", "refresh_token": kept})
    assert refused.code == "invalid_grant"
    # The service's own session goes on, so the way back needs no Apple.
    system.emulator.clear_log()
    first.begin("siwa.signInWithRedirect()")
    agree(tab)
    first.wait("window.siwa && siwa.user")
    assert system.emulator.log("/auth/authorize") == []
    second.wait("siwa.user")
    assert second.heard() == [["signedin", True, None]]


def test_a_sign_out_everywhere_ends_the_services_session_too(tab, system):
    first, second = two_pages(tab, system)
    first.begin("siwa.signOut({ everywhere: true, returnTo: location.origin + '/' })")
    first.wait(f"location.href === {json.dumps(system.site.url + '/')}")
    second.wait("siwa.user === null")
    assert second.heard() == [["signedout", True, "signed_out"]]
    first.begin("siwa.signInWithRedirect()")
    tab.find("button", PEOPLE["ada"]["email"])  # Apple's page is back.


def test_a_session_that_ended_at_the_service_ends_in_all_tabs(tab, system):
    first, second = two_pages(tab, system)
    token = first.value("siwa.accessToken()")
    assert system.send("POST", "/oauth/revoke", form={"client_id": "shop", "token": token}).status == 200
    assert second.value("outcome(siwa.renew())") == "session_ended"
    first.wait("siwa.user === null")
    assert second.heard() == [["signedout", False, "session_ended"]]
    assert first.heard() == [["signedout", True, "session_ended"]]


def test_an_outage_does_not_sign_out(tab, system):
    page = Page(tab, system).sign_in()
    system.stop_services()
    assert page.value("outcome(siwa.renew())") == "service_unreachable"
    assert page.user is not None
    system.start()
    assert page.value("outcome(siwa.renew())") == "ok"


def test_an_api_that_refuses_the_token_gets_the_same_request_with_a_new_one(tab, system):
    # The service's userinfo endpoint takes the place of an API.
    app = system.site.files["/app.js"]
    system.site.files["/app.js"] = app.replace("https://api.example.com", system.url)
    page = Page(tab, system).sign_in()
    stale = page.value("siwa.accessToken()")
    page.value("refuseOnce()")
    send = f"siwa.fetch('{system.url}/oauth/userinfo', {{ method: 'POST', body: new URLSearchParams({{ milk: 1 }}) }})"
    assert page.value(f"{send}.then(async reply => [reply.status, (await reply.json()).sub])") == [200, page.user["sub"]]
    fresh = page.value("siwa.accessToken()")
    assert fresh != stale
    assert page.value("calls") == [["POST", f"Bearer {token}", "milk=1"] for token in (stale, fresh)]


# Whether a page comes back from the browser's history as it was left: if it has missed a message, and if there was none.
# With the second, Firefox did both.
COMES_BACK_DEAF = {"chromium": False, "firefox": False, "webkit": True}
COMES_BACK = {"chromium": [True], "firefox": [True, False], "webkit": [True]}


def leave(page):
    """Goes to another page of the site, and returns what goes back."""
    page.value("void (window.mark = true)")
    page.focus().run("location.href = '/other'")
    page.browser.find("heading", "Other")

    def back():
        page.focus().run("setTimeout(() => history.back(), 0)")  # WebKit's driver does not return from its own command.
        page.wait("location.pathname === '/' && window.started")
        return page.value("window.mark === true")

    return back


@pytest.fixture
def other_page(system):
    system.site.files["/other"] = "<!doctype html><title>Other</title><h1>Other</h1>"
    system.site.headers["Cache-Control"] = "max-age=0"  # A page with no-store is not kept in the history.


@pytest.mark.parametrize("storage", STORAGES)
def test_who_goes_back_to_a_page_from_before_a_sign_out_is_signed_out_there(tab, system, other_page, engine, storage):
    first, second = two_pages(tab, system, storage)
    back = leave(first)
    assert second.value("siwa.signOut()") is True
    assert back() == COMES_BACK_DEAF[engine]
    first.wait("siwa.user === null")


@pytest.fixture
def signed_in(tab, system, other_page):
    """The page after a redirect, without a popup or another tab, which would keep it out of the history."""
    page = Page(tab, system, "localStorage")
    page.begin("siwa.signInWithRedirect()")
    approve(tab)
    page.wait("window.siwa && siwa.user")
    page.heard()
    return page


def test_who_signs_out_on_a_page_and_goes_back_is_signed_out_there_even_without_a_network(signed_in, system, engine):
    back = leave(signed_in)
    signed_in.browser.run("localStorage.clear()")  # as siwa.js does on another page of the app
    if COMES_BACK[engine] == [True]:
        system.stop_services()
    is_as_left = back()
    assert is_as_left in COMES_BACK[engine]
    signed_in.wait("siwa.user === null")
    assert signed_in.heard() == ([["signedout", True, "signed_out"]] if is_as_left else [])


def test_who_signs_in_on_a_page_and_goes_back_is_signed_in_there(signed_in, engine):
    stored = signed_in.value("Object.entries(localStorage)[0]")
    signed_in.value("localStorage.clear()")
    signed_in.reload()
    assert signed_in.user is None
    back = leave(signed_in)
    signed_in.browser.run("localStorage.setItem(...arguments)", *stored)  # as siwa.js does on another page of the app
    is_as_left = back()
    assert is_as_left in COMES_BACK[engine]
    signed_in.wait("siwa.user")
    if is_as_left:
        assert signed_in.heard()[0] == ["signedin", True, None]
    assert signed_in.value("outcome(siwa.renew())") == "ok"


def test_who_blocks_the_data_of_the_page_signs_in_by_popup_and_renews(start, system, engine):
    page = Page(start(blocks_data_of=system.site.url), system, "localStorage")
    assert page.begun == "ok"
    if engine != "webkit":  # It keeps sessionStorage.
        assert page.value("outcome(siwa.signInWithRedirect())") == "storage_blocked"
    page.sign_in()
    assert page.heard() == [["signedin", False, None]]
    assert page.value("outcome(siwa.renew())") == page.value("outcome(siwa.renew())") == "ok"
    assert page.value("siwa.signOut()") is True and page.user is None


def test_a_popup_that_lost_its_opener_on_the_way_still_hands_over_its_answer(tab, system):
    # As after a page with Cross-Origin-Opener-Policy.
    system.site.files["/callback.js"] = "opener = null;" + system.site.files["/callback.js"]
    Page(tab, system).sign_in()


def test_a_strict_policy_allows_all_of_it(tab, system):
    system.site.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src 'self' {system.url}; connect-src {system.url}; frame-ancestors 'none'; "
        "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page = Page(tab, system)
    assert page.value("getComputedStyle(document.querySelector('button')).backgroundColor") == "rgb(0, 0, 0)"
    page.sign_in()


# Whether a page with this `Cross-Origin-Opener-Policy` keeps its link to a popup of another origin.
KEEPS_POPUP = {
    "same-origin": {"chromium": False, "firefox": False, "webkit": False},
    "same-origin-allow-popups": {"chromium": True, "firefox": True, "webkit": False},
}


@pytest.mark.parametrize("policy", KEEPS_POPUP)
def test_a_page_with_an_opener_policy_signs_in_and_knows_whether_it_lost_the_popup(tab, system, engine, policy):
    system.site.headers_of["/"] = {"Cross-Origin-Opener-Policy": policy}
    page = Page(tab, system)
    page.value("void siwa.addEventListener('popuplost', () => { window.isLost = true; })")
    with page.popup():
        approve(tab)
    assert page.value("attempt") == "ok" and page.user["email"] == PEOPLE["ada"]["email"]
    if KEEPS_POPUP[policy][engine]:
        assert page.value("window.isLost ?? false") is False
    else:
        # Again, and nobody goes on in the popup.
        page.value("void (window.isLost = false)")
        tab.click("button", BUTTON)
        page.wait("window.isLost")


# Whether `integrity` of a script's element holds for a module that imports the same address, too.
ELEMENT_IS_ENOUGH = {"chromium": True, "firefox": True, "webkit": False}


@pytest.mark.parametrize("is_right", (True, False))
@pytest.mark.parametrize("place", ("element", "import map"))
def test_integrity_lets_only_the_published_file_run(tab, system, engine, place, is_right):
    published = system.send("GET", "/oauth/siwa/1/integrity.json").json["files"]["siwa.js"]
    address, integrity = published["url"], published["integrity"] if is_right else "sha384-" + "A" * 64
    said = {
        "element": f'<script type="module" crossorigin src="{address}" integrity="{integrity}"></script>',
        "import map": f'<script type="importmap">{json.dumps({"integrity": {address: integrity}})}</script>',
    }
    system.site.files["/"] = (
        f'<!doctype html><html lang="en"><title>Shop</title>{said[place]}<script type="module" src="/app.js"></script></html>'
    )
    system.site.files["/app.js"] = re.sub(r"http://\S+/siwa/1/siwa.js", address, system.site.files["/app.js"])
    tab.open(system.site.url + "/")
    if is_right or (place == "element" and not ELEMENT_IS_ENOUGH[engine]):
        tab.wait("return window.library")
    else:
        assert tab.run("return window.library === undefined")


SHAPES = """import { signInButton } from "[SERVICE]/oauth/siwa/1/siwa.js";
const buttons = ["auto", "black", "white", "outline"].map((look) => signInButton({ look }));
const arabic = signInButton({ label: "تسجيل الدخول باستخدام Apple", language: "ar" });
arabic.dir = "rtl";
document.body.append(...buttons, arabic);
const begins = (button, part) => button.querySelector(part).getBoundingClientRect().x;
const logoBegins = (button) => begins(button, "svg") - begins(button, "span");
const looks = (button) => {
  const { backgroundColor, color, borderTopColor, fontSize } = getComputedStyle(button), { width, height } = button.getBoundingClientRect();
  return [backgroundColor, color, borderTopColor, parseFloat(fontSize), width, height];
};
window.shapes = () => [buttons.map(looks), [buttons[0], arabic].map(logoBegins)];
"""
BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"


def test_the_button_has_the_looks_and_sizes_of_the_guidelines(tab, system):
    system.site.files["/shapes"] = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>B</title><script type="module" src="/shapes.js"></script></html>'
    )
    system.site.files["/shapes.js"] = SHAPES.replace("[SERVICE]", system.url)
    tab.open(system.site.url + "/shapes")
    buttons, logos = tab.wait("return window.shapes && shapes()")
    assert [button[:3] for button in buttons] == [
        [BLACK, WHITE, BLACK],
        [BLACK, WHITE, BLACK],
        [WHITE, BLACK, WHITE],
        [WHITE, BLACK, BLACK],
    ]
    for *_, size, width, height in buttons:
        assert size == pytest.approx(0.43 * 44, abs=0.1) and width >= 140 and height == pytest.approx(44, abs=0.01)
    assert logos[0] < 0 < logos[1]

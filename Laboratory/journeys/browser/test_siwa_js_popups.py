"""siwa.js where a popup is cut off from its page, or cannot work: each leads to a sign-in or to the redirect."""

import pytest

from harness import browser, browser_app
from harness.browser_app import approve, click, continue_to_shop, open_page, redirect, sign_in
from harness.emulator import PEOPLE

ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin"}
# As pages that need SharedArrayBuffer.
WITH_EMBEDDER_POLICY = ISOLATED | {"Cross-Origin-Embedder-Policy": "require-corp"}

BLOCKED = "attempt.then((outcome) => outcome === 'popup_blocked')"


@pytest.fixture
def system(tmp_path):
    with browser_app.serving(tmp_path) as system:
        yield system


def open_isolated_page(context, system):
    system.site.headers_of["/"] = ISOLATED
    page = open_page(context, system)
    page.evaluate("siwa.addEventListener('popuplost', () => { window.isLost = true; })")
    return page


def lose_popup(page):
    """Clicks the button and returns the popup that the page does not see any more."""
    popup = click(page)
    page.wait_for_function("window.isLost")
    return popup


def prove_and_agree(window):
    browser.prove_who_you_are(window, PEOPLE["ada"])
    browser.consent(window)
    continue_to_shop(window)


@pytest.mark.parametrize("headers", (ISOLATED, WITH_EMBEDDER_POLICY))
@pytest.mark.parametrize("paths", (["/"], ["/callback.html"], ["/", "/callback.html"]))
def test_a_site_with_an_opener_policy_signs_in_and_closes_its_popup(system, context, paths, headers):
    system.site.headers_of |= dict.fromkeys(paths, headers)
    page = open_page(context, system)
    sign_in(page)
    assert page.evaluate("siwa.user.name") == "Ada Lovelace" and page.evaluate("heard") == [["signedin", False, None]]


def test_a_page_learns_that_it_lost_its_popup_and_goes_on_waiting_for_the_answer(system, context):
    page = open_isolated_page(context, system)
    popup = lose_popup(page)
    assert page.evaluate("Promise.race([attempt, 'waiting'])") == "waiting"
    approve(popup)
    assert page.evaluate("attempt") == "ok"


def test_a_page_that_lost_its_popup_signs_in_by_redirect(system, context):
    page = open_isolated_page(context, system)
    lose_popup(page)
    redirect(page)
    prove_and_agree(page)
    page.wait_for_url(system.site.url + "/?storage=memory")
    page.wait_for_function("window.siwa && siwa.user")


def test_a_second_click_replaces_a_popup_that_was_lost(system, context):
    page = open_isolated_page(context, system)
    lose_popup(page)
    page.evaluate("void (window.first = attempt)")
    second = click(page)
    assert page.evaluate("first") == "superseded"
    approve(second)
    assert page.evaluate("attempt") == "ok"


def test_a_lost_popup_counts_as_closed_once_the_service_would_not_answer_any_more(system, context):
    context.clock.install()
    page = open_isolated_page(context, system)
    lose_popup(page)
    page.clock.fast_forward("29:00")
    assert page.evaluate("Promise.race([attempt, 'waiting'])") == "waiting"
    page.clock.fast_forward("01:00")
    assert page.evaluate("attempt") == "popup_closed"


def test_a_popup_that_is_cut_off_in_a_browser_without_channels_counts_as_closed(system, context):
    # As Firefox, if the person blocks the page's data.
    context.add_init_script("delete window.BroadcastChannel")
    page = open_isolated_page(context, system)
    click(page)
    assert page.evaluate("attempt") == "popup_closed"
    assert page.evaluate("window.isLost") is None


@pytest.mark.parametrize("opened", ("null", "window"))
def test_an_in_app_browser_that_opens_no_second_window_is_told_from_one_that_does(system, context, opened):
    page = open_page(context, system)
    address = page.url
    # What web views of iOS and Android return, unless their app opens windows for them.
    page.evaluate(f"window.open = () => {opened}")
    assert page.evaluate("outcome(siwa.signInWithPopup())") == "popup_blocked"
    assert page.url == address


def test_a_web_app_on_the_home_screen_opens_no_popup_and_signs_in_by_redirect(system, chromium, tmp_path):
    with browser.app_window(chromium, tmp_path / "profile", system.site.url + "/?storage=memory") as page:
        page.wait_for_function("window.started")
        assert page.evaluate("matchMedia('(display-mode: standalone)').matches")
        page.get_by_role("button", name="Sign in with Apple").click()
        page.wait_for_function(BLOCKED)
        assert len(page.context.pages) == 1
        redirect(page)
        prove_and_agree(page)
        page.wait_for_url(system.site.url + "/?storage=memory")
        page.wait_for_function("window.siwa && siwa.user")


def test_a_web_app_on_the_home_screen_of_an_old_iphone_opens_no_popup(system, context):
    context.add_init_script("navigator.standalone = true")
    page = open_page(context, system)
    page.get_by_role("button", name="Sign in with Apple").click()
    page.wait_for_function(BLOCKED)
    assert len(context.pages) == 1

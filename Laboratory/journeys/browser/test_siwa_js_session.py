"""siwa.js after the sign-in: renewal in one tab at a time, outages, sign-out, and what a reload keeps."""

import pytest

from harness import browser_app
from harness.browser_app import in_order, open_page, redirect, sign_in

TOKEN, REVOKE = "/oauth/token", "/oauth/revoke"


@pytest.fixture
def system(tmp_path):
    with browser_app.serving(tmp_path) as system:
        yield system


class Held:
    """Holds back the first request to a path of the service, and counts all of them."""

    def __init__(self, context, address):
        self.held, self.count = None, 0
        context.route(address, self.handle)

    def handle(self, route):
        self.count += 1
        if self.count == 1:
            self.held = route
        else:
            route.continue_()

    def wait(self, page):
        while self.held is None:
            page.wait_for_function("true")

    def release(self):
        self.held.continue_()


def two_tabs(context, system, storage="memory"):
    first = open_page(context, system, storage)
    sign_in(first)
    second = open_page(context, system, storage)
    assert second.evaluate("started") == "ok" and second.evaluate("siwa.user") == first.evaluate("siwa.user")
    return first, second


def heard(page):
    return page.evaluate("heard.splice(0)")


def access_token(page):
    return page.evaluate("siwa.accessToken()")


def end_at_the_service(system, page):
    """Ends the client's session without a word to siwa.js."""
    answer = system.send("POST", REVOKE, form={"client_id": "shop", "token": access_token(page)})
    assert answer.status == 200


@pytest.mark.parametrize("storage", ("memory", "sessionStorage", "localStorage"))
def test_two_tabs_that_renew_at_the_same_time_send_one_request(system, context, storage):
    first, second = two_tabs(context, system, storage)
    before = access_token(first)
    held = Held(context, system.url + TOKEN)
    for page in (first, second):
        page.evaluate("void (window.result = outcome(siwa.renew()))")
    held.wait(first)
    held.release()
    assert [page.evaluate("result") for page in (first, second)] == ["ok", "ok"]
    assert held.count == 1
    assert access_token(first) == access_token(second) != before
    assert [event[0] for event in heard(second)].count("renewed") == 1
    # Both have the newest refresh token: whichever renews next, the session goes on.
    assert second.evaluate("outcome(siwa.renew())") == first.evaluate("outcome(siwa.renew())") == "ok"


def test_a_tab_that_missed_a_renewal_asks_before_it_uses_its_old_token(system, context):
    first, second = two_tabs(context, system)
    # A frozen tab gets no messages.
    second.evaluate("""() => {
        window.post = BroadcastChannel.prototype.postMessage;
        BroadcastChannel.prototype.postMessage = function () {}; }""")
    first.evaluate("""() => {
        window.post = BroadcastChannel.prototype.postMessage;
        BroadcastChannel.prototype.postMessage = function () {}; }""")
    for _ in range(3):
        assert first.evaluate("outcome(siwa.renew())") == "ok"
    for page in (first, second):
        page.evaluate("() => { BroadcastChannel.prototype.postMessage = window.post; }")
    assert second.evaluate("outcome(siwa.renew())") == "ok"
    assert first.evaluate("outcome(siwa.renew())") == "ok"


def test_an_outage_does_not_sign_out(system, context):
    first, second = two_tabs(context, system)
    context.set_offline(True)
    assert first.evaluate("outcome(siwa.renew())") == "service_unreachable"
    context.set_offline(False)
    context.route(
        system.url + TOKEN,
        lambda route: route.fulfill(
            status=503, json={"error": "temporarily_unavailable"}, headers={"Access-Control-Allow-Origin": system.site.url}
        ),
    )
    assert first.evaluate("outcome(siwa.renew())") == "service_unavailable"
    context.unroute(system.url + TOKEN)
    assert first.evaluate("siwa.user") is not None
    heard(first), heard(second)
    assert first.evaluate("outcome(siwa.renew())") == "ok"
    assert heard(first) == [["renewed", False, None]]


def test_a_lost_answer_does_not_end_the_session(system, context):
    page = open_page(context, system)
    sign_in(page)

    def lose(route):
        route.fetch()
        route.abort()

    context.route(system.url + TOKEN, lose)
    assert page.evaluate("outcome(siwa.renew())") == "service_unreachable"
    context.unroute(system.url + TOKEN)
    assert page.evaluate("outcome(siwa.renew())") == "ok"


def test_a_session_that_ended_at_the_service_ends_in_all_tabs(system, context):
    first, second = two_tabs(context, system)
    end_at_the_service(system, first)
    heard(first), heard(second)
    assert second.evaluate("outcome(siwa.renew())") == "session_ended"
    first.wait_for_function("siwa.user === null")
    assert heard(second) == [["signedout", False, "session_ended"]]
    assert heard(first) == [["signedout", True, "session_ended"]]
    assert first.evaluate("outcome(siwa.accessToken())") == "not_signed_in"


def test_a_sign_out_ends_the_session_in_all_tabs_and_at_the_service(system, context):
    first, second = two_tabs(context, system, "localStorage")
    kept = first.evaluate("JSON.parse(Object.values(localStorage)[0]).refreshToken")
    heard(first), heard(second)
    assert first.evaluate("siwa.signOut()") is True
    second.wait_for_function("siwa.user === null")
    assert heard(first) == [["signedout", False, "signed_out"]]
    assert heard(second) == [["signedout", True, "signed_out"]]
    assert first.evaluate("localStorage.length") == 0
    answer = system.send("POST", TOKEN, form={"grant_type": "refresh_token", "client_id": "shop", "refresh_token": kept})
    assert answer.code == "invalid_grant"
    # The service's own session goes on, so the way back needs no Apple.
    first.evaluate("void siwa.signInWithRedirect()")
    browser_app.continue_to_shop(first)
    first.wait_for_function("window.siwa && siwa.user")


def test_a_sign_out_without_a_network_is_one_here_and_says_so(system, context):
    page = open_page(context, system)
    sign_in(page)
    context.set_offline(True)
    assert page.evaluate("siwa.signOut()") is False
    assert page.evaluate("siwa.user") is None


def test_a_sign_out_everywhere_ends_the_services_session_too(system, context):
    first, second = two_tabs(context, system)
    first.evaluate("void siwa.signOut({ everywhere: true, returnTo: location.origin + '/' })")
    second.wait_for_function("siwa.user === null")
    first.wait_for_url(system.site.url + "/")
    first.wait_for_function("window.started")
    redirect(first)  # Apple's page is back.


def test_a_sign_out_during_a_renewal_is_not_undone_by_it(system, context):
    first, second = two_tabs(context, system)
    held = Held(context, system.url + TOKEN)
    first.evaluate("void (window.result = outcome(siwa.renew()))")
    held.wait(first)
    assert second.evaluate("siwa.signOut()") is True
    held.release()
    assert first.evaluate("result") == "session_ended"
    assert first.evaluate("siwa.user") is None and second.evaluate("siwa.user") is None


@pytest.mark.parametrize(
    "storage, reload, new_tab", (("memory", False, False), ("sessionStorage", True, False), ("localStorage", True, True))
)
def test_the_storage_decides_what_a_reload_and_a_new_tab_keep(system, context, storage, reload, new_tab):
    page = open_page(context, system, storage)
    sign_in(page)
    assert page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])").count("accessToken") == 0
    page.reload()
    page.wait_for_function("window.started")
    page.evaluate("started")
    assert (page.evaluate("siwa.user") is not None) == reload
    if reload:
        assert system.send("GET", "/oauth/userinfo", token=access_token(page)).status == 200
    page.close()
    later = open_page(context, system, storage)
    later.evaluate("started")
    assert (later.evaluate("siwa.user") is not None) == new_tab


def test_fetch_sends_the_token_to_the_apis_origin_only_and_renews_once_after_401(system, context):
    page = open_page(context, system)
    sign_in(page)
    seen = []

    def answer(route):
        token = route.request.headers.get("authorization")
        seen.append((route.request.url, token, route.request.post_data))
        allowed = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "authorization"}
        route.fulfill(status=401 if token and token.endswith(stale) else 200, headers=allowed, body="")

    stale = access_token(page)
    context.route("https://api.example.com/**", answer)
    context.route("https://other.example/**", answer)
    send = "address => siwa.fetch(address, { method: 'POST', body: 'milk' }).then(reply => reply.status)"
    assert page.evaluate(send, "https://api.example.com/cart") == 200
    assert page.evaluate(send, "https://other.example/") == 200
    calls = [call for call in seen if call[2] is not None]
    assert [call[2] for call in calls] == ["milk"] * 3
    assert calls[0][1] == "Bearer " + stale and calls[1][1] == "Bearer " + access_token(page) and calls[2][1] is None
    stale = ""  # the API refuses every token
    assert page.evaluate(send, "https://api.example.com/cart") == 401


def sign_in_again(page):
    """Signs in with the session that the browser has at the service."""
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Sign in with Apple").click()
    with opened.value.expect_event("close"):
        browser_app.continue_to_shop(opened.value)
    assert page.evaluate("attempt") == "ok"


def test_a_second_sign_in_in_another_tab_is_the_session_of_both(system, context):
    first, second = two_tabs(context, system)
    sign_in_again(second)
    first.wait_for_function("heard.length === 2")
    assert heard(first)[1] == ["signedin", True, None]
    assert in_order((first, second), "outcome(siwa.renew())") == ["ok", "ok"]
    assert access_token(first) == access_token(second)


def away_and_back(page, meanwhile):
    """As a tab that the browser unloaded and loads again: it keeps its `sessionStorage` only."""
    address = page.url
    page.goto("about:blank")
    meanwhile()
    page.goto(address)
    page.wait_for_function("window.started")
    return page.evaluate("started")


def test_a_tab_that_comes_back_with_a_used_refresh_token_does_not_use_it(system, context):
    first, second = two_tabs(context, system, "sessionStorage")
    access_token(second)

    def renew_and_close():
        assert [first.evaluate("outcome(siwa.renew())") for _ in range(3)] == ["ok"] * 3
        first.close()

    requests = []
    second.on("request", lambda request: requests.append(request.url))
    assert away_and_back(second, renew_and_close) == "ok"
    assert second.evaluate("siwa.user") is None and heard(second) == [["signedout", True, "session_ended"]]
    assert system.url + TOKEN not in requests
    sign_in_again(second)


def test_a_tab_that_comes_back_with_a_used_refresh_token_takes_the_newer_one(system, context):
    first, second = two_tabs(context, system, "sessionStorage")
    away_and_back(second, lambda: [first.evaluate("siwa.renew()") for _ in range(3)])
    assert second.evaluate("siwa.user") is not None
    assert in_order((first, second), "outcome(siwa.renew())") == ["ok", "ok"]


def test_a_tab_that_comes_back_after_a_sign_out_shows_nobody(system, context):
    first, second = two_tabs(context, system, "sessionStorage")
    away_and_back(second, lambda: first.evaluate("siwa.signOut()"))
    assert second.evaluate("siwa.user") is None
    assert second.evaluate("sessionStorage.length + localStorage.length") == 0


def test_the_browser_does_not_send_the_token_on_when_the_api_redirects_to_another_origin(system, context):
    page = open_page(context, system)
    sign_in(page)
    system.site.files["/elsewhere"] = "milk"
    elsewhere = system.site.at("elsewhere.localhost") + "/elsewhere"
    sent = []
    context.on("request", lambda request: sent.append(request))
    context.route(
        "https://api.example.com/**",
        lambda route: route.fulfill(
            status=302, headers={"Location": elsewhere, "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "authorization"}
        ),
    )
    system.site.headers["Access-Control-Allow-Origin"] = "*"
    token = access_token(page)
    assert page.evaluate("siwa.fetch('https://api.example.com/cart').then(reply => reply.text())") == "milk"
    tokens = [(request.url, request.all_headers().get("authorization")) for request in sent]
    assert tokens == [("https://api.example.com/cart", "Bearer " + token), (elsewhere, None)]


def test_who_cancels_a_second_sign_in_stays_signed_in(system, context):
    page = open_page(context, system, "sessionStorage")
    sign_in(page)
    page.evaluate("void siwa.signInWithRedirect()")
    page.get_by_role("button", name="Cancel").click()
    page.wait_for_function("window.started")
    assert page.evaluate("started") == "cancelled"
    assert page.evaluate("siwa.user") is not None

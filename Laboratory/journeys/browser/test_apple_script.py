"""Apple's script as the emulator serves it: sign-in by popup and by redirect, on a site of another origin."""

import re

import pytest
from playwright.sync_api import Error, expect

from harness import browser, script_site
from harness.emulator import PEOPLE, WEB
from harness.script_site import configuration, query
from harness.waiting import until

RECORDER = """<script>
  window.told = [];
  ["AppleIDSignInOnSuccess", "AppleIDSignInOnFailure", "AppleIDSigInLoaded"].forEach(name =>
    document.addEventListener(name, event => told.push({ name, detail: event.detail })));
  window.begin = overrides => {
    window.outcome = null;
    try {
      const promise = AppleID.auth.signIn(overrides);
      if (promise) promise.then(value => { outcome = { value }; }, reason => { outcome = { reason }; });
    } catch (error) {
      outcome = { thrown: error.message };
    }
  };
</script>"""
OWN_BUTTON = '<button onclick="begin()">Use my own button</button>'


@pytest.fixture
def system(tmp_path):
    with script_site.running(tmp_path) as system:
        yield system


@pytest.fixture
def open_site(page, system):
    """Opens a page that is set up by script, and waits until the script is ready."""

    def open_site(body=OWN_BUTTON, head="", host="app.localhost", headers=None, **config):
        system.page(body, RECORDER + head, **(headers or {}))
        page.goto(system.site.at(host) + "/")
        loaded(page)
        if config is not None:
            page.evaluate(f"AppleID.auth.init({filled(system, configuration(**config))})")
        return page

    return open_site


def filled(system, text):
    return text.replace("[CLIENT_ID]", WEB).replace("[REDIRECT_URI]", system.site.return_url)


def loaded(page):
    page.wait_for_function("told.some(entry => entry.name === 'AppleIDSigInLoaded')")


def popup_of(page, action=None):
    with page.expect_popup() as opened:
        (action or (lambda: page.get_by_role("button", name="Use my own button").click()))()
    popup = opened.value
    popup.wait_for_load_state()
    return popup


def closes(popup, action):
    with popup.expect_event("close"):
        action()


def outcome(page):
    page.wait_for_function("window.outcome")
    return page.evaluate("outcome")


def events(page):
    return [entry for entry in page.evaluate("told") if entry["name"] != "AppleIDSigInLoaded"]


def failure(code):
    return {"name": "AppleIDSignInOnFailure", "detail": {"error": code}}


def sign_in(popup, person="ada", **choices):
    browser.prove_who_you_are(popup, PEOPLE[person])
    closes(popup, lambda: browser.consent(popup, **choices))


def test_a_popup_gives_the_page_a_code_and_a_token_that_its_server_can_use(system, open_site):
    page = open_site(scope="name email", state="st-1", nonce="no-1")
    sign_in(popup_of(page), first="Augusta")
    data = outcome(page)["value"]
    assert set(data) == {"authorization", "user"} and set(data["authorization"]) == {"code", "id_token", "state"}
    assert data["authorization"]["state"] == "st-1"
    assert data["user"] == {"name": {"firstName": "Augusta", "lastName": "Lovelace"}, "email": "ada@example.com"}
    claims = system.verified(data["authorization"]["id_token"])
    assert claims["nonce"] == "no-1" and claims["email"] == "ada@example.com"
    assert system.exchange(data["authorization"]["code"]).status == 200
    assert events(page) == [{"name": "AppleIDSignInOnSuccess", "detail": data}]
    assert page.url == system.site.url + "/", "the page must stay where it is"

    # the second time, Apple tells name and address no more
    sign_in(popup_of(page))
    again = outcome(page)["value"]
    assert set(again) == {"authorization"}
    assert system.verified(again["authorization"]["id_token"])["sub"] == claims["sub"]


def test_meta_tags_alone_are_enough_for_the_button_and_its_events(page, system):
    page.goto(
        system.page(
            '<div id="appleid-signin"></div>',
            RECORDER
            + """
        <meta name="appleid-signin-client-id" content="[CLIENT_ID]">
        <meta name="appleid-signin-redirect-uri" content="[REDIRECT_URI]">
        <meta name="appleid-signin-scope" content="email">
        <meta name="appleid-signin-state" content="from the page">
        <meta name="appleid-signin-nonce" content="no-2">
        <meta name="appleid-signin-use-popup" content="true">""",
        )
    )
    loaded(page)
    popup = popup_of(page, lambda: page.get_by_role("button", name="Sign in with Apple").click())
    assert dict(query(popup.url))["m"] == "22"
    sign_in(popup)
    page.wait_for_function("told.length === 2")
    told = events(page)
    assert [entry["name"] for entry in told] == ["AppleIDSignInOnSuccess"]
    assert told[0]["detail"]["authorization"]["state"] == "from the page"
    assert told[0]["detail"]["user"] == {"email": "ada@example.com"}
    assert system.verified(told[0]["detail"]["authorization"]["id_token"])["nonce"] == "no-2"


def test_the_event_can_be_read_in_the_spelling_of_apples_sample_and_warns_about_it(page, system, open_site):
    page = open_site(scope="email")
    warnings = []
    page.on("console", lambda message: warnings.append(message.text))
    page.evaluate("""document.addEventListener("AppleIDSignInOnSuccess",
        event => { window.both = [event.detail.data.authorization.code, event.detail.authorization.code]; })""")
    sign_in(popup_of(page))
    first, second = page.wait_for_function("window.both").json_value()
    assert first == second and first.startswith("c")
    assert any("event.detail.data" in text for text in warnings)


def test_a_redirect_posts_the_form_to_the_return_url(page, system, open_site):
    page = open_site(usePopup=False, scope="name email", state="st-3")
    with page.expect_navigation(url=re.compile("/auth/authorize")):
        page.get_by_role("button", name="Use my own button").click()
    browser.prove_who_you_are(page, PEOPLE["ned"])
    browser.consent(page, hide_email=True)
    expect(page.get_by_role("heading", name="Received")).to_be_visible()
    form = system.site.posted[0]
    assert list(form) == ["state", "code", "id_token", "user"] and form["state"] == "st-3"
    assert system.verified(form["id_token"])["is_private_email"] is True
    assert system.exchange(form["code"]).status == 200


def test_sign_in_returns_nothing_where_it_redirects(page, system, open_site):
    page = open_site(usePopup=False)
    page.route(re.compile("/auth/authorize"), lambda route: route.abort())
    assert page.evaluate("AppleID.auth.signIn() === undefined")


def test_a_call_overrides_the_configuration_for_itself_only(page, system, open_site):
    page = open_site(scope="name email", state="usual", nonce="usual", usePopup=False)
    other = {
        "state": "other",
        "nonce": "other",
        "scope": "email",
        "usePopup": True,
        "redirectURI": system.site.url,
        "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "codeChallengeMethod": "S256",
    }
    popup = popup_of(page, lambda: page.evaluate("overrides => begin(overrides)", other))
    assert [name for name, _ in query(popup.url)] == [
        "client_id",
        "redirect_uri",
        "response_type",
        "state",
        "scope",
        "nonce",
        "code_challenge",
        "code_challenge_method",
        "response_mode",
        "frame_id",
        "m",
        "v",
    ]
    sent = dict(query(popup.url))
    assert {
        "state": "other",
        "nonce": "other",
        "scope": "email",
        "redirect_uri": system.site.url,
        "response_type": "code id_token",
        "response_mode": "web_message",
        "code_challenge_method": "S256",
        "m": "11",
        "v": "1.5.6",
        "client_id": WEB,
    }.items() <= sent.items()
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", sent["frame_id"])
    sign_in(popup)
    code = outcome(page)["value"]["authorization"]["code"]
    assert system.exchange(code, redirect_uri=system.site.url).status == 400, "the code is bound to a challenge"

    with page.expect_request(re.compile("/auth/authorize")) as usual:
        page.get_by_role("button", name="Use my own button").click()
    sent = dict(query(usual.value.url))
    assert (sent["state"], sent["nonce"], sent["scope"], sent["response_mode"]) == ("usual", "usual", "name email", "form_post")
    assert "code_challenge" not in sent


def test_a_call_cannot_change_the_client(page, system, open_site):
    page = open_site()
    popup = popup_of(page, lambda: page.evaluate("begin({ clientId: 'com.example.other' })"))
    assert dict(query(popup.url))["client_id"] == WEB


def test_init_overrides_meta_tags(page, system):
    page.goto(
        system.page(
            OWN_BUTTON,
            RECORDER
            + """
        <meta name="appleid-signin-client-id" content="com.example.other">
        <meta name="appleid-signin-redirect-uri" content="[REDIRECT_URI]">
        <meta name="appleid-signin-scope" content="email">
        <meta name="appleid-signin-use-popup" content="false">""",
        )
    )
    loaded(page)
    page.evaluate("clientId => AppleID.auth.init({ clientId, usePopup: true, state: undefined })", WEB)
    sent = dict(query(popup_of(page).url))
    assert (sent["client_id"], sent["scope"], sent["m"]) == (WEB, "email", "31") and "state" not in sent


def test_the_popup_is_in_the_middle_of_the_window(page, system, open_site):
    page = open_site()
    features = page.evaluate("""() => {
        let asked = null;
        Object.assign(window, { screenX: 100, screenY: 50, outerWidth: 1700, outerHeight: 900 });
        window.open = (url, name, features) => { asked = [name, features]; return { closed: false, close() {} }; };
        AppleID.auth.signIn();
        return asked; }""")
    assert features[0] == "_blank"
    assert "width=700,height=700,left=600,top=150" in features[1]


def test_pkce_works_with_meta_tags(page, system):
    page.goto(
        system.page(
            OWN_BUTTON,
            RECORDER
            + """
        <meta name="appleid-signin-client-id" content="[CLIENT_ID]">
        <meta name="appleid-signin-redirect-uri" content="[REDIRECT_URI]">
        <meta name="appleid-signin-use-popup" content="true">
        <meta name="appleid-signin-code-challenge" content="E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM">
        <meta name="appleid-signin-code-challenge-method" content="S256">""",
        )
    )
    loaded(page)
    sign_in(popup_of(page))
    code = outcome(page)["value"]["authorization"]["code"]
    # the verifier of RFC 7636, appendix B
    assert system.exchange(code, code_verifier="dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").status == 200


@pytest.mark.parametrize(
    "config, words",
    [
        ({"clientId": 5}, '"clientId" must be a string'),
        ({"redirectURI": None}, '"redirectURI" must be a string'),
        ({"usePopup": "true"}, '"usePopup" must be a boolean'),
        ({"state": 7}, '"state" must be a string'),
        ({"codeChallenge": True}, '"codeChallenge" must be a string'),
    ],
)
def test_a_configuration_of_wrong_types_is_thrown_back(page, system, open_site, config, words):
    page = open_site()
    with pytest.raises(Error, match=words):
        page.evaluate(f"AppleID.auth.init({filled(system, configuration(**config))})")


def test_signing_in_without_a_set_up_is_thrown_back(page, system):
    page.goto(system.page(OWN_BUTTON, RECORDER))
    loaded(page)
    page.get_by_role("button", name="Use my own button").click()
    assert "call init first" in outcome(page)["thrown"]


def test_overrides_of_wrong_types_are_thrown_back(page, system, open_site):
    page = open_site()
    page.evaluate("begin({ nonce: 5 })")
    assert '"nonce" must be a string' in outcome(page)["thrown"]


def test_who_closes_the_popup_ends_the_sign_in(page, system, open_site):
    page = open_site()
    popup_of(page).close()
    assert outcome(page) == {"reason": {"error": "popup_closed_by_user"}}
    assert events(page) == [failure("popup_closed_by_user")]


def test_who_cancels_at_apple_ends_the_sign_in_and_closes_the_popup(page, system, open_site):
    page = open_site(state="st-4")
    popup = popup_of(page)
    popup.get_by_role("button", name=PEOPLE["ada"]["email"]).click()
    closes(popup, lambda: popup.get_by_role("button", name="Cancel").click())
    assert outcome(page) == {"reason": {"error": "user_cancelled_authorize"}}
    assert events(page) == [failure("user_cancelled_authorize")]
    assert system.control("snapshot")["consents"] == []


def test_a_second_sign_in_takes_the_place_of_the_first(page, system, open_site):
    page = open_site(scope="email")
    first = popup_of(page)
    page.evaluate("window.ended = []")
    again = "AppleID.auth.signIn().catch(reason => ended.push(reason)) && null"
    with first.expect_event("close"):
        second = popup_of(page, lambda: page.evaluate(again))
    assert outcome(page) == {"reason": {"error": "user_trigger_new_signin_flow"}}
    second.close()
    assert page.wait_for_function("ended[0]").json_value() == {"error": "popup_closed_by_user"}
    assert events(page) == [failure("user_trigger_new_signin_flow"), failure("popup_closed_by_user")]


def test_a_blocked_popup_ends_the_sign_in(system, chromium):
    with browser.popup_blocker(chromium) as page:
        script = f"<script>window.onload = () => {{ AppleID.auth.init({configuration()}); begin(); }};</script>"
        page.goto(system.page(OWN_BUTTON + script, RECORDER))
        assert outcome(page) == {"reason": {"error": "popup_blocked_by_browser"}}
        assert events(page) == [failure("popup_blocked_by_browser")]


def test_a_bad_request_is_shown_in_the_popup_and_told_to_nobody(page, system, open_site):
    page = open_site(scope="name phone")
    popup = popup_of(page)
    expect(popup.get_by_role("heading", name="invalid_scope")).to_be_visible()
    assert page.evaluate("outcome") is None and events(page) == []
    popup.close()
    assert outcome(page) == {"reason": {"error": "popup_closed_by_user"}}


def test_a_page_of_another_origin_than_the_return_url_receives_nothing(page, system, open_site):
    page = open_site(host="other.localhost", scope="email")
    popup = popup_of(page)
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    expect(popup.get_by_role("alert")).to_contain_text("the origin of the return URL")
    assert not popup.is_closed() and page.evaluate("outcome") is None and events(page) == []
    until(lambda: "web_message_no_answer" in system.causes("/auth/authorize/popup"), "the cause in the log")


def test_a_popup_without_an_opener_says_so(page, system, open_site):
    page = open_site(headers={"Cross_Origin_Opener_Policy": "same-origin"})
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Use my own button").click()
    popup = opened.value
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    expect(popup.get_by_role("alert")).to_contain_text("There is no page to send the response to.")
    until(lambda: "web_message_no_opener" in system.causes("/auth/authorize/popup"), "the cause in the log")
    # the browser tells such a page that the popup is closed
    assert outcome(page) == {"reason": {"error": "popup_closed_by_user"}}


def test_the_recommended_opener_policy_leaves_the_popup_connected(page, system, open_site):
    page = open_site(headers={"Cross_Origin_Opener_Policy": "same-origin-allow-popups"})
    sign_in(popup_of(page))
    assert "value" in outcome(page)


FORGED = '{"method":"oauthDone","data":{"authorization":{"code":"forged"}}}'


def expect_ignored(page, post):
    """Expects that the page gets the message that `post` causes, and makes nothing of it."""
    with page.expect_console_message(lambda message: message.text == "a message"):
        page.evaluate("addEventListener('message', () => console.log('a message'), { once: true })")
        post()
    assert page.evaluate("outcome") is None and events(page) == []


def test_messages_of_other_windows_and_origins_are_ignored(page, system, open_site):
    page = open_site()
    popup = popup_of(page)
    system.publish(f"<script>(window.opener || parent).postMessage({FORGED!r}, '*')</script>", "/forger")
    forger = system.site.at("other.localhost") + "/forger"
    # from a frame of the page
    expect_ignored(
        page, lambda: page.evaluate("address => { document.body.appendChild(document.createElement('iframe')).src = address; }", forger)
    )
    # from the emulator's origin, but from another window than the popup
    with page.expect_popup() as opened:
        page.evaluate("address => { open(address); }", system.emulator.url + "/")
    expect_ignored(page, lambda: opened.value.evaluate("text => opener.postMessage(text, '*')", FORGED))
    # from the popup, but from another origin
    expect_ignored(page, lambda: popup.evaluate("address => { location.href = address; }", forger))


@pytest.mark.parametrize(
    "text", ["no JSON", "null", "5", '{"method":"other","data":{"error":"x"}}', '{"method":"oauthDone"}', {"method": "oauthDone"}]
)
def test_other_messages_of_the_popup_are_ignored(page, system, open_site, text):
    page, thrown = open_site(), []
    page.on("pageerror", lambda error: thrown.append(error))
    popup = popup_of(page)
    expect_ignored(page, lambda: popup.evaluate("text => opener.postMessage(text, '*')", text))
    sign_in(popup)
    assert "authorization" in outcome(page)["value"] and len(events(page)) == 1
    assert thrown == []


def test_the_popup_works_in_a_page_with_a_strict_policy(page, system):
    system.publish("window.onload = () => AppleID.auth.init(CONFIG);".replace("CONFIG", configuration()), "/set-up.js")
    violations = []
    page.on("console", lambda message: violations.append(message.text) if "Content Security" in message.text else None)
    page.goto(
        system.page(
            '<div id="appleid-signin"></div><script src="/set-up.js"></script>',
            Content_Security_Policy=f"default-src 'none'; script-src 'self' {system.emulator.url}; require-trusted-types-for 'script'",
            Cross_Origin_Embedder_Policy="require-corp",
        )
    )
    button = page.get_by_role("button", name="Sign in with Apple")
    assert button.bounding_box()["height"] == 30
    sign_in(popup_of(page, button.click))
    assert violations == []


def test_the_popup_works_by_keyboard_alone(page, system, open_site):
    page = open_site('<div id="appleid-signin"></div>', scope="email")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Sign in with Apple")).to_be_focused()
    popup = popup_of(page, lambda: page.keyboard.press("Space"))
    popup.close()
    page.wait_for_function("told.length === 2")
    popup = popup_of(page, lambda: page.keyboard.press("Enter"))
    popup.get_by_role("button", name=PEOPLE["ada"]["email"]).focus()
    popup.keyboard.press("Enter")
    popup.get_by_label("Password", exact=True).fill(PEOPLE["ada"]["password"])
    popup.keyboard.press("Enter")
    popup.get_by_label("Six-digit code").fill(popup.locator(".device-code").inner_text())
    popup.keyboard.press("Enter")
    closes(popup, lambda: (popup.get_by_role("button", name="Continue").focus(), popup.keyboard.press("Enter")))
    page.wait_for_function("told.length === 3")
    assert [entry["name"] for entry in events(page)] == ["AppleIDSignInOnFailure", "AppleIDSignInOnSuccess"]


def test_two_tabs_sign_in_different_people_at_the_same_time(page, system, open_site):
    page = open_site(scope="email")
    other = page.context.new_page()
    other.goto(system.site.url + "/")
    loaded(other)
    other.evaluate(f"AppleID.auth.init({filled(system, configuration(scope='email'))})")
    popups = popup_of(page), popup_of(other)
    sign_in(popups[1], "ned")
    sign_in(popups[0], "ada")
    assert outcome(page)["value"]["user"]["email"] == PEOPLE["ada"]["email"]
    assert outcome(other)["value"]["user"]["email"] == PEOPLE["ned"]["email"]

"""The steps of a person's browser: authorization, sign-in and logout."""

import re
import secrets
import urllib.parse

from . import expectations
from .expectations import equal
from .pages import Page
from .placeholders import fill
from .provider import encode

DESCRIPTION = re.compile(r"[\x20-\x21\x23-\x5b\x5d-\x7e]*")


def authorize(play, step):
    """Sends the person to the authorization endpoint, and checks the answer at the client."""
    client, browser = play.client(step), play.browser(step)
    fresh = {"state": secrets.token_urlsafe(12), "nonce": secrets.token_urlsafe(12), "verifier": secrets.token_urlsafe(48)}
    play.known.update({f"fresh_{name}": value for name, value in fresh.items()})
    parameters = _parameters(play, step, client, fresh)
    url = play.op.endpoint("authorization_endpoint")
    method = step.get("by", "GET")
    query = encode(parameters) + play.fill(step.get("query_text", ""))
    landing = browser.walk(
        method,
        url if method == "POST" else url + ("&" if "?" in url else "?") + query,
        parameters if method == "POST" else None,
        step.get("from_site", "cross-site"),
        step.get("answer", "allow"),
        step.get("apple", "approve"),
    )
    play.forget(step, ("state", "nonce", "redirect_uri", "challenge", "code"))
    play.keep(
        step,
        {
            **{name: parameters.get(name) for name in ("state", "nonce", "redirect_uri", "client_id")},
            "verifier": fresh["verifier"],
            "challenge": parameters.get("code_challenge"),
            "asked_at": play.known["now"],
            "location": landing.reply.headers.get("Location"),
        },
    )
    if landing.kind == "page" and landing.reply.is_page:
        play.keep(step, {f"form.{name}": value for form in Page(landing.reply.body.decode()).forms for name, value in form.fields})
    return _landed(play, step, parameters, landing)


def _parameters(play, step, client, fresh):
    parameters = {
        "response_type": "code",
        "client_id": client["id"],
        "redirect_uri": client["redirect_uri"],
        "scope": client.get("scope", "openid profile email"),
        "state": fresh["state"],
        "nonce": fresh["nonce"],
    }
    if client.get("pkce"):
        parameters |= {"code_challenge": fill({"s256": fresh["verifier"]}, {}), "code_challenge_method": "S256"}
    if "response_mode" in play.values:
        parameters["response_mode"] = play.values["response_mode"]
    parameters |= play.fill(step.get("authorize", step.get("flow")))
    parameters = {name: value for name, value in parameters.items() if value is not None}
    return dict(reversed(parameters.items())) if step.get("reversed") else parameters


def _landed(play, step, parameters, landing):
    expect = play.fill(step.get("expect", {}))
    wanted = expect.get("answer", "error" if "error" in expect else "code")
    differences = [
        f"{reply.url.split('?')[0]} was answered {reply.status}: it repeats the request with its body"
        for reply in landing.replies
        if reply.status in (307, 308)
    ]
    if play.op.is_ours:
        differences += [line for reply in landing.replies for line in _own_headers(reply)]
    differences += ANSWERS[wanted](play, step, expect, parameters, landing)
    if "asked" in expect:
        differences += equal("asked to sign in", landing.asked > 0, expect["asked"])
    if "questions" in expect:
        differences += equal("questions of ours", landing.questions, expect["questions"])
    return differences + expectations.reply({k: v for k, v in expect.items() if k not in ("status", "fields")}, landing.reply)


def _own_headers(reply):
    """Nobody frames a page, nothing is stored, and no address with a code goes to another site."""
    policy = reply.headers.get("Content-Security-Policy") or ""
    differences = [] if not reply.is_page or "frame-ancestors 'none'" in policy else [f"Content-Security-Policy: {policy!r}"]
    if "no-store" not in (reply.headers.get("Cache-Control") or ""):
        differences.append(f"Cache-Control of {reply.url.split('?')[0]}: {reply.headers.get('Cache-Control')!r}")
    return differences


def _at_client(play, step, parameters, landing):
    """The answer's parameters, and what is wrong with how they came. `None` without an answer."""
    expect, uri = step.get("expect", {}), parameters.get("redirect_uri")
    if landing.kind != "client":
        words = re.sub(r"<style.*?</style>|<[^>]+>|\s+", " ", landing.reply.body.decode(errors="replace"), flags=re.S)
        return None, [
            (f"no answer at the client: {landing.kind} {landing.reply.status} at {landing.url.split('?')[0]}: {words.strip()[:200]}")
        ]
    mode = play.fill(expect.get("mode", parameters.get("response_mode", "query")))
    if landing.mode != mode:
        return None, [f"answered by {landing.mode}, expected {mode}: {landing.url[:120]}"]
    if mode == "form_post":
        pairs, differences = landing.parameters, equal("action", landing.url, uri)
        differences += equal("status", landing.reply.status, 200)
    else:
        lead = uri + ("#" if mode == "fragment" else "&" if "?" in uri else "?")
        if not landing.url.startswith(lead):
            return None, [f"answered at {landing.url[:160]}, expected {lead}…"]
        pairs = urllib.parse.parse_qsl(landing.url[len(lead) :], keep_blank_values=True)
        allowed = [303] if play.op.is_ours else [302, 303]
        differences = [] if landing.reply.status in allowed else [f"status {landing.reply.status}, expected {allowed}"]
    found = dict(pairs)
    if len(found) != len(pairs):
        differences.append(f"a parameter is there twice: {[name for name, _ in pairs]}")
    if play.op.is_ours:
        differences += equal("Referrer-Policy", landing.reply.headers.get("Referrer-Policy"), "no-referrer")
    if "state" not in expect.get("parameters", {}):
        differences += equal("state", found.get("state"), parameters.get("state"))
    if play.op.is_ours or "iss" in found or (play.op.document.json_object or {}).get("authorization_response_iss_parameter_supported"):
        differences += equal("iss", found.get("iss"), play.op.issuer)
    return found, differences


def _code(play, step, expect, parameters, landing):
    found, differences = _at_client(play, step, parameters, landing)
    if found is None:
        return differences
    if "code" not in found:
        return [f"answered with {found}, expected a code"]
    play.keep(step, {"code": found["code"]})
    if not re.fullmatch(r"[\x21-\x7e]{22,}", found["code"]):
        differences.append(f"code: {found['code']!r} has less than 128 bits")
    if play.op.is_ours:
        differences += equal("parameters", sorted(found), sorted({"code", "iss"} | ({"state"} & set(parameters))))
    return differences


def _error(play, step, expect, parameters, landing):
    found, differences = _at_client(play, step, parameters, landing)
    if found is None:
        return differences
    wanted = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
    if found.get("error") not in wanted:
        differences.append(f"error: {found}, expected {expect['error']}")
    if "code" in found:
        differences.append("an error with a code")
    if not DESCRIPTION.fullmatch(found.get("error_description", "")):
        differences.append(f"error_description: {found['error_description']!r}")
    if play.op.is_ours and not found.get("error_uri", "").startswith(play.op.issuer + "/errors#"):
        differences.append(f"error_uri: {found.get('error_uri')!r}")
    return differences + expectations.values(expect.get("parameters", {}), found, "parameter")


def _page(play, step, expect, parameters, landing):
    """A page of the provider itself: nobody was redirected."""
    if landing.kind != "page":
        return [f"redirected to {landing.url[:160]}, expected a page"]
    wanted = expect.get("status", 400 if play.op.is_ours else [400, 401, 403, 404, 422, 500, 200])
    return expectations.status(landing.reply, wanted) + equal("a page", landing.reply.is_page or not play.op.is_ours, True)


def _question(play, step, expect, parameters, landing):
    return _page(play, step, {"status": 200, **expect}, parameters, landing)


def _error_or_page(play, step, expect, parameters, landing):
    return (_page if landing.kind == "page" else _error)(play, step, expect, parameters, landing)


def _upstream(play, step, expect, parameters, landing):
    return equal("ended", landing.kind, "upstream")


ANSWERS = {"code": _code, "error": _error, "page": _page, "question": _question, "error_or_page": _error_or_page, "upstream": _upstream}


def sign_in(play, step):
    """Signs in on our own site without any client."""
    landing = play.browser(step).walk("GET", play.op.issuer + "/web/sign-in", site="same-origin")
    return (
        []
        if play.browser(step).cookies.get(urllib.parse.urlsplit(play.op.issuer).netloc)
        else [f"no session: {landing.kind} {landing.reply.status} at {landing.url}"]
    )


def logout(play, step):
    """Sends the person to the end session endpoint."""
    expect = play.fill(step.get("expect", {}))
    parameters = {name: value for name, value in play.fill(step["logout"]).items() if value is not None}
    url, method = play.op.endpoint("end_session_endpoint"), step.get("by", "GET")
    landing = play.browser(step).walk(
        method,
        url if method == "POST" or not parameters else url + "?" + encode(parameters),
        parameters if method == "POST" else None,
        step.get("from_site", "cross-site"),
        step.get("answer", "allow"),
    )
    wanted = expect.get("answer", "client")
    differences = equal("ended", landing.kind, wanted)
    if wanted == "client" and not differences:
        uri, state = parameters["post_logout_redirect_uri"], parameters.get("state")
        lead = uri + ("&" if "?" in uri else "?")
        is_there = landing.url.startswith(lead) if state is not None else landing.url == uri
        added = urllib.parse.parse_qsl(landing.url[len(lead) :], keep_blank_values=True)
        differences += equal(f"redirected to {landing.url}, and not to {uri}", is_there, True)
        differences += equal("added to the address", added, [("state", state)] if state is not None else [])
    elif wanted == "page" and not differences:
        usual = 200 if play.op.is_ours else [200, 400, 401, 403, 422, 500]
        differences += expectations.status(landing.reply, expect.get("status", usual))
    if "questions" in expect:
        differences += equal("questions of ours", landing.questions, expect["questions"])
    return differences + expectations.reply({k: v for k, v in expect.items() if k != "status"}, landing.reply)


STEPS = {"authorize": authorize, "sign_in": sign_in, "logout": logout}

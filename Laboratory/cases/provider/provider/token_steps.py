"""The steps of a client: the token endpoint, userinfo, revocation and introspection."""

import re

from . import browser_steps, expectations, tokens
from .expectations import equal
from .placeholders import fill
from .provider import encode

FORM = "application/x-www-form-urlencoded"
TOKEN = re.compile(r"[\x20-\x7e]+")


def redeem(play, step):
    challenge = play.received(step, "challenge")
    form = {
        "grant_type": "authorization_code",
        "code": play.received(step, "code"),
        "redirect_uri": play.received(step, "redirect_uri"),
        "code_verifier": play.received(step, "verifier") if challenge else None,
    }
    reply, sent = _call(play, step, "token_endpoint", form, step.get("redeem", {}))
    return _told(play, step, reply, sent, play.received(step, "nonce"))


def refresh(play, step):
    form = {"grant_type": "refresh_token", "refresh_token": play.received(step, "refresh_token")}
    former = {name: play.received(step, f"id.{name}") for name in ("iss", "sub", "aud", "auth_time", "sid")}
    reply, sent = _call(play, step, "token_endpoint", form, step["refresh"])
    differences = _told(play, step, reply, sent, None if play.op.is_ours else play.received(step, "nonce"))
    if not differences and reply.status == 200 and "id_token" in reply.json_object:
        claims = tokens.unverified(reply.json_object["id_token"])
        # OpenID Connect Core 12.2: the same end-user, authentication and audience as in the first ID token
        differences += [
            line
            for name, value in former.items()
            if value is not None
            for line in equal(f"{name} after the refresh", claims.get(name), value)
        ]
    return differences


def revoke(play, step):
    reply, sent = _call(play, step, "revocation_endpoint", {}, step["revoke"])
    expect = play.fill(step.get("expect", {}))
    return _refused(play, expect, reply, sent) if "error" in expect else expectations.reply({"status": 200, **expect}, reply)


def introspect(play, step):
    reply, sent = _call(play, step, "introspection_endpoint", {}, step["introspect"])
    expect = play.fill(step.get("expect", {}))
    if "error" in expect:
        return _refused(play, expect, reply, sent)
    return expectations.reply({"status": 200, **expect}, reply) + _unstored(reply)


def userinfo(play, step):
    """Asks for claims. Without an expectation it must be 200, with the `sub` of the ID token."""
    expect, token = play.fill(step.get("expect", {})), play.fill(step.get("token", play.received(step, "access_token")))
    by, url, headers, body = step.get("by", "GET"), play.op.endpoint("userinfo_endpoint"), {}, None
    if by in ("GET", "POST"):
        headers["Authorization"] = f"{step.get('scheme', 'Bearer')} {token}"
    elif by == "query":
        url += "?" + encode({"access_token": token})
    else:
        headers["Content-Type"], body = FORM, encode({"access_token": token}).encode()
    headers = {k: v for k, v in {**headers, **play.fill(step.get("headers", {}))}.items() if v is not None}
    reply = play.op.send("POST" if by in ("POST", "body") else "GET", url, headers, body)
    if expect.get("status", 200) != 200:
        return expectations.reply(expect, reply)
    differences = expectations.reply({"status": 200, **expect}, reply)
    found = reply.json_object
    if found is None or not (reply.headers.get("Content-Type") or "").startswith("application/json"):
        return differences + [f"userinfo: {reply.headers.get('Content-Type')} {reply.body[:120]!r}"]
    subject = play.received(step, "id.sub")
    differences += equal("sub at userinfo", found.get("sub"), subject) if subject else []
    play.keep(step, {f"userinfo.{name}": value for name, value in found.items()})
    return differences + [
        line for name, kind in KINDS.items() if name in found for line in expectations.values({name: {"any": kind}}, found, "userinfo")
    ]


KINDS = {
    "sub": "string",
    "name": "string",
    "given_name": "string",
    "family_name": "string",
    "email": "string",
    "email_verified": "boolean",
    "is_private_email": "boolean",
    "updated_at": "number",
    "preferred_username": "string",
}


def flow(play, step):
    """Authorization, code, tokens and userinfo, with every check that the Foundation's suite makes of a happy flow."""
    expect = step.get("expect", {})
    ask = {k: v for k, v in step.items() if k != "expect"}
    at_browser = {k: v for k, v in expect.items() if k in ("asked", "questions", "mode")}
    at_token = {k: v for k, v in expect.items() if k in ("fields", "members", "id_token", "access_token")}
    differences = browser_steps.authorize(play, {**ask, "expect": at_browser})
    if differences:
        return differences
    again = {**ask, **({"from": step["as"]} if "as" in step else {})}
    differences = redeem(play, {**again, "expect": at_token})
    if not differences:
        differences = userinfo(play, {**again, "expect": {"fields": expect.get("userinfo", {})}})
    return differences + tokens.key_set(play.op.keys())


def _call(play, step, endpoint, form, changes):
    """A form post of a client that authenticates as it is registered, or as the step says."""
    client = play.client(step)
    form, headers = {**form}, {"Content-Type": FORM}
    way = play.fill(step.get("authentication", client["authentication"]))
    if way == "basic":
        headers["Authorization"] = fill({"basic": [client["id"], client["secret"]]}, {})
    elif way == "post":
        form |= {"client_id": client["id"], "client_secret": client["secret"]}
    elif way == "none":
        form["client_id"] = client["id"]
    form |= play.fill(changes)
    headers |= play.fill(step.get("headers", {}))
    sent = {name: value for name, value in headers.items() if value is not None}
    body = encode(form) + play.fill(step.get("body_suffix", ""))
    return play.op.send("POST", play.op.endpoint(endpoint), sent, body.encode()), sent


def _told(play, step, reply, sent, nonce):
    """Checks an answer of the token endpoint and keeps its tokens."""
    expect = play.fill(step.get("expect", {}))
    if "error" in expect:
        return _refused(play, expect, reply, sent)
    found = reply.json_object
    if reply.status != 200 or found is None:
        return [f"status {reply.status}, expected 200 with tokens; body {reply.body[:200]!r}"]
    differences = _unstored(reply)
    differences += equal("token_type", found.get("token_type", "").lower(), "bearer")
    if not isinstance(found.get("expires_in", 1), int) or found.get("expires_in", 1) <= 0:
        differences.append(f"expires_in: {found['expires_in']!r}")
    for name in ("access_token", "refresh_token", "id_token"):
        if name in found and not (isinstance(found[name], str) and TOKEN.fullmatch(found[name])):
            differences.append(f"{name}: {found[name]!r}")
    play.keep(step, {name: found.get(name) for name in ("access_token", "refresh_token", "id_token", "scope", "expires_in")})
    if "id_token" in found:
        differences += _identity(play, step, expect, found, nonce)
    elif "id_token" in expect:
        differences.append("no id_token")
    if play.op.is_ours:
        differences += _access(play, step, expect, found)
    return differences + expectations.reply({k: v for k, v in expect.items() if k != "body"}, reply)


def _identity(play, step, expect, found, nonce):
    client = play.client(step)
    claims, differences = tokens.identity(found["id_token"], play.op.keys(), play.op.issuer, client, nonce, found["access_token"])
    play.keep(step, {f"id.{name}": value for name, value in claims.items()})
    if play.op.is_ours:
        differences += equal("header of the id_token", set(tokens.unverified(found["id_token"], 0)), {"alg", "kid", "typ"})
        for name in ("auth_time", "at_hash", "sid"):
            differences += [] if name in claims else [f"id_token: no {name}"]
    return differences + expectations.values(expect.get("id_token", {}), claims, "id_token")


def _access(play, step, expect, found):
    """Our access tokens are JWTs of RFC 9068."""
    claims, differences = tokens.verified(found["access_token"], play.op.keys(), ["ES256"])
    if claims is None:
        return ["access_token: " + line for line in differences]
    differences += equal("typ", tokens.unverified(found["access_token"], 0).get("typ"), "at+jwt")
    differences += equal("iss", claims.get("iss"), play.op.issuer)
    differences += equal("client_id", claims.get("client_id"), play.client(step)["id"])
    differences += [f"no {name}" for name in ("aud", "sub", "sid", "jti", "iat", "exp", "auth_time") if name not in claims]
    play.keep(step, {f"access.{name}": value for name, value in claims.items()})
    return ["access_token: " + line for line in differences] + expectations.values(expect.get("access_token", {}), claims, "access_token")


def _refused(play, expect, reply, sent):
    """Expects the JSON of RFC 6749 section 5.2."""
    wanted = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
    status = expect.get("status", 401 if wanted == ["invalid_client"] else [400, 401] if "invalid_client" in wanted else 400)
    differences = expectations.status(reply, status)
    found = reply.json_object
    if found is None:
        return differences + [f"no JSON: {reply.body[:160]!r}"]
    if found.get("error") not in wanted:
        differences.append(f"error: {found}, expected {expect['error']}")
    if not browser_steps.DESCRIPTION.fullmatch(str(found.get("error_description", ""))):
        differences.append(f"error_description: {found['error_description']!r}")
    if play.op.is_ours:
        differences += equal("members", sorted(found), ["error", "error_description", "error_uri"])
        if not str(found.get("error_uri")).startswith(play.op.issuer + "/errors#"):
            differences.append(f"error_uri: {found.get('error_uri')!r}")
    tried = sent.get("Authorization")
    if (
        reply.status == 401
        and isinstance(tried, str)
        and tried.startswith("Basic ")
        and not (reply.headers.get("WWW-Authenticate") or "").startswith("Basic ")
    ):
        differences.append(f"WWW-Authenticate: {reply.headers.get('WWW-Authenticate')!r}")
    return differences + _unstored(reply) + expectations.reply({k: v for k, v in expect.items() if k != "status"}, reply)


def _unstored(reply):
    """RFC 6749 section 5.1: neither the browser nor a proxy stores an answer with a token."""
    stored = reply.headers.get("Cache-Control") or ""
    return [] if "no-store" in stored else [f"Cache-Control: {stored!r}, expected no-store"]


STEPS = {"redeem": redeem, "refresh": refresh, "revoke": revoke, "introspect": introspect, "userinfo": userinfo, "flow": flow}

"""The other steps: any request, comparisons, the key set, Apple's account page, and what receivers got."""

import json
import tempfile
import time
import urllib.parse

from harness.emulator import WEB
from harness.programs import siwa
from harness.waiting import until

from . import expectations, tokens
from .expectations import equal
from .pages import Page
from .provider import encode, now

EVENT = "http://schemas.openid.net/event/backchannel-logout"
PATIENCE = 40


def request(play, step):
    """Any request, with the cookies of a browser only if the step names one."""
    asked = play.fill(step["request"])
    url = play.op.endpoint(asked["endpoint"]) if "endpoint" in asked else play.op.issuer + asked.get("path", "")
    if "url" in asked:
        url = asked["url"]
    if asked.get("query"):
        url += "?" + encode(asked["query"])
    headers, body = dict(asked.get("headers", {})), None
    if "form" in asked:
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        body = encode(asked["form"]).encode()
    elif "text" in asked:
        body = asked["text"].encode()
    headers = {name: value for name, value in headers.items() if value is not None}
    if "browser" in step:
        reply = play.browser(step).send(asked.get("method", "GET"), url, headers=headers, body=body, site=asked.get("site", "same-origin"))
    else:
        reply = play.op.send(asked.get("method", "GET"), url, headers, body)
    play.keep(
        step,
        {
            "location": reply.headers.get("Location"),
            "body": reply.body.decode(errors="replace"),
            **{f"reply.{name}": value for name, value in (reply.json_object or {}).items()},
        },
    )
    if reply.is_page:
        play.keep(step, {f"form.{name}": value for form in Page(reply.body.decode()).forms for name, value in form.fields})
    return expectations.reply({"status": 200, **play.fill(step.get("expect", {}))}, reply)


def configure(play, step):
    """Gives `siwa clients check` a configuration with one client of these settings."""
    settings, system = play.fill(step["configure"]), play.op.apple
    if "set" in step:
        settings |= {play.fill(step["set"][0]): play.fill(step["set"][1])}
    found = json.loads((system.folder / "siwa-0.json").read_text())
    found["openid"] = {"enabled": True, "clients": {"a": settings}}
    with tempfile.NamedTemporaryFile("w", dir=system.folder, suffix=".json") as file:
        file.write(json.dumps(found))
        file.flush()
        done = siwa("clients", "check", "--config", file.name, environment=system.environment)
    expect = play.fill(step["expect"])
    differences = equal("siwa clients check", "taken" if done.returncode == 0 else "refused", expect["answer"])
    words = done.stdout + done.stderr
    differences += [f"it does not name {text}: {words[:200]}" for text in expect.get("text", []) if text not in words]
    return [f"{line}: {words[-300:].strip()}" for line in differences]


def check(play, step):
    return [line for entry in step["check"] for line in expectations.comparison(*play.fill(entry))]


def keys(play, step):
    return tokens.key_set(play.op.keys())


def wait_until(play, step):
    """Waits until a second has come, for what a provider may only do later."""
    moment = float(play.fill(step["wait_until"]))
    until(lambda: time.time() >= moment, f"the second {moment}")
    return []


def at_apple(play, step):
    """What a person does on Apple's account page: Apple notifies our service."""
    client = {"client": WEB} if step["at_apple"] == "stop-using" else {}
    play.op.apple.control(f"account/{step['at_apple']}", {"person": play.browser(step).person.key} | client)
    return []


def app(play, step):
    """A person signs in through our own app."""
    found = play.op.apple.sign_in(play.browser(step).person.key)
    play.keep(step, {name: found[name] for name in ("access_token", "refresh_token")})
    return []


def _deliveries(play, step, name):
    """The logout tokens of the session that the step continues."""
    session = play.received(step, "id.sid")

    def is_meant(headers, body):
        token = dict(urllib.parse.parse_qsl(body.decode())).get("logout_token")
        return tokens.unverified(token).get("sid") == session

    return play.op.receivers[name].find(is_meant)


def logout_token(play, step):
    """Waits for a logout token of the session and checks it (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6)."""
    name, expect = step["logout_token"], play.fill(step.get("expect", {}))
    which = int(expect.get("answer", 1))
    found = until(lambda: (d := _deliveries(play, step, name)) and len(d) >= which and d, "a logout token", PATIENCE)
    headers, body = found[which - 1]
    form = urllib.parse.parse_qs(body.decode(), keep_blank_values=True)
    differences = equal("Content-Type", headers["content-type"].split(";")[0], "application/x-www-form-urlencoded")
    differences += equal("fields", sorted(form), ["logout_token"])
    client = next(c for c in play.op.clients.values() if c.get("receiver") == name)
    claims, problems = tokens.verified(form["logout_token"][0], play.op.keys(), [client.get("id_token_alg", "RS256")])
    if claims is None:
        return differences + problems
    differences += problems + equal("iss", claims.get("iss"), play.op.issuer) + equal("aud", claims.get("aud"), client["id"])
    differences += equal("sub", claims.get("sub"), play.received(step, "id.sub"))
    differences += equal("events", claims.get("events"), {EVENT: {}}) + equal("nonce", "nonce" in claims, False)
    differences += equal("members", sorted(claims), ["aud", "events", "exp", "iat", "iss", "jti", "sid", "sub"])
    if not claims["iat"] <= now() + 1 or not now() - 60 < claims["exp"] <= claims["iat"] + 120:
        differences.append(f"iat {claims['iat']}, exp {claims['exp']}, now {now()}")
    header = tokens.unverified(form["logout_token"][0], 0)
    differences += equal("typ", header.get("typ"), client["settings"].get("logout_token_typ", "logout+jwt"))
    play.keep(step, {"logout.jti": claims["jti"], "logout.token": form["logout_token"][0]})
    return differences


def no_logout_token(play, step):
    """Once others of the same logout have arrived, none has come here."""
    return equal("logout tokens", len(_deliveries(play, step, step["no_logout_token"])), 0)


STEPS = {
    "request": request,
    "configure": configure,
    "check": check,
    "keys": keys,
    "wait_until": wait_until,
    "at_apple": at_apple,
    "app": app,
    "logout_token": logout_token,
    "no_logout_token": no_logout_token,
}

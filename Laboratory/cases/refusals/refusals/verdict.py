"""Compares an answer with what a case expects. Every difference is one line."""

import html.parser
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from harness.keys import from_base64url, part


class NotJSON(Exception):
    pass


def compare(expect, answer, reply):
    differences = []
    status = expect.get("status", answer["status"])
    if reply.status != status:
        differences.append(f"status {reply.status}, expected {status}; body {reply.body[:160]!r}")
    for name, value in {**answer.get("headers", {}), **expect.get("headers", {})}.items():
        if reply.headers.get(name) != value:
            differences.append(f"header {name}: {reply.headers.get(name)!r}, expected {value!r}")
    differences += [f"header {name}: {reply.headers[name]!r}, expected none" for name in answer.get("without", []) if name in reply.headers]
    if not differences:
        differences += BODIES[answer["body"]](expect, answer, reply)
    return differences


def _refusal(expect, answer, reply):
    """Expects exactly `error`, and `error_description` if Apple was seen to send one."""
    wanted = {"error": expect["error"]}
    if expect.get("error_description") is not None:
        wanted["error_description"] = expect["error_description"]
    return _equal("body", _json(reply), wanted)


def _members(expect, answer, reply):
    """Expects exactly these members, the fixed values, and the identity token's claims that the case names."""
    found = _json(reply)
    wanted = expect.get("members", answer["members"])
    differences = _equal("members", sorted(found), sorted(wanted))
    for name, value in answer.get("values", {}).items():
        differences += _equal(name, found.get(name), value)
    return differences + _claims(expect, found.get("id_token"))


def _claims(expect, token):
    if "claims" not in expect:
        return []
    try:
        claims = part(token, 1)
    except (AttributeError, IndexError, ValueError):
        return [f"id_token: {token!r} is no token"]
    return [line for name, value in expect["claims"].items() for line in _equal(f"claim {name}", claims.get(name), value)]


def signature(token, published):
    """Checks that the published key that the header names signed the token with RS256."""
    header, payload, octets = token.split(".")
    members = part(token, 0)
    key = next((key for key in published if key["kid"] == members.get("kid")), None)
    if key is None or members.get("alg") != "RS256":
        return [f"id_token: its header is {members}, published are {[key['kid'] for key in published]}"]
    numbers = [int.from_bytes(from_base64url(key[name]), "big") for name in ("e", "n")]
    try:
        rsa.RSAPublicNumbers(*numbers).public_key().verify(
            from_base64url(octets), f"{header}.{payload}".encode(), padding.PKCS1v15(), hashes.SHA256()
        )
    except InvalidSignature:
        return [f"id_token: the key {key['kid']} did not sign it"]
    return []


def _object(expect, answer, reply):
    """Expects a JSON document with at least these fields. `null` means that a field must be absent."""
    found = _json(reply)
    return [line for name, value in expect.get("fields", {}).items() for line in _equal(name, found.get(name), value)]


def _nothing(expect, answer, reply):
    return _equal("body", reply.body, b"")


def _anything(expect, answer, reply):
    return []


def _page(expect, answer, reply):
    """The title is the first heading. The text is the paragraph that directly follows it, if there is one."""
    page = Page(reply.body.decode())
    differences = _equal("title", page.title, expect["title"]) if "title" in expect else []
    if "text" in expect:
        differences += _equal("text", page.text, expect["text"])
    return differences


class Page(html.parser.HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.title = self.text = None
        self.inside = None
        self.is_over = False
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        if self.title is None and tag == "h1":
            self.inside, self.title = "title", ""
        elif self.title is not None and not self.is_over and self.inside is None:
            if tag == "p":
                self.inside, self.text = "text", ""
            self.is_over = True

    def handle_endtag(self, tag):
        if tag in ("h1", "p"):
            self.inside = None

    def handle_data(self, data):
        if self.inside:
            setattr(self, self.inside, getattr(self, self.inside) + data)


BODIES = {"refusal": _refusal, "members": _members, "object": _object, "nothing": _nothing, "anything": _anything, "page": _page}


def _json(reply):
    try:
        return json.loads(reply.body)
    except ValueError as error:
        raise NotJSON(f"the body is not JSON: {reply.body[:160]!r}") from error


def _equal(what, found, wanted):
    return [] if found == wanted else [f"{what}: {found!r}, expected {wanted!r}"]

"""The placeholders that a case can use instead of literal values."""

import base64
import hashlib
import json
import re
import urllib.parse

from harness.keys import base64url

from . import forgeries

PLACEHOLDER = re.compile(r"\{([a-z][a-zA-Z0-9_.]*)([+-]\d+)?\}")


class UnknownPlaceholder(ValueError):
    pass


def fill(value, known):
    """Replaces placeholders in strings, lists and objects. See README, "Values", for the objects."""
    if isinstance(value, str):
        return PLACEHOLDER.sub(lambda match: _text(match, known), value)
    if isinstance(value, list):
        return [fill(element, known) for element in value]
    if isinstance(value, dict):
        made = next((maker for members, maker in MAKERS if set(value) == members), None)
        filled = {name: fill(member, known) for name, member in value.items()}
        return made(filled, known) if made else filled
    return value


def _repeated(value, known):
    return value["repeat"] * value["times"]


def _basic(value, known):
    """The header as RFC 6749 section 2.3.1 has it: both parts are form-encoded before they are joined."""
    pair = ":".join(urllib.parse.quote_plus(part) for part in value["basic"])
    return "Basic " + base64.b64encode(pair.encode()).decode()


def _flipped(value, known):
    """The last character of base64url may have unused bits, so the one before it is changed."""
    text = value["flipped"]
    return text[:-2] + ("A" if text[-2] != "A" else "Q") + text[-1]


MAKERS = [
    ({"repeat", "times"}, _repeated),
    ({"upper"}, lambda value, known: value["upper"].upper()),
    ({"without_last"}, lambda value, known: value["without_last"][:-1]),
    ({"flipped"}, _flipped),
    ({"json"}, lambda value, known: json.dumps(value["json"])),
    ({"s256"}, lambda value, known: base64url(hashlib.sha256(value["s256"].encode()).digest())),
    ({"basic"}, _basic),
    ({"raw_basic"}, lambda value, known: "Basic " + base64.b64encode(value["raw_basic"].encode()).decode()),
    ({"forged"}, lambda value, known: forgeries.forge(value["forged"])),
]


def _text(match, known):
    name, offset = match.groups()
    if name not in known:
        raise UnknownPlaceholder(f"{match[0]}: there is no value of that name at this point; known are {sorted(known)}")
    return str(int(known[name]) + int(offset)) if offset else str(known[name])

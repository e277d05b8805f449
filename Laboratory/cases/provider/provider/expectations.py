"""Compares what arrived with what a case expects. Every difference is one line."""

import re

TYPES = {"boolean": bool, "number": (int, float), "string": str, "object": dict, "list": list}


def values(wanted, found, what):
    """Compares the members that a case names. `null` means absent."""
    return [line for name, value in wanted.items() for line in _value(f"{what} {name}", value, found.get(name))]


def _value(what, wanted, found):
    if not isinstance(wanted, dict):
        return equal(what, found, wanted)
    if "any" in wanted:
        kind = TYPES[wanted["any"]]
        is_one = isinstance(found, kind) and not (isinstance(found, bool) and kind is not bool)
        return [] if is_one else [f"{what}: {found!r}, expected a {wanted['any']}"]
    if "matches" in wanted:
        return (
            []
            if isinstance(found, str) and re.fullmatch(wanted["matches"], found, re.S)
            else [f"{what}: {found!r}, expected a match of {wanted['matches']}"]
        )
    if "contains" in wanted:
        parts = found if isinstance(found, (list, str)) else []
        return [f"{what}: {found!r} is without {part!r}" for part in wanted["contains"] if part not in parts]
    if "lacks" in wanted:
        return [f"{what}: {found!r} has {part!r}" for part in wanted["lacks"] if part in (found or [])]
    if "one_of" in wanted:
        return [] if found in wanted["one_of"] else [f"{what}: {found!r}, expected one of {wanted['one_of']}"]
    if "words" in wanted:
        return equal(what, sorted((found or "").split()), sorted(wanted["words"].split()))
    return equal(what, found, wanted)


def equal(what, found, wanted):
    return [] if found == wanted else [f"{what}: {found!r}, expected {wanted!r}"]


def status(found, wanted):
    allowed = wanted if isinstance(wanted, list) else [wanted]
    return [] if found.status in allowed else [f"status {found.status}, expected {wanted}; body {found.body[:200]!r}"]


def reply(expect, found):
    """Status, headers, members of a JSON body, and words of any body."""
    differences = status(found, expect["status"]) if "status" in expect else []
    differences += values(expect.get("headers", {}), found.headers, "header")
    if "fields" in expect:
        members = found.json_object
        differences += (
            [f"the body is no JSON object: {found.body[:160]!r}"] if members is None else values(expect["fields"], members, "member")
        )
    if "members" in expect:
        differences += equal("members", sorted(found.json_object or {}), sorted(expect["members"]))
    if "body" in expect:
        differences += equal("body", found.body.decode(errors="replace"), expect["body"])
    words = found.body.decode(errors="replace")
    differences += [f"the page is without {text!r}" for text in expect.get("text", []) if text not in words]
    return differences + [f"the page has {text!r}" for text in expect.get("not_text", []) if text in words]


OPERATIONS = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: float(left) < float(right),
    "<=": lambda left, right: float(left) <= float(right),
    "matches": lambda left, right: re.fullmatch(right, left, re.S) is not None,
    "has": lambda left, right: right in left,
    "lacks": lambda left, right: right not in left,
}


def comparison(left, operation, right):
    return [] if OPERATIONS[operation](str(left), str(right)) else [f"{left!r} {operation} {right!r} does not hold"]

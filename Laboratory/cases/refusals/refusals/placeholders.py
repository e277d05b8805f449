"""The placeholders that a case can use instead of literal values."""

import re

PLACEHOLDER = re.compile(r"\{([a-z][a-z_.]*)([+-]\d+)?\}")


class UnknownPlaceholder(ValueError):
    pass


def fill(value, known):
    """Replaces placeholders in strings, lists and objects. See README, "Values", for the objects."""
    if isinstance(value, str):
        return PLACEHOLDER.sub(lambda match: _text(match, known), value)
    if isinstance(value, list):
        return [fill(element, known) for element in value]
    if isinstance(value, dict):
        if set(value) == {"now"}:
            return known["now"] + value["now"]
        if set(value) == {"repeat", "times"}:
            return value["repeat"] * value["times"]
        if set(value) == {"upper"}:
            return fill(value["upper"], known).upper()
        if set(value) == {"without_last"}:
            return fill(value["without_last"], known)[:-1]
        return {name: fill(member, known) for name, member in value.items()}
    return value


def _text(match, known):
    name, offset = match.groups()
    if name not in known:
        raise UnknownPlaceholder(f"{match[0]}: there is no value of that name at this point; known are {sorted(known)}")
    if offset:
        return str(known[name] + int(offset))
    return str(known[name])

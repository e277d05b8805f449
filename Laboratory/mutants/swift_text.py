"""Finds the conditions of `guard` and of early exits in Swift text.

This is not a parser: it counts brackets in a text without comments and strings. It would miss a comma between angle
brackets and a regular expression between slashes, but no condition in this project has one. `swiftc` would report it.
"""

import re
from dataclasses import dataclass

WORD = re.compile(r"(?<![\w.`#])(guard|if)\b")
ELSE = re.compile(r"(?<!\w)else\b")
BINDING = re.compile(r"(let|var|case)\b|#available|#unavailable")
EXIT = re.compile(r"\s*(return|throw)\b")


@dataclass(frozen=True)
class Condition:
    """One clause of a `guard`, or the whole condition of an early exit."""

    is_guard: bool
    start: int
    end: int


def conditions(text):
    """Finds the clauses of every `guard` that bind nothing, and the conditions of every `if` whose block exits at
    once."""
    code = code_only(text)
    found = []
    for word in WORD.finditer(code):
        is_guard = word[1] == "guard"
        clauses, stop = clauses_from(code, word.end(), is_guard)
        if is_guard:
            found += [Condition(True, *clause) for clause in clauses if not BINDING.match(code, clause[0])]
        elif EXIT.match(code, stop + 1):
            found.append(Condition(False, clauses[0][0], clauses[-1][1]))
    return found


def clauses_from(code, start, is_guard):
    """Returns the spans between commas, and the position of `else` or the block."""
    depth, begin, spans = 0, start, []
    for place in range(start, len(code)):
        letter = code[place]
        if depth == 0 and (ELSE.match(code, place) if is_guard else letter == "{"):
            return [*spans, trimmed(code, begin, place)], place
        if depth == 0 and letter == ",":
            spans.append(trimmed(code, begin, place))
            begin = place + 1
        depth += (letter in "([{") - (letter in ")]}")
    raise ValueError("a condition without an end")


def trimmed(code, start, end):
    span = code[start:end]
    return start + len(span) - len(span.lstrip()), end - len(span) + len(span.rstrip())


def code_only(text):
    """Returns the text with spaces for comments and underscores for strings, so that all positions stay the same."""
    parts, place = [], 0
    while place < len(text):
        end, filling = place + 1, None
        if text.startswith("//", place):
            end, filling = (text.find("\n", place) + 1 or len(text) + 1) - 1, " "
        elif text.startswith("/*", place):
            end, filling = text.index("*/", place) + 2, " "
        elif re.compile('#*"').match(text, place):
            end, filling = string_end(text, place), "_"
        parts.append(filling * (end - place) if filling else text[place])
        place = end
    return "".join(parts)


def string_end(text, start):
    """Returns the end of the literal that begins at `start`, including literals in its interpolations."""
    hashes, quote = re.compile(r'(#*)("""|")').match(text, start).groups()
    place = start + len(hashes) + len(quote)
    while not text.startswith(quote + hashes, place):
        if text.startswith("\\" + hashes + "(", place):
            place = bracket_end(text, place + 1 + len(hashes))
        elif text[place] == "\\" and not hashes:
            place += 2
        else:
            place += 1
    return place + len(quote) + len(hashes)


def bracket_end(text, start):
    depth, place = 0, start
    while True:
        if text[place] == '"':
            place = string_end(text, place)
            continue
        depth += (text[place] == "(") - (text[place] == ")")
        place += 1
        if depth == 0:
            return place

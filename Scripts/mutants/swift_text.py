"""Finds the conditions of `guard` and of early exits in Swift text.

No parser: brackets are counted in a text without comments and strings. What that would miss, a comma between angle brackets or
a regular expression between slashes, stands in no condition of ours; `swiftc` says so should that change.
"""
import re
from dataclasses import dataclass

WORD = re.compile(r"(?<![\w.`#])(guard|if)\b")
ELSE = re.compile(r"(?<!\w)else\b")
BINDING = re.compile(r"(let|var|case)\b|#available|#unavailable")
EXIT = re.compile(r"\s*(return|throw)\b")


@dataclass(frozen=True)
class Condition:
    """One clause of a `guard`, or all that an early exit asks for."""
    is_guard: bool
    start: int
    end: int


def conditions(text):
    """The clauses of every `guard` that bind nothing, and the conditions of every `if` whose block begins by leaving."""
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
    """The spans between commas, and where `else` or the block begins."""
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
    """The text with spaces for comments and underscores for strings: every place stays where it is."""
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
    """Where the literal ends that begins at `start`, with the literals in its interpolations."""
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

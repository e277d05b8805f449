"""Finds every decision in Swift text, for code whose tests are quick enough to try each of them: the clauses of `guard` and
`if`, both ways of a ternary and of a `where`, the operands of `&&` and `||`, and the bounds of comparisons.

Like swift_text.py, this is not a parser. It relies on the formatter's spaces around operators.
"""

import re
from dataclasses import dataclass

from .swift_text import clauses_from, code_only, trimmed

# How a decision is switched off: a clause that is always true or always false, an `if` that is never taken, and a
# comparison whose bound moves by one: `<` for `<=`.
ALWAYS, NEVER, NOT_TAKEN, BOUND = "always", "never", "if", "bound of"

CONDITION = re.compile(r"(?<![\w.`#])(guard|if)\b")
PATTERN = re.compile(r"case\b")
BINDING = re.compile(r"\b(let|var)\b|#(un)?available")
TERNARY = re.compile(r"(?<=\s)\?(?=\s)")
OPERATOR = re.compile(r"(?<=\s)(&&|\|\|)(?=\s)")
COMPARISON = re.compile(r"(?<= )(<=|>=|<|>)(?= )")
WHERE = re.compile(r"(?<= )where (?!\w+:)")
# What ends an expression to its left and to its right, besides brackets, commas and the ends of statements.
BEFORE = re.compile(r".*?(\b(return|throw|in|where|else|if|guard|while|case)|[:;=?]|&&|\|\|)\s*$", re.S)
AFTER = re.compile(r"\s(\?|&&|\|\||else)\s|[:;]")
CONTINUED = re.compile(r"\s*(&&|\|\||\?|:|\?\?|[.+=])")


@dataclass(frozen=True)
class Decision:
    """A span of the text and how it is switched off. Only a bound has an operator, with its place."""

    way: str
    start: int
    end: int
    is_guard: bool = False
    is_pattern: bool = False
    operator: str = ""
    place: int = 0


def decisions(text):
    code = code_only(text)
    found, spans = [], []
    for word in CONDITION.finditer(code):
        is_guard = word[1] == "guard"
        clauses, _ = clauses_from(code, word.end(), is_guard)
        spans += clauses
        for start, end in clauses:
            is_pattern = PATTERN.match(code, start) is not None
            if not BINDING.search(code, start, end):
                found.append(Decision(ALWAYS, start, end, is_guard, is_pattern))
        if not is_guard:
            found.append(Decision(NOT_TAKEN, clauses[0][0], clauses[-1][1]))
    for word in WHERE.finditer(code):
        # The bracket begins a block, since a closure would have to be in parentheses here.
        end = code.find("{", word.end())
        span = trimmed(code, word.end(), right(code, word.end(), None if end < 0 else end, ("&&", "||")))
        spans.append(span)
        found += [Decision(ALWAYS, *span), Decision(NEVER, *span)]
    for mark in TERNARY.finditer(code):
        span = trimmed(code, left(code, mark.start(), ("&&", "||")), mark.start())
        found += [Decision(ALWAYS, *span), Decision(NEVER, *span)]
    found += operands(code, spans)
    for mark in COMPARISON.finditer(code):
        span = trimmed(code, left(code, mark.start()), right(code, mark.end(), limit(spans, mark.start())))
        found.append(Decision(BOUND, *span, operator=mark[1], place=mark.start()))
    # From the outside to the inside: a comparison is inside of what it decides.
    return sorted(set(found), key=lambda one: (one.start, -one.end, one.way == BOUND, one.way))


def operands(code, spans):
    """Returns what `&&` and `||` join. Between two `||`, all that `&&` joins is one operand."""
    found = set()
    for mark in OPERATOR.finditer(code):
        bound = limit(spans, mark.start())
        passed = ("&&",) if mark[1] == "||" else ()
        way = NEVER if mark[1] == "||" else ALWAYS
        before = trimmed(code, left(code, mark.start(), passed), mark.start())
        after = trimmed(code, mark.end(), right(code, mark.end(), bound, passed))
        found |= {Decision(way, *before), Decision(way, *after)}
    return list(found)


def limit(spans, place):
    """Returns the end of the clause around a place, or None."""
    return min((end for start, end in spans if start <= place < end), default=None)


def left(code, place, passed=()):
    """Returns where the expression begins that ends at `place`, across the operators in `passed`."""
    depth = 0
    for at in range(place - 1, -1, -1):
        letter = code[at]
        if letter in ")]}":
            depth += 1
        elif letter in "([{":
            if depth == 0:
                return at + 1
            depth -= 1
        elif depth == 0 and (letter == "," or (letter == "\n" and not CONTINUED.match(code, at + 1))):
            return at + 1
        elif depth == 0 and letter.isspace():
            stop = BEFORE.match(code[max(0, at - 8) : at])
            if stop and stop[1] not in passed and not (stop[1] == "=" and code[at - 2] in "=!<>"):
                return at + 1
    return 0


def right(code, place, bound=None, passed=()):
    """Returns where the expression ends that begins at `place`, across the operators in `passed`."""
    depth = 0
    for at in range(place, len(code) if bound is None else bound):
        letter = code[at]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            if depth == 0:
                return at
            depth -= 1
        elif depth == 0 and (letter == "," or (letter == "\n" and not CONTINUED.match(code, at + 1))):
            return at
        elif depth == 0:
            stop = AFTER.match(code, at)
            if stop and stop[1] not in passed:
                return at
    return len(code) if bound is None else bound

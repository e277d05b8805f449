"""Reads what the stand-ins for Apple's frameworks declare, and finds where code uses it.

Each declaration of Apple's has its page above it, `// Page: uiview/frame`, and `@available` where it is newer than the
type around it. The file says where its pages are: `// Pages: https://developer.apple.com/documentation/uikit/`. A page
that begins with a slash belongs to another framework. "(no version)" means that the page names none, "not found" that
there is no page. Names that begin with `standIn` are the stand-ins' own. Names.swift only holds names and is not read.
"""

import functools
import pathlib
import re

from swift_text import MODULES, NEVER, PLATFORMS, closing, versions_of

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"

MODIFIERS = (
    r"(?:(?:public|open|private|fileprivate|internal|static|class|final|override|required|convenience|weak|nonisolated|mutating)"
    r"(?:\(\w+\))?\s+)*"
)
DECLARATION = re.compile(
    rf"(?P<modifiers>{MODIFIERS})(?P<kind>struct|class|enum|protocol|extension|typealias|associatedtype|func|var|let|init|case)\b"
    r"[?!]?\s*(?P<rest>.*)"
)
TYPES = {"struct", "class", "enum", "protocol", "extension"}

# Members that the standard library has under the same name. Like members of the kit's own types, they only count if the
# receiver is known to be Apple's.
ALSO_SWIFTS = {"cancel"}


class Declaration:
    """What it is, where it stands, its page, and since when each platform has it."""

    def __init__(self, kind, name, labels, owner, line, page, versions, module):
        self.kind, self.name, self.labels, self.owner = kind, name, labels, owner
        self.line, self.page, self.module = line, page, module
        self.is_dated = bool(versions) or "(no version)" in (page or "") or (page or "").startswith("not found")
        here = MODULES.get(module, set(PLATFORMS))
        # A platform that no attribute names does not have the declaration.
        self.versions = {platform: versions.get(platform, NEVER if versions or platform not in here else ()) for platform in PLATFORMS}

    def __str__(self):
        arguments = "" if self.labels is None else "(" + "".join(f"{label}:" for label in self.labels) + ")"
        return ".".join(filter(None, [self.owner, self.name])) + arguments


class Container:
    """A type whose members are read."""

    def __init__(self, depth, name, kind, versions, is_own):
        self.depth, self.name, self.kind, self.versions, self.is_own = depth, name, kind, versions, is_own


@functools.cache
def all_declarations():
    return [each for path in sorted(SOURCES.rglob("*.swift")) if path.name != "Names.swift" for each in declarations_in(path)]


def declarations_in(path):
    """Reads the public declarations of a stand-in, without its own."""
    text = path.read_text(encoding="utf-8")
    lines, found, containers, depth = text.splitlines(), [], [Container(0, None, None, {}, False)], 0
    page, versions, starts = None, {}, [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for number, line in enumerate(lines, 1):
        said = re.match(r"\s*// Page: (.*)", line)
        page = said[1] if said else page
        code = re.sub(r"//.*", "", line)
        for arguments in re.findall(r"@available\(([^)]*)\)", code):
            versions |= versions_of(arguments)
        bare = re.sub(r"@\w+(?:\([^)]*\))?\s*", "", code).strip()
        if not bare or bare.startswith("#"):
            continue
        container = containers[-1]
        match = DECLARATION.match(bare)
        if match and depth == container.depth:
            kind, rest = match["kind"], match["rest"]
            name = (re.match(r"`?(\w+)", rest) or [None, "init"])[1]
            is_own = container.is_own or name.lower().startswith("standin")
            inherited = container.versions | versions
            is_public = re.search(r"\b(?:public|open)\b", match["modifiers"]) or container.kind == "protocol" or kind == "case"
            # The body of a view or a scene is the protocol's.
            is_body = name == "body" and kind == "var" and container.kind != "protocol"
            if is_public and not is_own and not is_body and kind != "extension":
                names = re.findall(r"`?(\w+)`?(?: = -?\w+)?(?:,|$)", rest) if kind == "case" else ["init" if kind == "init" else name]
                labels = labels_of(text, text.index("(", starts[number - 1]), True) if kind in ("func", "init") else None
                found += [Declaration(kind, each, labels, container.name, number, page, inherited, path.parent.name) for each in names]
            if kind in TYPES and "{" in bare and bare.count("{") > bare.count("}"):
                containers.append(Container(depth + 1, name, kind, inherited if kind != "extension" else {}, is_own))
        page, versions = None, {}
        depth += bare.count("{") - bare.count("}")
        while depth < containers[-1].depth:
            containers.pop()
    return found


def labels_of(text, opening, is_declaration=False):
    """Returns the labels of the arguments in the parentheses at `opening`, or of the parameters."""
    inside, depth, parts = text[opening + 1 : closing(text, opening + 1, "()")], 0, [""]
    for character in inside:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    if not inside.strip():
        return []
    if is_declaration:
        return [re.sub(r"^(?:@\w+\s+)*", "", part.strip()).split(":")[0].split()[0] for part in parts if ":" in part]
    return [(re.match(r"\s*(\w+):(?!:)", part) or [None, "_"])[1] for part in parts]


def uses(code, modules, declared):
    """Returns the declarations of the modules that the code uses, with the position.

    There are no types here. A member counts wherever its name stands, unless it is among the declared names or belongs to
    several types. Then the receiver must be a name that the file declares with one of Apple's types.
    """
    known = [each for each in all_declarations() if each.module in modules]
    by_name = {}
    for each in known:
        by_name.setdefault(each.owner if each.kind == "init" else each.name, []).append(each)
    types = {each.name for each in known if each.kind in TYPES}
    receivers = types_in(code, types)
    for match in re.finditer(r"\w+", code):
        same, before, after = by_name.get(match[0], []), code[: match.start()], code[match.end() :]
        if not same or re.search(r"\b(?:import|func|var|let|case|class|struct|enum|protocol|typealias) `?$", before):
            continue
        members = [each for each in same if each.owner and each.kind != "init" and each.kind not in TYPES]
        if members and (after[:1] == ":" or (re.search(r"[(,]\s*$", before) and re.match(r"\s*:", after))):
            continue
        yield from ((each, match.start()) for each in same if each.kind in TYPES or not each.owner)
        calls = [each for each in same if each.kind == "init"]
        is_ambiguous = match[0] in declared | ALSO_SWIFTS or len({each.owner for each in members}) > 1
        receiver = receivers.get(receiver_before(before), set())
        calls += [each for each in members if each.owner in receiver or (not receiver and not is_ambiguous)]
        yield from ((each, match.start()) for each in overloads(calls, code, match.end()))


def overloads(candidates, code, position):
    """Returns, of the declarations with one name, those that a call with these labels can mean: the ones with fewest others."""
    chosen = [each for each in candidates if each.labels is None]
    functions = [each for each in candidates if each.labels is not None]
    if functions and code[position : position + 1] == "(":
        labels = labels_of(code, position)
        functions = [each for each in functions if is_part(labels, each.labels)]
    elif functions:
        # A method can be named without a call. A type before a brace is only called if it does not follow a colon.
        is_closure = re.match(r"\s*\{", code[position:]) and not re.search(r"[:,>]\s*\w+$", code[:position])
        functions = [each for each in functions if each.kind != "init" or is_closure]
    fewest = min((len(each.labels) for each in functions), default=0)
    return chosen + [each for each in functions if len(each.labels) == fewest]


def is_part(some, all_of_them):
    rest = iter(all_of_them)
    return all(label in rest for label in some)


def types_in(code, types):
    """Returns the names that the code declares with one of the types: `a: UIView?`, `let a = UIView()`, `let a = b`."""
    found = {name: {name} for name in types}
    for name, kind in re.findall(r"\b(\w+)\s*:\s*(?:any |some )?(?:\w+\.)?(\w+)", code):
        if kind in types:
            found.setdefault(name, set()).add(kind)
    for name, source in re.findall(r"\b(?:let|var)\s+(\w+)\s*=\s*(\w+)", code):
        if source in found:
            found.setdefault(name, set()).update(found[source])
    return found


def receiver_before(before):
    """Returns the name before the point that the text ends with, across arguments: `make(1).` is `make`."""
    text = before.rstrip()
    if not text.endswith("."):
        return None
    text = text[:-1].rstrip().rstrip("?!")
    if text.endswith(")"):
        depth, position = 1, len(text) - 1
        while depth and position:
            position -= 1
            depth += {")": 1, "(": -1}.get(text[position], 0)
        text = text[:position]
    return (re.search(r"(\w+)$", text) or [None, None])[1]

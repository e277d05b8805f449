"""Reads Swift without a compiler: which lines ask for a version, and which platforms compile a line.

The text has no comments.
"""

import collections
import re

PLATFORMS = ["iOS", "macOS", "tvOS", "watchOS", "visionOS"]

# Where a module exists.
MODULES = {
    name: set(PLATFORMS)
    for name in ("AuthenticationServices", "Combine", "CryptoKit", "Darwin", "Foundation", "ObjectiveC", "Security", "SwiftUI", "os")
} | {
    "UIKit": {"iOS", "tvOS", "watchOS", "visionOS"},
    "AppKit": {"macOS"},
    "WatchKit": {"watchOS"},
    "WebKit": {"iOS", "macOS", "visionOS"},
    "FoundationNetworking": set(),
    "Glibc": set(),
    "Musl": set(),
}

# The version that a platform never has.
NEVER = (1000,)


def version(text):
    """10.15.1 as (10, 15, 1). 12 and 12.0 are the same."""
    numbers = [int(number) for number in str(text).split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def dotted(numbers):
    return ".".join(str(number) for number in numbers)


def versions_of(arguments):
    """The versions that the arguments of `available` name, by platform."""
    words = [word.strip() for word in arguments.split(",")]
    if "unavailable" in words:
        return {words[0]: NEVER}
    introduced = re.search(r"introduced: ([\d.]+)", arguments)
    if introduced:
        return {words[0]: version(introduced[1])}
    return {name: version(number) for name, number in re.findall(r"\b([a-zA-Z]+OS) (\d+(?:\.\d+)*)", arguments)}


def closing(text, start, pair="{}"):
    """Returns the position of the bracket that closes the one before `start`."""
    depth = 1
    for position in range(start, len(text)):
        depth += {pair[0]: 1, pair[1]: -1}.get(text[position], 0)
        if depth == 0:
            return position
    return len(text)


def scopes_with_versions(text):
    """Returns the lines in the braces after `@available`, `#available`, and `guard #available … else { … }`, and the versions."""
    scopes = []
    for match in re.finditer(r"[@#]available\((?!\*)([^)]*)\)", text):
        first = text.count("\n", 0, match.start()) + 1
        opening = text.find("{", match.end())
        ending = closing(text, opening + 1) if opening >= 0 else len(text)
        if text[: match.start()].rstrip().endswith("guard"):
            ending = closing(text, ending + 1)
        scopes.append((range(first, text.count("\n", 0, ending) + 2), versions_of(match[1])))
    return scopes


def versions_by_line(text):
    """Returns the versions on which the code of a line can rely, by platform."""
    lines = collections.defaultdict(dict)
    for numbers, versions in scopes_with_versions(text):
        for number in numbers:
            for name in versions:
                lines[number][name] = max(lines[number].get(name, ()), versions[name])
    return lines


def platforms_by_line(text):
    """Returns the platforms that may compile a line, according to the `#if` around it. An unknown condition may hold."""
    lines, branches = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if directive and directive[1] == "if":
            branches.append([directive[2]])
        elif directive and directive[1] == "endif":
            branches.pop()
        elif directive:
            branches[-1].append(directive[2] if directive[1] == "elseif" else "true")
        lines[number] = {platform for platform in PLATFORMS if all(may_be_compiled(each, platform) for each in branches)}
    return lines


def may_be_compiled(branch, platform):
    """Whether the last condition may hold, and none before it does."""
    return holds(branch[-1], platform) is not False and not any(holds(earlier, platform) for earlier in branch[:-1])


def holds(condition, platform):
    """Whether a condition of `#if` holds: True, False, or None if it depends on something else than the platform."""

    def value_of(match):
        function, argument, stand_in = match.groups()
        if function == "os":
            return str(argument == platform)
        if function == "canImport":
            return str(platform in MODULES[argument] if argument in MODULES else None)
        if stand_in:
            return str(stand_in == platform.upper())
        return "True" if match[0] == "true" else "None"

    values = re.sub(r"(\w+)\(([^)]*)\)|\bSTAND_IN_(\w+)|\b\w+\b", value_of, condition)
    return alternatives(re.findall(r"True|False|None|&&|\|\||!|\(|\)", values))


def alternatives(words):
    value = together(words)
    while words[:1] == ["||"]:
        words.pop(0)
        other = together(words)
        value = True if value or other else None if None in (value, other) else False
    return value


def together(words):
    value = single(words)
    while words[:1] == ["&&"]:
        words.pop(0)
        other = single(words)
        value = False if False in (value, other) else None if None in (value, other) else True
    return value


def single(words):
    word = words.pop(0)
    if word == "!":
        value = single(words)
        return None if value is None else not value
    if word == "(":
        value = alternatives(words)
        words.pop(0)
        return value
    return {"True": True, "False": False, "None": None}[word]

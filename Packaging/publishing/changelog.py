"""Closes the changelog: what is unreleased becomes a version."""

import re

from .steps import Failed

NEW = "Unreleased"
NOT_TAGGED = "not tagged yet"
# Nobody has a version before the first one, but somebody may have built from the sources.
BREAKING = "Breaking"
BEFORE = "Builds from sources before this version"


def closed(text, version, date):
    """The changelog with a section for the version, and nothing unreleased. With ``NOT_TAGGED`` in place of the date, the
    section can be closed again."""
    head, *sections = re.split(r"^## ", text, flags=re.M)
    titles = [section.split("\n", 1)[0].strip() for section in sections]
    if not titles or titles[0] != NEW:
        raise Failed(f"the changelog does not begin with {NEW}")
    unreleased = groups(sections[0])
    rest = sections[1:]
    is_not_tagged = bool(rest) and titles[1].startswith(f"{version} ") and titles[1].endswith(NOT_TAGGED)
    if not any(unreleased.values()) and not is_not_tagged:
        raise Failed("the changelog has nothing unreleased")
    begins = ""
    if is_not_tagged:
        first = groups(rest.pop(0))
        begins = first.pop("", "")
        unreleased = merged(first, unreleased)
    elif any(title.split(" ")[0] == version for title in titles):
        raise Failed(f"the changelog has a section for {version} already")
    written = begins + "".join(f"### {title}\n\n{lines}\n" for title, lines in unreleased.items() if title)
    text = f"{head}## {NEW}\n\n## {version} – {date}\n\n{written}" + "".join(f"## {section}" for section in rest)
    return text.rstrip("\n") + "\n"


def section(text, version):
    """A version's part, without its title."""
    found = re.search(rf"^## {re.escape(version)}\b([^\n]*)\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found or found[1].endswith(NOT_TAGGED):
        raise Failed(f"the changelog has no section for {version}; close it first")
    return found[2].strip() + "\n"


def groups(section):
    """The lines under each title. What is in front of the first one has the title ""."""
    begins, *parts = re.split(r"^### ", section.split("\n", 1)[1], flags=re.M)
    found = {"": begins.strip("\n") + "\n\n" if begins.strip() else ""}
    for part in parts:
        title, lines = part.split("\n", 1)
        found[title.strip()] = lines.strip("\n") + "\n"
    return found


def merged(first, later):
    """The groups of the first version: what it had, then what came since, and at the end what changed for early builds."""
    titles = [title for title in [*first, *later] if title and title not in (BREAKING, BEFORE)]
    together = {title: first.get(title, "") + later.get(title, "") for title in titles}
    before = "".join(group.get(title, "") for group in (first, later) for title in (BEFORE, BREAKING))
    return together | ({BEFORE: before} if before else {})

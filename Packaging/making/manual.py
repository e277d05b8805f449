"""Manual pages and shell completions, from what the programs say about themselves."""

import datetime
import json

from .release import PROGRAMS, compress, put, run

SHELLS = {
    "bash": "share/bash-completion/completions/{}",
    "zsh": "share/zsh/vendor-completions/_{}",
    "fish": "share/fish/vendor_completions.d/{}.fish",
}


def write_all(release):
    """Writes the pages and completions of both programs, as under /usr."""
    day = datetime.datetime.fromtimestamp(release.epoch, datetime.timezone.utc).date().isoformat()
    for name in PROGRAMS:
        program, folder = release.programs / name, release.texts / name
        described = json.loads(run(program, "--experimental-dump-help"))["command"]
        for names, command in every_command(described):
            page = folder / "share/man/man1" / ("-".join(names) + ".1")
            put(page_text(names, command, day, release.version), page)
            compress(page)
        for shell, place in SHELLS.items():
            script = run(program, "--generate-completion-script", shell).strip()
            # The shell reads the file, and does not run it.
            put(script.removeprefix("#!/bin/bash\n") + "\n", folder / place.format(name))


def every_command(command, above=()):
    """The command and its subcommands, with their names from the program's on."""
    names = (*above, command["commandName"])
    yield names, command
    for inner in subcommands(command):
        yield from every_command(inner, names)


def subcommands(command):
    return [c for c in command.get("subcommands", []) if c["commandName"] != "help" and c["shouldDisplay"]]


def page_text(names, command, day, version):
    """One page, in the macros of man(7)."""
    title = "-".join(names)
    abstract = command.get("abstract") or " ".join(names)
    # `\-` is the hyphen of options; a plain one may be printed as another character.
    lines = [f'.TH {escaped(title.upper())} 1 "{day}" "{names[0]} {version}" "User Commands"', ".SH NAME"]
    lines += [f"{escaped(title)} \\- {escaped(abstract[0].lower() + abstract[1:].rstrip('.').replace(chr(10), ' '))}"]
    lines += [".SH SYNOPSIS", *synopsis(names, command), ".SH DESCRIPTION", *paragraphs(abstract)]
    if command.get("discussion"):
        lines += [".PP", *paragraphs(command["discussion"])]
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    for heading, wanted in (("ARGUMENTS", True), ("OPTIONS", False)):
        some = [a for a in arguments if (a["kind"] == "positional") == wanted]
        lines += [f".SH {heading}"] if some else []
        for argument in some:
            lines += [".TP", term(argument), *paragraphs(explanation(argument))]
    inner = subcommands(command)
    lines += [".SH COMMANDS"] if inner else []
    for one in inner:
        lines += [".TP", f".BR {escaped('-'.join([*names, one['commandName']]))} (1)", *paragraphs(one.get("abstract", ""))]
    if len(names) > 1:
        lines += [".SH SEE ALSO", f".BR {escaped('-'.join(names[:-1]))} (1)"]
    return "\n".join(lines) + "\n"


def synopsis(names, command):
    parts = [f"\\fB{escaped(' '.join(names))}\\fR"]
    for argument in command.get("arguments", []):
        if argument["shouldDisplay"] and option_name(argument) not in ("--help", "--version"):
            part = term(argument, short=True) + ("\\~..." if argument["isRepeating"] else "")
            parts.append(f"[{part}]" if argument["isOptional"] else part)
    if subcommands(command):
        parts.append("\\fIcommand\\fR")
    # Without hyphens inside words, and without spaces stretched to the margin.
    return [".nh", ".ad l", *parts, ".ad", ".hy"]


def option_name(argument):
    name = argument.get("preferredName")
    return {"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"] if name else ""


def term(argument, short=False):
    """An option with its value, or a positional argument."""
    value = f"\\fI{escaped(argument.get('valueName', 'value'))}\\fR"
    if argument["kind"] == "positional":
        return value
    names = [argument["preferredName"]] if short else argument["names"]
    words = [f"\\fB{escaped(option_name({'preferredName': name}))}\\fR" for name in names]
    return ", ".join(words) + (f" {value}" if argument["kind"] == "option" else "")


def explanation(argument):
    text = argument.get("abstract", "")
    if argument.get("allValues"):
        text += f" One of: {', '.join(argument['allValues'])}."
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return text.strip()


def paragraphs(text):
    """Text as lines of a page, with a request between paragraphs."""
    lines = []
    for number, part in enumerate(text.strip().split("\n\n")):
        lines += ([".PP"] if number else []) + [escaped(line.strip()) for line in part.split("\n")]
    return lines


def escaped(text):
    """Text without a meaning to roff. A period or an apostrophe would begin a request at the start of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "\\[u2026]").replace("’", "\\[cq]")
    return "\\&" + text if text.startswith((".", "'")) else text

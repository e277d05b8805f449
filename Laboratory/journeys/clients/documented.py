"""Compares the table in Documentation/emulator-clients.md with what these tests check."""

import importlib
import importlib.metadata
import pathlib

from journey import STEPS, WRONG, Journey

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "Documentation" / "emulator-clients.md"


def named(software, otherwise="Debian"):
    """The name with its version. Debian's packages have none, since each release of Debian has another."""
    try:
        return f"{software} {importlib.metadata.version(software)}"
    except importlib.metadata.PackageNotFoundError:
        return f"{software} ({otherwise})"


def row(journey):
    """The table's row for one client, without its remarks."""
    refused = [wrong for wrong in WRONG if wrong not in (*journey.accepts, *journey.leaves_to_application)]
    return " | ".join(
        [
            f"| {', '.join(map(named, journey.software.split(', ')))}",
            *map(journey.done_by, STEPS),
            "Apple's name" if journey.under_apples_name else journey.finds_apple_by,
            "all four" if len(refused) == len(WRONG) else ", ".join(refused) or "none",
            "",
        ]
    )


def undocumented(folder):
    """The rows of this folder's clients that are missing from the document."""
    for path in sorted(pathlib.Path(folder).glob("test_*.py")):
        importlib.import_module(path.stem)
    rows = [row(journey) for journey in Journey.__subclasses__()]
    assert rows
    text = DOCUMENT.read_text()
    return [expected for expected in rows if expected not in text]


def count():
    """The document's first sentence, with the numbers from its tables."""
    cells = [[cell.strip() for cell in line.split("|")[2:7]] for line in DOCUMENT.read_text().splitlines()]
    clients = [steps for steps in cells if len(steps) == len(STEPS) and steps[0] in ("itself", "helped")]
    complete = [steps for steps in clients if not {"nobody", "in part"} & set(steps)]
    alone = [steps for steps in complete if not {"helped", "site"} & set(steps)]
    pairs = [steps for steps in alone if set(steps) != {"itself"}]
    return (
        f"{len(complete)} clients complete all five steps, {len(alone)} of them by themselves "
        f"({len(pairs)} of these beside a library that verifies)."
    )

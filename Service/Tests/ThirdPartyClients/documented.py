"""Documentation/emulator-clients.md tells what these tests hold the clients to: its table is compared with them."""
import importlib
import importlib.metadata
import pathlib

from journey import WRONG, Journey

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "Documentation" / "emulator-clients.md"


def _named(software):
    """With its version; Debian's packages without, since each release of Debian has its own."""
    try:
        return f"{software} {importlib.metadata.version(software)}"
    except importlib.metadata.PackageNotFoundError:
        return f"{software} (Debian)"


def row(journey):
    """The table's row for one client, except for its remarks."""
    refused = [wrong for wrong in WRONG if wrong not in (*journey.accepts, *journey.leaves_to_application)]
    return " | ".join([
        f"| {', '.join(map(_named, journey.software.split(', ')))}",
        "Apple's name" if journey.under_apples_name else journey.finds_apple_by,
        "all four" if len(refused) == len(WRONG) else ", ".join(refused) or "none",
        "itself" if journey.offers("refresh") else "no", "itself" if journey.offers("revoke") else "no", ""])


def undocumented(folder):
    """The rows of this folder's clients that the document lacks."""
    for path in sorted(pathlib.Path(folder).glob("test_*.py")):
        importlib.import_module(path.stem)
    rows = [row(journey) for journey in Journey.__subclasses__()]
    assert rows
    text = DOCUMENT.read_text()
    return [expected for expected in rows if expected not in text]

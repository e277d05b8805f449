"""The licences of everything that is linked into the programs, and the bill of materials."""

import json
import re
import shutil

from .release import ROOT, put, run

# The text files with which a package states its licence and its authors.
STATEMENT = re.compile(r"^(licen[cs]e|notice|copying|contributors)([-.].*)?$", re.IGNORECASE)
# Sources of others inside a package, with their own licence.
INSIDE = {"swift-nio": ["Sources/CNIOLLHTTP/LICENSE"]}


def write_all(release, checkouts, resolved):
    """Writes the project's licence, those of others, and the bill of materials."""
    shutil.copyfile(ROOT / "LICENSE", release.texts / "LICENSE")
    put(third_parties(checkouts, resolved), release.texts / "THIRD-PARTY-LICENSES.txt")
    run(
        ROOT / "Scripts/bill-of-materials",
        "--output",
        release.texts / "bill-of-materials.cdx.json",
        resolved,
        environment={"SIWA_POSTGRESQL": "1", "SIWA_LEGACY_PASSWORDS": "1"},
    )


def third_parties(checkouts, resolved):
    """The statements of each resolved package, word for word."""
    parts = [
        (
            "The programs contain the packages below, and the Swift runtime with Foundation and ICU, under the Apache License\n"
            "2.0 with the Runtime Library Exception and the Unicode License V3: https://www.swift.org/legal/license.html\n"
        )
    ]
    for pin in sorted(json.loads(resolved.read_text())["pins"], key=lambda pin: pin["identity"]):
        name = pin["location"].rstrip("/").rsplit("/", 1)[1].removesuffix(".git")
        folder = checkouts / name
        files = sorted(f for f in folder.glob("*") if f.is_file() and STATEMENT.match(f.name))
        files += [folder / inner for inner in INSIDE.get(pin["identity"], []) if (folder / inner).exists()]
        if not any(f.name.lower().startswith("licen") for f in files):
            raise SystemExit(f"package: no licence of {name} in {checkouts}; name the folder with --checkouts")
        for file in files:
            title = f"{name} {pin['state'].get('version', '')}: {file.relative_to(folder)}"
            parts.append(f"{'=' * 78}\n{title}\n{'=' * 78}\n\n{file.read_text(encoding='utf-8', errors='replace').strip()}\n")
    return "\n".join(parts)

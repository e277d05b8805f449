"""The files that Scripts/package made, on one machine or on several."""

import hashlib
import pathlib
import re

from .steps import Failed

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMS = "SHA256SUMS"
MATERIALS = "bill-of-materials.cdx.json"


def version():
    """The version that the programs print."""
    text = (ROOT / "Programs/Shared/HTTPServing/Release.swift").read_text(encoding="utf-8")
    return re.search(r'version = "([^"]+)"', text)[1]


def read(folders):
    """Every file by its name, as its SHA256SUMS says. What no processor is named in is the same in every folder."""
    found, digests = {}, {}
    for folder in folders:
        for name, digest in listed(folder):
            path = folder / name
            if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
                raise Failed(f"{path} is not as {SUMS} says; run Scripts/package again")
            # The list of what the programs contain names the packages of one machine.
            if digests.setdefault(name, digest) != digest and name != MATERIALS:
                raise Failed(f"{name} differs between the folders: they were made from two commits")
            found.setdefault(name, path)
    return found


def listed(folder):
    """Names and checksums."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except OSError:
        raise Failed(f"{folder} has no {SUMS}; Scripts/package makes it") from None
    for line in lines:
        digest, name = line.split("  ", 1)
        yield name, digest


def sums(found):
    """One list of checksums for files from several folders."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in sorted(found.items()))

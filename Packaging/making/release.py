"""What is being packaged, and helpers that every format needs."""

import dataclasses
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "Packaging"
PROGRAMS = ("siwa", "apple-id-emulator")
# By the processor's name, as `uname -m` says it: the names that Debian and container images use.
DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64"}


@dataclasses.dataclass(frozen=True)
class Release:
    """One run of Scripts/package."""

    version: str
    # Seconds since 1970. Every file in every package has this time, so that the same input gives the same bytes.
    epoch: int
    output: pathlib.Path
    # Removed at the end.
    work: pathlib.Path

    machine = os.uname().machine

    @property
    def debian_machine(self):
        return DEBIAN_NAMES[self.machine]

    @property
    def programs(self):
        """The stripped programs."""
        return self.work / "programs"

    @property
    def debug(self):
        """Their debug symbols."""
        return self.work / "debug"

    @property
    def texts(self):
        """Manual pages, completions, licences and the bill of materials."""
        return self.work / "texts"


def version():
    """The version that the programs print."""
    text = (ROOT / "Programs/Shared/HTTPServing/Release.swift").read_text(encoding="utf-8")
    return re.search(r'version = "([^"]+)"', text)[1]


def epoch():
    """SOURCE_DATE_EPOCH, or the commit's time (https://reproducible-builds.org/specs/source-date-epoch/)."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))


def run(*command, accept=(0,), **options):
    """Runs a command that must end with an accepted status, and returns its output."""
    words = [str(word) for word in command]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", **options.pop("environment", {})}
    ended = subprocess.run(words, stdout=subprocess.PIPE, text=True, env=environment, **options)
    if ended.returncode not in accept:
        sys.exit(f"package: {' '.join(words)} failed with {ended.returncode}\n{ended.stdout[-4000:]}")
    return ended.stdout


def put(content, path, mode=0o644):
    """Writes a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)


def write_tar(path, folder, epoch, owner=lambda name: 0, prefix=""):
    """Writes a tar archive of a folder, with the same bytes for the same files. `owner` gives a file's user and group id."""
    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as archive:
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder).as_posix()
            entry = archive.gettarinfo(file, prefix + name)
            entry.uid = entry.gid = owner(name)
            entry.uname = entry.gname = ""
            entry.mtime = epoch
            if entry.islnk():
                # The first of two hard links would depend on the order in which they were made.
                entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", file.stat().st_size
            with open(file, "rb") if entry.isreg() else open(os.devnull, "rb") as content:
                archive.addfile(entry, content)


def compress(path):
    """Replaces a file by one with .gz at the end of its name, without a time or a name inside."""
    packed = path.with_name(path.name + ".gz")
    with (
        open(path, "rb") as source,
        open(packed, "wb") as target,
        gzip.GzipFile(filename="", fileobj=target, mode="wb", compresslevel=9, mtime=0) as stream,
    ):
        while block := source.read(1 << 20):
            stream.write(block)
    path.unlink()
    return packed

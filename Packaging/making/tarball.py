"""The tarball: both programs and everything that belongs to them, to unpack anywhere."""

import shutil

from .release import PACKAGING, PROGRAMS, ROOT, compress, write_tar


def write(release):
    """Writes the tarball, and one with the debug symbols."""
    name = f"siwa-{release.version}-linux-{release.machine}"
    folder = release.work / "tarball"
    shutil.copytree(release.programs, folder / "bin")
    for program in PROGRAMS:
        shutil.copytree(release.texts / program, folder, dirs_exist_ok=True)
    documents = folder / "share/doc/siwa"
    documents.mkdir(parents=True)
    for text in ("THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json"):
        shutil.copyfile(release.texts / text, documents / text)
    for source in (ROOT / "CHANGELOG.md", ROOT / "Packaging/deploy/siwa.example.json", PACKAGING / "debian/siwa.service"):
        shutil.copyfile(source, documents / source.name)
    for source in (ROOT / "LICENSE", PACKAGING / "tarball/README"):
        shutil.copyfile(source, folder / source.name)
    pack(release, folder, name)
    pack(release, release.debug, f"{name}-debug")


def pack(release, folder, name):
    for file in folder.rglob("*"):
        file.chmod(0o755 if file.is_dir() or file.parent.name == "bin" else 0o644)
    archive = release.output / f"{name}.tar"
    write_tar(archive, folder, release.epoch, prefix=f"{name}/")
    compress(archive)

"""What Maven Central takes: one archive, with a signature beside every file (https://central.sonatype.org/publish/requirements/)."""

import subprocess
import zipfile

from .steps import Failed

SIGNED = (".jar", ".pom")


def bundle(archives, repository, target):
    """Unpacks the archives of all processors into one repository, signs it and packs it. The calls are in each archive, once each."""
    for archive in archives:
        with zipfile.ZipFile(archive) as packed:
            for name in packed.namelist():
                content, place = packed.read(name), repository / name
                if place.exists() and place.read_bytes() != content:
                    raise Failed(f"{name} differs between the archives: they were made from two commits")
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
    for file in sorted(path for path in repository.rglob("*") if path.suffix in SIGNED):
        subprocess.run(["gpg", "--batch", "--yes", "--armor", "--detach-sign", str(file)], check=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as packed:
        for file in sorted(path for path in repository.rglob("*") if path.is_file()):
            packed.write(file, file.relative_to(repository).as_posix())

"""The Debian packages, made by debhelper from Packaging/debian."""

import email.utils
import os
import shutil

from .release import PACKAGING, ROOT, put, run

# Debian's own variables say who makes a package (debchange(1)).
MAINTAINER = "{} <{}>".format(
    os.environ.get("DEBFULLNAME", "Sign in with Apple maintainers"), os.environ.get("DEBEMAIL", "maintainers@example.com")
)

CHANGELOG = """sign-in-with-apple ({version}) unstable; urgency=medium

  * Version {version}; CHANGELOG.md in the source says what is new.

 -- {maintainer}  {date}
"""


def write(release):
    """Writes both packages."""
    folder = release.work / "deb/source"
    shutil.copytree(PACKAGING / "debian", folder / "debian")
    shutil.copytree(release.programs, folder / "programs")
    shutil.copytree(release.texts, folder / "texts")
    # A licence text under this name would count as a second one of the package itself.
    (folder / "texts/THIRD-PARTY-LICENSES.txt").rename(folder / "texts/third-parties.txt")
    shutil.copyfile(ROOT / "Packaging/deploy/siwa.example.json", folder / "siwa.json")
    control = folder / "debian/control"
    put(control.read_text().replace("@MAINTAINER@", MAINTAINER), control)
    date = email.utils.formatdate(release.epoch)
    put(CHANGELOG.format(version=release.version, maintainer=MAINTAINER, date=date), folder / "debian/changelog")
    run(
        "dpkg-buildpackage",
        "--build=binary",
        "--no-sign",
        "--no-check-builddeps",
        cwd=folder,
        stderr=-2,
        environment={"SOURCE_DATE_EPOCH": str(release.epoch)},
    )
    for package in sorted(folder.parent.glob("*.deb")):
        shutil.move(package, release.output / package.name)

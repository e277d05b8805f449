"""Debian's rules."""

from .started import expect, run


def check(folder, work):
    packages = sorted(folder.glob("*.deb"))
    expect(len(packages) == 2, "there are two Debian packages")
    said = run("lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", *packages)
    expect(not said.strip(), "lintian finds neither errors nor warnings")

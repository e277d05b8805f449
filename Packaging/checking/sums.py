"""The checksums."""

from .started import expect, run


def check(folder, work):
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder)
    listed = {line.split()[1] for line in (folder / "SHA256SUMS").read_text().splitlines()}
    expect(listed == {file.name for file in folder.iterdir()} - {"SHA256SUMS"}, "SHA256SUMS lists every file, and each is as listed")

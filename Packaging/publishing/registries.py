"""The steps that publish each thing. Nothing is done here: a step is done by Packaging/publish."""

import datetime
import os
import re
import shutil
import subprocess

from making import go as go_module

from . import changelog as texts, files, maven_central
from .steps import Failed, Step, command

ROOT = files.ROOT
CHANGELOG = ROOT / "CHANGELOG.md"
IMAGES = "ghcr.io"
CENTRAL = "https://central.sonatype.com/api/v1/publisher/upload"
PACKAGE = "sign-in-with-apple"
# What stands for the repository until it has an address. Files about publishing keep it.
PLACEHOLDERS = {"https://example.com/sign-in-with-apple": "https://github.com/{repository}", "OWNER/sign-in-with-apple": "{repository}"}
KEPT = ("Packaging/publish", "Documentation/development/publishing.md", "Laboratory/journeys/guides/test_publishing.py")


def address(release):
    if release.repository.split("/")[1] != PACKAGE:
        raise Failed(f"the repository has to be named {PACKAGE}, because Swift's package is named by it")
    names = naming_files()
    yield Step(f"files without an address: {len(names)}", lambda: None)
    for name in names:
        yield Step(f"write {release.repository} into {name}", lambda path=ROOT / name: write_address(path, release.repository))


def naming_files():
    """Tracked files that still have a placeholder."""
    patterns = [word for text in PLACEHOLDERS for word in ("-e", text)]
    found = subprocess.run(["git", "-C", ROOT, "grep", "-lIF", *patterns], capture_output=True, text=True).stdout.split()
    return [name for name in found if not name.startswith(KEPT)]


def write_address(path, repository):
    text = path.read_text(encoding="utf-8")
    for placeholder, address in PLACEHOLDERS.items():
        text = text.replace(placeholder, address.format(repository=repository))
    path.write_text(text, encoding="utf-8")


def changelog(release):
    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    text = texts.closed(CHANGELOG.read_text(encoding="utf-8"), release.version, date)
    yield Step(f"close CHANGELOG.md as {release.version} – {date}", lambda: CHANGELOG.write_text(text, encoding="utf-8"))
    # Otherwise Scripts/check-api looks for the breaks of this version among what is unreleased, until there is a tag.
    yield command(ROOT / "Scripts/with-python", ROOT / "Scripts/check-api", "--record")
    yield command("git", "-C", ROOT, "commit", "--all", "--message", f"Release {release.version}")


def tag(release):
    # Without a v, as Scripts/check-api looks for it. SwiftPM takes both.
    yield Step("see that no file has a placeholder", refuse_placeholders)
    yield command("git", "-C", ROOT, "tag", "--sign", release.version, "--message", f"Version {release.version}")
    yield command("git", "-C", ROOT, "push", "origin", "HEAD", release.version)


def refuse_placeholders():
    if left := naming_files():
        raise Failed(f"{', '.join(left)}: the repository has no address there; Packaging/publish address writes it")


def release_page(release):
    sums, notes = release.work / files.SUMS, release.work / "notes.md"
    text = texts.section(CHANGELOG.read_text(encoding="utf-8"), release.version)

    def write():
        sums.write_text(files.sums(release.files), encoding="utf-8")
        notes.write_text(text, encoding="utf-8")

    yield Step(f"write one {files.SUMS} for {len(release.files)} files, and the version's part of the changelog", write)
    yield command(
        "gh",
        "release",
        "create",
        release.version,
        "--repo",
        release.repository,
        "--verify-tag",
        "--title",
        release.version,
        "--notes-file",
        notes,
        *(release.files[name] for name in sorted(release.files)),
        sums,
    )


def images(release):
    for program in ("siwa", "apple-id-emulator"):
        name = f"{IMAGES}/{release.owner}/{program}:{release.version}"
        archives = release.named(f"{program}-{release.version}-oci-*.tar")
        each = [f"{name}-{re.search(r'-oci-(.+)[.]tar$', archive.name)[1]}" for archive in archives]
        for archive, place in zip(archives, each):
            yield command("skopeo", "copy", f"oci-archive:{archive}", f"docker://{place}")
        yield command("podman", "manifest", "create", name)
        for place in each:
            yield command("podman", "manifest", "add", name, f"docker://{place}")
        yield command("podman", "manifest", "push", "--all", name, f"docker://{name}")


def chart(release):
    source, folder = ROOT / "Packaging/deploy/helm/siwa", release.work / "siwa"

    def name_the_image():
        shutil.copytree(source, folder)
        values = folder / "values.yaml"
        values.write_text(values.read_text(encoding="utf-8").replace("localhost/siwa", f"{IMAGES}/{release.owner}/siwa"), encoding="utf-8")

    yield Step(f"copy {source.relative_to(ROOT)} with the image {IMAGES}/{release.owner}/siwa", name_the_image)
    yield command("helm", "package", folder, "--destination", release.work)
    yield command("helm", "push", release.work / f"siwa-{release.version}.tgz", f"oci://{IMAGES}/{release.owner}/charts")


def pypi(release):
    yield command("twine", "upload", *release.named("apple_id_emulator-*.whl"))


def npm(release):
    # The package of the calls names the programs, and finds none until they are there.
    for file in release.named("apple-id-emulator-linux-*.tgz") + release.named(f"apple-id-emulator-{release.version}.tgz"):
        yield command("npm", "publish", "--access", "public", file)


def siwa_js(release):
    yield command("npm", "publish", "--access", "public", *release.named("siwa.js-*.tgz"))


def rubygems(release):
    name = f"apple-id-emulator-{release.version}"
    for file in release.named(f"{name}-*-linux.gem") + release.named(f"{name}.gem"):
        yield command("gem", "push", file)


def maven(release):
    archives = release.named("apple-id-emulator-*-maven-linux-*.zip")
    repository, target = release.work / "maven", release.work / f"apple-id-emulator-{release.version}-bundle.zip"
    token = os.environ.get("CENTRAL_TOKEN", "")

    def sign():
        if not token:
            raise Failed("CENTRAL_TOKEN has no token of the portal")
        maven_central.bundle(archives, repository, target)

    yield Step(f"sign and pack {' '.join(archive.name for archive in archives)} as {target.name}", sign)
    yield command(
        "curl",
        "--fail",
        "--config",
        "-",
        "--form",
        f"bundle=@{target}",
        f"{CENTRAL}?publishingType=USER_MANAGED",
        secret=f'header = "Authorization: Bearer {token}"\n',
    )


def go(release):
    module, folder = go_module.module(), release.work / "module"

    def replace():
        for path in folder.iterdir():
            if path.name != ".git":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, content in go_module.contents().items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)

    yield command("git", "clone", f"https://{module}", folder)
    yield Step("replace what is there by Packaging/go", replace)
    yield command("git", "-C", folder, "add", "--all")
    yield command("git", "-C", folder, "commit", "--message", f"Release {release.version}")
    yield command("git", "-C", folder, "tag", "--sign", f"v{release.version}", "--message", f"Version {release.version}")
    yield command("git", "-C", folder, "push", "origin", "HEAD", f"v{release.version}")


THINGS = {
    "address": address,
    "changelog": changelog,
    "tag": tag,
    "release": release_page,
    "images": images,
    "chart": chart,
    "pypi": pypi,
    "npm": npm,
    "siwa.js": siwa_js,
    "rubygems": rubygems,
    "maven": maven,
    "go": go,
}
WITHOUT_FILES = {address, changelog, tag, chart, go}

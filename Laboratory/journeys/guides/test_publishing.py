"""What an owner publishes, by Packaging/publish (Documentation/development/publishing.md). Programs that only say what they were asked for
take the place of the registries' own."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile

import pytest

from harness.programs import ROOT

sys.path.insert(0, str(ROOT / "Packaging"))
from publishing import changelog, files, registries
from publishing.steps import Failed, Release

PUBLISH = ROOT / "Packaging/publish"
VERSION = files.version()
OURS = "io/github/apple-id-emulator"
SAME = {"siwa.js-1.0.0.tgz", f"apple-id-emulator-{VERSION}.tgz", f"apple-id-emulator-{VERSION}.gem", f"apple-id-emulator-{VERSION}-go.zip"}
# Each writes its arguments and its standard input, and gpg a signature, too.
STAND_IN = """#!/bin/sh
echo "$(basename "$0") $*" >>"$RECORD"
case "$(basename "$0")" in
    gpg) for last; do :; done; echo signed >"$last.asc" ;;
    curl) cat >>"$RECORD"; for word; do case "$word" in bundle=@*) cp "${word#bundle=@}" "$RECORD.zip" ;; esac; done ;;
    "$FAILS") exit 1 ;;
esac
"""


def made(folder, machine):
    """What Scripts/package leaves on one machine, as far as it is published."""
    node, debian = {"x86_64": ("x64", "amd64"), "aarch64": ("arm64", "arm64")}[machine]
    folder.mkdir()
    names = SAME | {
        f"siwa_{VERSION}_{debian}.deb",
        f"apple-id-emulator_{VERSION}_{debian}.deb",
        f"siwa-{VERSION}-linux-{machine}.tar.gz",
        f"siwa-{VERSION}-oci-{machine}.tar",
        f"apple-id-emulator-{VERSION}-oci-{machine}.tar",
        f"apple_id_emulator-{VERSION}-py3-none-manylinux_2_35_{machine}.whl",
        f"apple-id-emulator-linux-{node}-{VERSION}.tgz",
        f"apple-id-emulator-{VERSION}-{machine}-linux.gem",
        "bill-of-materials.cdx.json",
    }
    for name in names:
        (folder / name).write_text(name if name in SAME else f"{name} {machine}")
    artifacts(folder / f"apple-id-emulator-{VERSION}-maven-linux-{machine}.zip", machine)
    listed = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(listed))
    return folder


def artifacts(archive, machine):
    with zipfile.ZipFile(archive, "w") as packed:
        for artifact in ("apple-id-emulator", f"apple-id-emulator-linux-{machine}"):
            for ending in (".jar", "-sources.jar", ".pom", ".pom.md5", ".jar.sha1"):
                packed.writestr(f"{OURS}/{artifact}/{VERSION}/{artifact}-{VERSION}{ending}", artifact)


@pytest.fixture
def folders(tmp_path):
    return [made(tmp_path / machine, machine) for machine in ("x86_64", "aarch64")]


@pytest.fixture
def record(tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("gh", "skopeo", "podman", "helm", "twine", "npm", "gem", "gpg", "curl"):
        (programs / name).write_text(STAND_IN)
        (programs / name).chmod(0o755)
    return tmp_path / "record"


def publish(record, thing, *more, fails="", token="secret-of-the-portal"):
    environment = {
        **os.environ,
        "PATH": f"{record.parent / 'programs'}:{os.environ['PATH']}",
        "RECORD": str(record),
        "FAILS": fails,
        "CENTRAL_TOKEN": token,
    }
    words = [sys.executable, PUBLISH, thing, "--repository", "Acme/sign-in-with-apple", *more]
    return subprocess.run(words, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def asked(record):
    """What the registries' programs were asked for, with the names of files only."""
    return [re.sub(r"\S*/tmp\S*/([^/\s]+)", r"\1", line) for line in record.read_text().splitlines()]


PUBLISHED = {
    "pypi": [
        (
            f"twine upload apple_id_emulator-{VERSION}-py3-none-manylinux_2_35_aarch64.whl "
            f"apple_id_emulator-{VERSION}-py3-none-manylinux_2_35_x86_64.whl"
        )
    ],
    "npm": [
        f"npm publish --access public apple-id-emulator-linux-arm64-{VERSION}.tgz",
        f"npm publish --access public apple-id-emulator-linux-x64-{VERSION}.tgz",
        f"npm publish --access public apple-id-emulator-{VERSION}.tgz",
    ],
    "siwa.js": ["npm publish --access public siwa.js-1.0.0.tgz"],
    "rubygems": [
        f"gem push apple-id-emulator-{VERSION}-aarch64-linux.gem",
        f"gem push apple-id-emulator-{VERSION}-x86_64-linux.gem",
        f"gem push apple-id-emulator-{VERSION}.gem",
    ],
    "images": [
        line
        for program in ("siwa", "apple-id-emulator")
        for line in (
            f"skopeo copy {program}-{VERSION}-oci-aarch64.tar docker://ghcr.io/acme/{program}:{VERSION}-aarch64",
            f"skopeo copy {program}-{VERSION}-oci-x86_64.tar docker://ghcr.io/acme/{program}:{VERSION}-x86_64",
            f"podman manifest create ghcr.io/acme/{program}:{VERSION}",
            f"podman manifest add ghcr.io/acme/{program}:{VERSION} docker://ghcr.io/acme/{program}:{VERSION}-aarch64",
            f"podman manifest add ghcr.io/acme/{program}:{VERSION} docker://ghcr.io/acme/{program}:{VERSION}-x86_64",
            f"podman manifest push --all ghcr.io/acme/{program}:{VERSION} docker://ghcr.io/acme/{program}:{VERSION}",
        )
    ],
}


@pytest.mark.parametrize("thing", PUBLISHED)
def test_every_package_is_published_in_an_order_in_which_it_works(record, folders, thing):
    assert publish(record, thing, "--do", *folders).returncode == 0
    assert asked(record) == PUBLISHED[thing]


@pytest.mark.parametrize("thing", [thing for thing in registries.THINGS if thing not in ("changelog", "release")])
def test_nothing_is_done_before_it_is_told_to(record, folders, thing):
    said = publish(record, thing, *folders)
    assert said.returncode == 0 and said.stdout and "secret-of-the-portal" not in said.stdout, said.stderr
    assert not record.exists()


def test_after_a_failure_nothing_more_is_published(record, folders):
    said = publish(record, "npm", "--do", *folders, fails="npm")
    assert said.returncode == 1 and "nothing after it was done" in said.stderr
    assert len(asked(record)) == 1


def test_a_file_that_changed_after_it_was_packaged_is_not_published(record, folders):
    wheel = next(folders[0].glob("*.whl"))
    wheel.write_text("other bytes")
    said = publish(record, "pypi", "--do", *folders)
    assert said.returncode == 2 and wheel.name in said.stderr and not record.exists()


def test_packages_of_two_commits_are_not_published_together(record, folders, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    name = f"apple-id-emulator-{VERSION}.tgz"
    (other / name).write_text("of another commit")
    (other / "SHA256SUMS").write_text(f"{hashlib.sha256(b'of another commit').hexdigest()}  {name}\n")
    said = publish(record, "npm", "--do", folders[0], other)
    assert said.returncode == 2 and "two commits" in said.stderr and not record.exists()


def test_a_missing_package_is_named(record, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "Scripts/package makes it" in publish(record, "pypi", empty).stderr
    (empty / "SHA256SUMS").write_text("")
    said = publish(record, "pypi", empty)
    assert said.returncode == 2 and "there is no file apple_id_emulator-*.whl" in said.stderr


def test_maven_central_gets_every_artifact_once_with_its_signature_and_the_token_is_no_argument(record, folders):
    assert publish(record, "maven", "--do", *folders).returncode == 0
    names = zipfile.ZipFile(f"{record}.zip").namelist()
    assert len(names) == len(set(names))
    assert {name.split("/")[3] for name in names} == {f"apple-id-emulator{more}" for more in ("", "-linux-x86_64", "-linux-aarch64")}
    signed = [name for name in names if name.endswith((".jar", ".pom"))]
    assert len(signed) == 9 and {f"{name}.asc" for name in signed} <= set(names)
    curl = next(line for line in record.read_text().splitlines() if line.startswith("curl "))
    assert "secret-of-the-portal" not in curl and 'header = "Authorization: Bearer secret-of-the-portal"' in record.read_text()


def test_maven_central_gets_nothing_without_a_token(record, folders):
    said = publish(record, "maven", "--do", *folders, token="")
    assert said.returncode == 2 and "CENTRAL_TOKEN" in said.stderr and not record.exists()


def test_the_chart_names_the_published_image(record):
    assert publish(record, "chart", "--do").returncode == 0
    package, push = asked(record)
    assert package.startswith("helm package siwa ") and push == f"helm push siwa-{VERSION}.tgz oci://ghcr.io/acme/charts"
    assert (ROOT / "Packaging/deploy/helm/siwa/values.yaml").read_text().count("localhost/siwa") == 1


def test_whoever_publishes_says_who_they_are(folders):
    said = subprocess.run([sys.executable, PUBLISH, "pypi", "--do", *folders], capture_output=True, text=True)
    assert said.returncode == 2 and "--repository OWNER/NAME" in said.stderr


def test_every_file_that_names_the_repository_gets_its_address(monkeypatch, tmp_path):
    monkeypatch.setattr(registries, "ROOT", tmp_path)
    texts = {
        "README.md": 'url: "https://example.com/sign-in-with-apple.git"',
        "ci.md": "uses: OWNER/sign-in-with-apple/Packaging/deploy/github@1",
        "Other.md": "https://example.com/other",
        "Packaging/publish": "OWNER/sign-in-with-apple",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for words in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", "-C", tmp_path, *words], check=True)
    with pytest.raises(Failed, match=re.escape("README.md, ci.md")):
        registries.refuse_placeholders()
    for step in registries.address(Release("1.0.0", "Acme/sign-in-with-apple", {}, tmp_path)):
        step.run()
    assert {name: (tmp_path / name).read_text() for name in texts} == texts | {
        "README.md": 'url: "https://github.com/Acme/sign-in-with-apple.git"',
        "ci.md": "uses: Acme/sign-in-with-apple/Packaging/deploy/github@1",
    }
    registries.refuse_placeholders()


def test_the_repository_keeps_the_name_of_the_package(tmp_path):
    with pytest.raises(Failed, match="has to be named sign-in-with-apple"):
        list(registries.address(Release("1.0.0", "Acme/siwa", {}, tmp_path)))


# The changelog


def entries(text):
    return sorted(entry.strip() for entry in re.findall(r"^- (?:.|\n(?!\n|-|#))*", text, re.M))


def test_the_changelog_can_be_closed_and_keeps_every_entry_once():
    text = (ROOT / "CHANGELOG.md").read_text()
    assert re.search(r"^## Unreleased\n", text, re.M)
    if "not tagged yet" not in text:
        return
    closed = changelog.closed(text, VERSION, "2026-11-30")
    titles = re.findall(r"^## (.*)$", closed, re.M)
    assert titles[:2] == ["Unreleased", f"{VERSION} – 2026-11-30"] and "not tagged yet" not in closed
    assert entries(closed) == entries(text)
    assert changelog.section(closed, "Unreleased") == "\n"
    groups = re.findall(r"^### (.*)$", changelog.section(closed, VERSION), re.M)
    assert len(groups) == len(set(groups)) and changelog.BREAKING not in groups and groups[-1] == changelog.BEFORE


BEGINNING = "# Changelog\n\nAbout.\n\n"


def test_the_first_version_takes_what_it_had_and_what_came_since():
    text = (
        f"{BEGINNING}## Unreleased\n\n### Breaking\n\n- Renamed.\n\n### Fixed\n\n- Mended.\n\n### Service\n\n- More.\n\n"
        f"### {changelog.BEFORE}\n\n- Moved.\n\n"
        f"## 1.0.0 – not tagged yet\n\nThe first.\n\n### Service\n\n- All.\n\n### {changelog.BEFORE}\n\n- Split.\n"
    )
    assert changelog.closed(text, "1.0.0", "2026-12-01") == (
        f"{BEGINNING}## Unreleased\n\n## 1.0.0 – 2026-12-01\n\nThe first.\n\n### Service\n\n- All.\n- More.\n\n"
        f"### Fixed\n\n- Mended.\n\n### {changelog.BEFORE}\n\n- Split.\n- Moved.\n- Renamed.\n"
    )


def test_a_section_that_is_not_tagged_can_be_closed_again_and_gets_its_date_at_last():
    text = f"{BEGINNING}## Unreleased\n\n### Breaking\n\n- Renamed.\n\n### Service\n\n- All.\n"
    once = changelog.closed(text, "1.0.0", changelog.NOT_TAGGED)
    again = changelog.closed(
        once.replace("## Unreleased\n", "## Unreleased\n\n### Breaking\n\n- Removed.\n"), "1.0.0", changelog.NOT_TAGGED
    )
    assert changelog.closed(again, "1.0.0", "2026-12-01") == (
        f"{BEGINNING}## Unreleased\n\n## 1.0.0 – 2026-12-01\n\n### Service\n\n- All.\n\n### {changelog.BEFORE}\n\n- Renamed.\n- Removed.\n"
    )


def test_a_later_version_keeps_its_groups_and_the_versions_before_it():
    before = "## 1.0.0 – 2026-12-01\n\n### Fixed\n\n- Mended.\n"
    text = f"{BEGINNING}## Unreleased\n\n### Breaking\n\n- Renamed.\n\n{before}"
    assert changelog.closed(text, "1.1.0", "2026-12-02") == (
        f"{BEGINNING}## Unreleased\n\n## 1.1.0 – 2026-12-02\n\n### Breaking\n\n- Renamed.\n\n{before}"
    )


@pytest.mark.parametrize(
    "text",
    [BEGINNING, f"{BEGINNING}## Unreleased\n\n", f"{BEGINNING}## Unreleased\n\n### Fixed\n\n- One.\n\n## 1.0.0 – 2026-12-01\n\n- Two.\n"],
)
def test_a_changelog_without_news_or_with_the_version_is_not_closed(text):
    with pytest.raises(Failed):
        changelog.closed(text, "1.0.0", "2026-12-02")


def test_the_page_of_a_release_has_the_versions_part_and_every_file(monkeypatch, tmp_path, folders):
    closed = f"{BEGINNING}## Unreleased\n\n## 1.0.0 – 2026-12-01\n\n- One.\n\n## 0.9.0 – 2026-11-01\n\n- Two.\n"
    monkeypatch.setattr(registries, "CHANGELOG", tmp_path / "CHANGELOG.md")
    registries.CHANGELOG.write_text(closed)
    found = files.read(folders)
    write, create = registries.release_page(Release("1.0.0", "Acme/sign-in-with-apple", found, tmp_path))
    write.run()
    assert (tmp_path / "notes.md").read_text() == "- One.\n"
    sums = dict(reversed(line.split("  ")) for line in (tmp_path / "SHA256SUMS").read_text().splitlines())
    assert sums.keys() == found.keys()
    assert all(str(path) in create.says for path in [*found.values(), tmp_path / "SHA256SUMS"])


def test_a_version_whose_changelog_is_open_has_no_page():
    for text in (f"{BEGINNING}## Unreleased\n\n- One.\n", f"{BEGINNING}## 1.0.0 – not tagged yet\n\n- One.\n"):
        with pytest.raises(Failed, match="close it first"):
            changelog.section(text, "1.0.0")


def test_the_guide_names_everything_that_is_published():
    guide = (ROOT / "Documentation/development/publishing.md").read_text()
    assert [thing for thing in registries.THINGS if f"Packaging/publish {thing}" not in guide] == []
    told = subprocess.run([sys.executable, PUBLISH, "--help"], capture_output=True, text=True).stdout
    assert [thing for thing in registries.THINGS if f"\n  {thing} " not in told] == []

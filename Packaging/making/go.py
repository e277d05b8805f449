"""The Go module, as a module proxy serves it. It has no program, because versions of a module are tags of a repository."""

import json
import re
import time
import zipfile

from .release import PACKAGING, ROOT

SOURCE = PACKAGING / "go"


def write(release):
    """Writes the archive of a module proxy: what goes into the module's repository is inside, in a zip of its own."""
    version = f"v{release.version}"
    check_readme()
    folder = f"{module()}/@v"
    published = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
    files = {
        f"{folder}/list": f"{version}\n".encode(),
        f"{folder}/{version}.info": json.dumps({"Version": version, "Time": published}).encode(),
        f"{folder}/{version}.mod": (SOURCE / "go.mod").read_bytes(),
    }
    inner = release.work / "go-module.zip"
    write_zip(inner, {f"{module()}@{version}/{name}": content for name, content in contents().items()}, release.epoch)
    files[f"{folder}/{version}.zip"] = inner.read_bytes()
    write_zip(release.output / f"apple-id-emulator-{release.version}-go.zip", files, release.epoch)


def module():
    """The module's path."""
    return re.search(r"^module (\S+)$", (SOURCE / "go.mod").read_text(encoding="utf-8"), re.M)[1]


def contents():
    """The files of the module, with its tests, by their names."""
    files = {file.relative_to(SOURCE).as_posix(): file.read_bytes() for file in SOURCE.rglob("*") if file.suffix in (".go", ".mod", ".md")}
    return files | {"LICENSE": (ROOT / "LICENSE").read_bytes()}


def write_zip(path, files, epoch):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content, compresslevel=9)


def check_readme():
    example = (SOURCE / "appleidemulatortest/example_test.go").read_text(encoding="utf-8")
    if example not in (SOURCE / "README.md").read_text(encoding="utf-8"):
        raise SystemExit("package: the example in Packaging/go/README.md differs from appleidemulatortest/example_test.go")

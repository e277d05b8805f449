"""The Go module."""

import os
import re
import shutil
import zipfile

from making import go as making

from . import calls
from .started import PATIENCE, Failed, expect, only, run

ROOT = calls.FOLDER.parent.parent
SAMPLE = ROOT / "Examples/Emulator/go"


def check(folder, work):
    archive = only(folder, "apple-id-emulator-*-go.zip")
    version = archive.name.split("-")[3]
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(work / "proxy")
    program = installed(folder, work)
    proxy = f"file://{work / 'proxy'}"
    required = f"module driver\n\ngo 1.19\n\nrequire {making.module()} v{version}\n"
    driver = [built(work, required, proxy)]
    calls.check("go", driver, work)
    six = work / "driver/six"
    six.mkdir()
    shutil.copyfile(calls.SIX_CALLS / "six_calls.go", six / "main.go")
    run("go", "build", "-o", work / "six-calls", "./six", cwd=work / "driver", env=surroundings(work, proxy))
    calls.check_program(driver, [work / "six-calls"], APPLE_ID_EMULATOR=program)
    environment = surroundings(work, proxy) | {"PATH": f"{program.parent}:{os.environ['PATH']}", "APPLE_ID_EMULATOR": ""}
    passed(
        run("go", "test", "-v", f"{making.module()}/...", cwd=work / "driver", env=environment, timeout=10 * PATIENCE),
        "the README's example and the other tests pass",
    )
    shutil.copytree(SAMPLE, work / "sample")
    passed(run("go", "test", "-v", "./...", cwd=work / "sample", env=environment, timeout=10 * PATIENCE), "the sample's tests pass")
    expect(all(line.startswith(making.module()) for line in (work / "sample/go.sum").read_text().splitlines()), "it needs no other module")


def installed(folder, work):
    """The program from the tarball, on whose folder PATH is set."""
    tarball = only(folder, "siwa-*-linux-*[0-9].tar.gz")
    run("tar", "--extract", "--file", tarball, "--directory", work, "--wildcards", "*/bin/apple-id-emulator")
    return only(work, "siwa-*") / "bin/apple-id-emulator"


def built(work, module_file, proxy="off"):
    """Builds the driver, in a module that has this go.mod."""
    module = work / "driver"
    module.mkdir()
    (module / "go.mod").write_text(module_file)
    shutil.copyfile(calls.FOLDER / "drivers/driver.go", module / "main.go")
    run("go", "build", "-o", work / "driver-program", ".", cwd=module, env=surroundings(work, proxy), timeout=10 * PATIENCE)
    return work / "driver-program"


def surroundings(work, proxy):
    """Nothing is fetched from anywhere else, and nothing is kept."""
    folders = {"GOPATH": str(work / "gopath"), "GOCACHE": str(work / "gocache")}
    # Files of the module cache cannot be removed otherwise.
    return {**os.environ, **folders, "GOPROXY": proxy, "GOSUMDB": "off", "GOFLAGS": "-mod=mod -modcacherw", "GOTOOLCHAIN": "local"}


def passed(said, message):
    count = len(re.findall(r"^--- PASS: ", said, re.M))
    if not count or re.search(r"^\s*--- (FAIL|SKIP): ", said, re.M):
        raise Failed(f"not so: {message}\n{said[-3000:]}")
    print(f"  {message} ({count})", flush=True)

"""The packages for npm: siwa.js as the service serves it, and the emulator with its program in a package of its own."""

import json
import re
import shutil

from .release import PACKAGING, ROOT, put, run

SOURCE = PACKAGING / "npm"
SERVED = ROOT / "Programs/Service/SignInServer/BrowserClient/Files"
EMULATOR = "apple-id-emulator"
# By the processor's name, as `uname -m` says it: the names of Node.js (process.arch).
PROCESSORS = {"x86_64": "x64", "aarch64": "arm64"}


def write(release):
    """Writes the packages."""
    pack(release.work / "npm", release.output)
    pack_emulator(release)
    pack_program(release)


def pack(work, output):
    """Packs siwa.js, in an empty folder."""
    for source in (SERVED / "siwa.js", SERVED / "siwa.d.ts", SOURCE / "siwa.js/README.md", ROOT / "LICENSE"):
        put(source.read_bytes(), work / source.name)
    describe(work, SOURCE / "siwa.js/package.json", version())
    archive(work, output)


def version():
    """The version of siwa.js, which is not that of the programs."""
    return re.search(r'^export const version = "([^"]+)";$', (SERVED / "siwa.js").read_text(encoding="utf-8"), re.M)[1]


def pack_emulator(release):
    """Packs the calls. npm chooses one of the optional dependencies by its `os`, `cpu` and `libc`."""
    work, source = release.work / "npm-emulator", SOURCE / EMULATOR
    shutil.copytree(source / "lib", work / "lib")
    (work / "lib/command.js").chmod(0o755)
    readme = (source / "README.md").read_text(encoding="utf-8")
    if (source / "tests/example.test.mjs").read_text(encoding="utf-8") not in readme:
        raise SystemExit("package: the example in Packaging/npm/apple-id-emulator/README.md differs from tests/example.test.mjs")
    put(readme, work / "README.md")
    put((ROOT / "LICENSE").read_bytes(), work / "LICENSE")
    programs = {f"{EMULATOR}-linux-{processor}": release.version for processor in PROCESSORS.values()}
    describe(work, source / "package.json", release.version, {"optionalDependencies": programs})
    archive(work, release.output)


def pack_program(release):
    """Packs the program for this machine's platform."""
    work, processor = release.work / "npm-program", PROCESSORS[release.machine]
    put((release.programs / EMULATOR).read_bytes(), work / "bin" / EMULATOR, 0o755)
    for name in ("LICENSE", "THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json"):
        put((release.texts / name).read_bytes(), work / name)
    put((SOURCE / "program/README.md").read_bytes(), work / "README.md")
    names = {"@PLATFORM@": f"linux-{processor}", "@SYSTEM@": "linux", "@PROCESSOR@": processor}
    describe(work, SOURCE / "program/package.json", release.version, names=names)
    archive(work, release.output)


def describe(work, source, number, more=None, names=None):
    text = source.read_text(encoding="utf-8")
    for name, value in (names or {}).items():
        text = text.replace(name, value)
    put(json.dumps({"version": number} | json.loads(text) | (more or {}), indent=2) + "\n", work / "package.json")


def archive(work, output):
    """Lets npm pack the folder. npm gives every file the same time."""
    command = ("npm", "pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", output)
    run(*command, cwd=work, environment={"npm_config_cache": str(work / "cache"), "npm_config_update_notifier": "false"})
    shutil.rmtree(work / "cache", ignore_errors=True)

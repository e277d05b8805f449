"""The gems: the emulator with a helper for RSpec, once with the program for this machine's platform and once without it."""

import shutil

from .release import PACKAGING, ROOT, put, run

SOURCE = PACKAGING / "rubygems"
PROGRAM = "apple-id-emulator"


def write(release):
    """Writes the gems. RubyGems chooses the one for its platform, or else the one without a program, which says what to do."""
    build(release, "ruby")
    build(release, f"{release.machine}-linux")


def build(release, platform):
    work = release.work / f"gem-{platform}"
    for name in ("lib", "exe"):
        shutil.copytree(SOURCE / name, work / name)
    for file in work.rglob("*"):
        file.chmod(0o755 if file.is_dir() or file.parent.name == "exe" else 0o644)
    put((SOURCE / "apple-id-emulator.gemspec").read_bytes(), work / "apple-id-emulator.gemspec")
    put(readme(), work / "README.md")
    put((ROOT / "LICENSE").read_bytes(), work / "LICENSE")
    if platform != "ruby":
        put((release.programs / PROGRAM).read_bytes(), work / "libexec" / PROGRAM, 0o755)
        for name in ("THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json"):
            put((release.texts / name).read_bytes(), work / name)
    environment = {"GEM_VERSION": release.version, "GEM_PLATFORM": platform, "SOURCE_DATE_EPOCH": str(release.epoch)}
    suffix = "" if platform == "ruby" else f"-{platform}"
    archive = release.output / f"{PROGRAM}-{release.version}{suffix}.gem"
    run("gem", "build", "--silent", "--output", archive, "apple-id-emulator.gemspec", cwd=work, environment=environment)


def readme():
    """The README. Its example is a test of its own, so that it is known to work."""
    text = (SOURCE / "README.md").read_text(encoding="utf-8")
    if (SOURCE / "spec/example_spec.rb").read_text(encoding="utf-8") not in text:
        raise SystemExit("package: the example in Packaging/rubygems/README.md differs from spec/example_spec.rb")
    return text

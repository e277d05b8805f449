"""The Debian packages, in a minimal Debian in a folder."""

import json
import os
import pathlib
import re

from .started import Failed, answers, expect, give, inside, make_key, only, run, serving, write_private

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# systemd rates a unit from 0 (confined) to 10; one without any rule has 9.6.
HIGHEST_EXPOSURE = 2.5


def check(folder, work):
    packages = [only(folder, f"{name}_*.deb") for name in ("siwa", "apple-id-emulator")]
    root = work / "root"
    names = sorted({name for package in packages for name in dependencies(package)})
    make_root(root, names)
    with open("/proc/self/mountinfo") as mounts:
        if str(root) in mounts.read():
            raise Failed(f"something is still mounted below {root}")

    install(root, *packages)
    expect(True, "both packages are installed")
    check_units(root)
    expect(not list((root / "etc/systemd/system").glob("*.wants/*siwa*")), "no unit is enabled by the installation")
    configured(root, work)
    state = root / "var/lib/siwa/siwa.sqlite"
    expect(state.exists(), "the service made its database as its own user")

    install(root, *[newer(package, work) for package in packages])
    text = (root / "etc/siwa/siwa.json").read_text()
    expect("edited.example.com" in text, "an upgrade keeps the edited configuration")
    expect(state.exists(), "an upgrade keeps the database")
    dpkg(root, "--remove", "siwa", "apple-id-emulator")
    expect((root / "etc/siwa/siwa.json").exists() and state.exists(), "a removal keeps the configuration and the database")
    expect(not (root / "usr/bin/siwa").exists(), "a removal removes the program")
    dpkg(root, "--purge", "siwa", "apple-id-emulator")
    left = {str(path.relative_to(root)) for name in ("siwa", "apple-id-emulator") for path in root.glob(f"*/**/*{name}*")}
    # The key in /etc/siwa is the operator's own file.
    left -= {"etc/siwa"} | {path for path in left if path.startswith("var/log/")}
    expect(not left, "a purge removes everything except the operator's keys" + (f", but leaves {sorted(left)}" if left else ""))


def make_root(root, names):
    """A minimal Debian or Ubuntu of this machine's release, with these packages."""
    release = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    run("mmdebstrap", "--variant=minbase", f"--include={','.join(sorted(names))}", release["VERSION_CODENAME"].strip('"'), root)


def dependencies(package):
    """The packages that it depends on; of alternatives, the first."""
    depends = run("dpkg-deb", "--field", package, "Depends")
    return [re.split(r"[ (|]", part.strip())[0] for part in depends.split(",")]


def dpkg(root, *arguments):
    """Debian's package manager inside the folder, with nothing mounted. It keeps edited configurations without asking."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return run("chroot", root, "dpkg", "--force-confdef", "--force-confold", *arguments, env=environment)


def install(root, *packages):
    for package in packages:
        (root / "tmp" / package.name).write_bytes(package.read_bytes())
    dpkg(root, "--install", *[f"/tmp/{package.name}" for package in packages])
    for package in packages:
        (root / "tmp" / package.name).unlink()


def newer(package, work):
    """The same package with a higher version, and another default configuration as a new version may have it."""
    unpacked = work / f"{package.stem}-newer"
    run("dpkg-deb", "--raw-extract", package, unpacked)
    control = unpacked / "DEBIAN/control"
    control.write_text(re.sub(r"(?m)^Version: (.*)$", r"Version: \1+check", control.read_text()))
    sample = unpacked / "etc/siwa/siwa.json"
    if sample.exists():
        sample.write_text(sample.read_text() + "\n")
    again = work / f"{package.stem}-newer.deb"
    run("dpkg-deb", "--root-owner-group", "-Znone", "--build", unpacked, again)
    return again


def siwa_user(root):
    """The service's user and group, as numbers."""
    people = (root / "etc/passwd").read_text().splitlines()
    return next(map(int, line.split(":")[2:4]) for line in people if line.startswith("siwa:"))


def check_units(root):
    for unit in ("siwa.service", "apple-id-emulator.service"):
        said = run("systemd-analyze", "verify", f"--root={root}", "--man=no", f"/lib/systemd/system/{unit}")
        expect(unit not in said, f"{unit}: systemd-analyze verify has nothing to say")
        said = run("systemd-analyze", "security", "--offline=true", f"--root={root}", "--no-pager", f"/lib/systemd/system/{unit}")
        exposure = float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)[1])
        expect(exposure <= HIGHEST_EXPOSURE, f"{unit}: exposure {exposure}, at most {HIGHEST_EXPOSURE}")


def configured(root, work):
    """Does what the guide says, and starts the service as its unit does, as far as that is possible without systemd."""
    user, group = siwa_user(root)
    keys = work / "keys"
    keys.mkdir()
    place = root / "etc/siwa/AuthKey_FGHIJ67890.p8"
    write_private(place, make_key(root / "usr/bin/apple-id-emulator", keys).read_bytes())
    give(place, user, group, 0o400)
    file = root / "etc/siwa/siwa.json"
    configuration = json.loads(file.read_text())
    file.write_text(json.dumps(configuration | {"public_url": "https://edited.example.com", "listen": "127.0.0.1:0"}))
    state = root / "var/lib/siwa"
    state.mkdir()
    give(state, user, group, 0o700)

    def command(*words):
        return inside(root, f"{user}:{group}", "/usr/bin/siwa", *words, "--config", "/etc/siwa/siwa.json")

    with serving(command("serve"), work / "siwa.log", {"PATH": os.environ["PATH"]}) as facts:
        expect(answers(facts["listen"], "/health/ready"), "the service starts as its user, with a key of that user")
    expect(run(*command("keys", "list")), "the operator's commands work as the same user")

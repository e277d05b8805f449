"""The wheel: the emulator and a plugin for pytest. A wheel is a zip archive in a fixed form (PEP 427)."""

import base64
import hashlib
import re
import time
import zipfile

from .release import PACKAGING, run

SOURCE = PACKAGING / "wheel"
PROGRAM = "apple-id-emulator"
# What every system of a manylinux tag has (PEP 600), as far as the program may need it.
SYSTEM_LIBRARIES = {
    "libc.so.6",
    "libm.so.6",
    "libgcc_s.so.1",
    "libstdc++.so.6",
    "libz.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
}
# The newest symbols of libstdc++ that come with a version of glibc, from auditwheel's policies.
STANDARD_LIBRARY = [((2, 34), (3, 4, 29)), ((2, 35), (3, 4, 30)), ((2, 38), (3, 4, 32)), ((2, 39), (3, 4, 33))]

ENTRY_POINTS = """[console_scripts]
apple-id-emulator = apple_id_emulator._process:main

[pytest11]
apple_id_emulator = apple_id_emulator.pytest_plugin
"""


def write(release):
    """Writes the wheel."""
    program = release.programs / PROGRAM
    tag = f"py3-none-{platform(program, release.machine)}"
    information = f"apple_id_emulator-{release.version}.dist-info"
    files = {f"apple_id_emulator/{file.name}": file.read_bytes() for file in (SOURCE / "apple_id_emulator").glob("*.py")}
    files[f"apple_id_emulator/bin/{PROGRAM}"] = program.read_bytes()
    for name in ("LICENSE", "THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json"):
        files[f"{information}/licenses/{name}"] = (release.texts / name).read_bytes()
    files[f"{information}/METADATA"] = metadata(release.version).encode()
    files[f"{information}/entry_points.txt"] = ENTRY_POINTS.encode()
    files[f"{information}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: Scripts/package\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = "".join(f"{name},{checksum(content)},{len(content)}\n" for name, content in sorted(files.items()))
    archive = release.output / f"apple_id_emulator-{release.version}-{tag}.whl"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content in [*sorted(files.items()), (f"{information}/RECORD", f"{record}{information}/RECORD,,\n".encode())]:
            entry = zipfile.ZipInfo(name, time.gmtime(release.epoch)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/bin/" in name else 0o100644) << 16
            wheel.writestr(entry, content, compresslevel=9)


def platform(program, machine):
    """The platform tag: the version of glibc whose symbols the program needs, and not more than its system has."""
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "--dynamic", "--wide", program)))
    if needed - SYSTEM_LIBRARIES:
        raise SystemExit(f"package: {PROGRAM} needs {', '.join(sorted(needed - SYSTEM_LIBRARIES))}, which not every Linux has")
    symbols = run("objdump", "--dynamic-syms", program)

    def newest(prefix):
        return max(tuple(map(int, found.split("."))) for found in re.findall(rf"\({prefix}_([0-9.]+)\)", symbols))

    glibc = newest("GLIBC")
    for version, latest in STANDARD_LIBRARY:
        if newest("GLIBCXX") <= latest:
            glibc = max(glibc, version)
            break
    else:
        raise SystemExit(f"package: {PROGRAM} needs a newer libstdc++ than any known system has")
    return f"manylinux_{glibc[0]}_{glibc[1]}_{machine}"


def metadata(version):
    """METADATA, which ends with the README. Its example is a test of its own, so that it is known to work."""
    readme = (SOURCE / "README.md").read_text(encoding="utf-8")
    if (SOURCE / "tests/test_example.py").read_text(encoding="utf-8") not in readme:
        raise SystemExit("package: the example in Packaging/wheel/README.md differs from tests/test_example.py")
    return (SOURCE / "metadata").read_text(encoding="utf-8").replace("@VERSION@", version) + readme


def checksum(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

"""The container images: a program, the libraries that it loads, and nothing else. Made by umoci, without a container engine."""

import datetime
import json
import os
import pathlib
import re

from .release import put, run, write_tar

# A user without a name outside the image. Anybody may be it: podman run --user.
USER = 65532
BUNDLE = "etc/ssl/certs/ca-certificates.crt"


def write(release):
    """Writes an image for each program, as an OCI archive."""
    siwa = [
        "--config.entrypoint=/usr/bin/siwa",
        "--config.entrypoint=serve",
        "--config.cmd=--config",
        "--config.cmd=/etc/siwa/siwa.json",
        # Loopback inside a container cannot be reached from outside.
        "--config.env=SIWA_LISTEN=0.0.0.0:8080",
        "--config.exposedports=8080/tcp",
    ]
    emulator = ["--config.entrypoint=/usr/bin/apple-id-emulator", "--config.exposedports=9080/tcp"]
    words = ("--listen", "0.0.0.0:9080", "--public-url", "http://localhost:9080", "--keys-in", "/var/lib/apple-id-emulator")
    emulator += [f"--config.cmd={word}" for word in words]
    for program, configuration in (("siwa", siwa), ("apple-id-emulator", emulator)):
        write_one(release, program, configuration)


def write_one(release, program, configuration):
    root = release.work / f"{program}-image/root"
    lay_out(release, program, root)
    layer = root.with_name("layer.tar")
    state = f"var/lib/{program}"
    write_tar(layer, root, release.epoch, owner=lambda name: USER if name == state else 0)
    layout = root.with_name("layout")
    image = f"{layout}:{release.version}"
    made = datetime.datetime.fromtimestamp(release.epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    run("umoci", "init", "--layout", layout)
    run("umoci", "new", "--image", image)
    run("umoci", "raw", "add-layer", "--image", image, f"--history.created={made}", "--history.created_by=Scripts/package", layer)
    labels = {"title": program, "version": release.version, "licenses": "Apache-2.0"}
    run(
        "umoci",
        "config",
        "--image",
        image,
        f"--created={made}",
        f"--history.created={made}",
        "--history.created_by=Scripts/package",
        f"--architecture={release.debian_machine}",
        "--os=linux",
        "--author=",
        f"--config.user={USER}:{USER}",
        f"--config.workingdir=/{state}",
        f"--config.volume=/{state}",
        *[f"--config.label=org.opencontainers.image.{name}={value}" for name, value in labels.items()],
        *configuration,
    )
    run("umoci", "gc", "--layout", layout)
    # podman load and docker load call the image so; umoci's tag is only the part after the colon.
    index = json.loads((layout / "index.json").read_text())
    index["manifests"][0]["annotations"]["io.containerd.image.name"] = f"localhost/{program}:{release.version}"
    put(json.dumps(index), layout / "index.json")
    write_tar(release.output / f"{program}-{release.version}-oci-{release.machine}.tar", layout, release.epoch)


def lay_out(release, program, root):
    """Fills the image's root folder."""
    owners = set()
    for file in loaded_files(release.programs / program):
        # The loader is known by its path under /lib64. As in Debian, /lib and /lib64 are links into /usr.
        put(file.read_bytes(), root / "usr" / str(file).lstrip("/").removeprefix("usr/"), 0o755)
        owners.add(owner(file))
    for name in ("lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(f"usr/{name}")
    put((release.programs / program).read_bytes(), root / "usr/bin" / program, 0o755)
    put(certificates(), root / BUNDLE)
    put(f"root:x:0:0::/:/sbin/nologin\n{program}:x:{USER}:{USER}::/var/lib/{program}:/sbin/nologin\n", root / "etc/passwd")
    put(f"root:x:0:\n{program}:x:{USER}:\n", root / "etc/group")
    put("hosts: files dns\n", root / "etc/nsswitch.conf")
    documents = root / "usr/share/doc"
    for package in sorted(owners | {"ca-certificates"}):
        # Scanners of images look here for the packages of an image without dpkg.
        put(run("dpkg-query", "--status", package), root / "var/lib/dpkg/status.d" / package.split(":")[0])
        copyright_file = pathlib.Path("/usr/share/doc") / package.split(":")[0] / "copyright"
        put(copyright_file.read_bytes(), documents / package.split(":")[0] / "copyright")
    for name in ("LICENSE", "THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json"):
        put((release.texts / name).read_bytes(), documents / program / name)
    state = root / "var/lib" / program
    state.mkdir(parents=True)
    # A container engine mounts something on the others.
    for name in ("tmp", "dev", "proc", "sys"):
        (root / name).mkdir()
    for folder in root.rglob("*"):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o755)
    state.chmod(0o700)
    (root / "tmp").chmod(0o1777)


def loaded_files(program):
    """The loader and the libraries that the program loads here. The image's C library is then one that suits the program."""
    lines = run("ldd", program).splitlines()
    missing = [line.strip() for line in lines if "not found" in line]
    if missing:
        raise SystemExit(f"package: {program.name}: {'; '.join(missing)}")
    files = {pathlib.Path(path) for line in lines for path in re.findall(r"(/\S+) \(0x", line)}
    return sorted(files)


def owner(file):
    """The Debian package of a file, which dpkg may know under /lib or under /usr/lib."""
    bare = str(file).removeprefix("/usr")
    for path in (bare, f"/usr{bare}", os.path.realpath(file), os.path.realpath(file).removeprefix("/usr")):
        found = run("dpkg-query", "--search", path, accept=(0, 1), stderr=-3).split(": /")[0]
        if found:
            return found.split(",")[0].strip()
    raise SystemExit(f"package: no Debian package has {file}; images are made of Debian's libraries only")


def certificates():
    """Mozilla's certificate authorities as Debian packages them, without those that this machine added."""
    folder = pathlib.Path("/usr/share/ca-certificates/mozilla")
    return b"".join(file.read_bytes() for file in sorted(folder.glob("*.crt")))

"""The container images."""

import json
import os
import pathlib
import shlex
import shutil

from .started import answers, expect, give, inside, make_key, only, run, serving

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Packaging/deploy/siwa.example.json"


def check(folder, work):
    for program in ("apple-id-emulator", "siwa"):
        unpack_and_start(program, folder, work)


def unpack_and_start(program, folder, work):
    archive = only(folder, f"{program}-*-oci-*.tar")
    configuration = json.loads(run("skopeo", "inspect", "--config", f"oci-archive:{archive}"))["config"]
    user, group = map(int, configuration["User"].split(":"))
    expect(user != 0 and group != 0, f"{program}: it runs as user {user}")
    layers = json.loads(run("skopeo", "inspect", f"oci-archive:{archive}"))["Layers"]
    expect(len(layers) == 1, f"{program}: one layer")
    layout, bundle = work / f"{program}-layout", work / program
    layout.mkdir()
    run("tar", "--extract", "--file", archive, "--directory", layout)
    tag = json.loads((layout / "index.json").read_text())["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"]
    run("umoci", "unpack", "--image", f"{layout}:{tag}", bundle)
    root = bundle / "rootfs"
    writable = [path for path in root.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o6002 and path.name != "tmp"]
    expect(not writable, f"{program}: no file that everybody can write, none that changes the user")

    if program == "siwa":
        # Unpacked before, because its program makes the key.
        place_configuration(root / "etc/siwa", work / "apple-id-emulator/rootfs/usr/bin/apple-id-emulator", user, group)
    words = configuration["Entrypoint"] + configuration["Cmd"]
    environment = dict(entry.split("=", 1) for entry in configuration.get("Env") or [])
    # Any free port of this machine instead of the image's.
    environment["SIWA_LISTEN"] = "127.0.0.1:0"
    if program == "apple-id-emulator":
        words = [word.replace("0.0.0.0:9080", "127.0.0.1:0") for word in words if not word.startswith("http")]
        words.remove("--public-url")
    with serving(
        read_only(root, configuration, user, group, words), work / f"{program}.log", {**environment, "PATH": os.environ["PATH"]}
    ) as facts:
        address = facts.get("listen") or facts["base_url"].removeprefix("http://")
        path = "/health/ready" if program == "siwa" else "/auth/keys"
        expect(answers(address, path), f"{program}: it serves with a read-only root, without privileges")


def place_configuration(place, emulator, user, group):
    """Writes what an operator mounts: the sample configuration and a key."""
    place.mkdir()
    shutil.copyfile(SAMPLE, place / "siwa.json")
    made = place / "made"
    made.mkdir()
    give(make_key(emulator, made).rename(place / "AuthKey_FGHIJ67890.p8"), user, group, 0o400)


def read_only(root, configuration, user, group, words):
    """The command that runs a program of the image as a container engine does, with a root that cannot be written."""
    mounts = ['mount --bind "$root" "$root"', 'mount -o remount,bind,ro "$root"']
    mounts += [
        f'mount -t tmpfs -o mode=0700,uid={user},gid={group} none "$root"{shlex.quote(volume)}' for volume in configuration["Volumes"]
    ]
    mounts.append('if touch "$root/usr/written" 2>/dev/null; then echo "the root can be written" >&2; exit 9; fi')
    return inside(root, f"{user}:{group}", *words, mounts=mounts)

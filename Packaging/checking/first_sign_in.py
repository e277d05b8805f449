"""The first sign-in from a package file, for each language, in a minimal Debian without Swift and without a network."""

import dataclasses
import json
import shutil
import time

from . import calls, debian
from .started import Failed, inside, only, run

# The home of the superuser of the minimal Debian, and our folder in it.
HOME, PROJECT = "root", "project"
SAMPLES = calls.FOLDER.parent.parent / "Examples/Emulator"


@dataclasses.dataclass
class Way:
    """What a language needs: Debian's packages, our files, the commands that install these, and the one that signs in."""

    installed: set
    files: list
    program: str
    install: str
    sign_in: str
    # After the first sign-in: a sample for a runner that only a minimal Debian can have.
    sample: str = ""
    sample_commands: str = ""
    needs_program: bool = False


JARS = "$(find repository -name '*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' | tr '\\n' ':')"
NPM = "npm install --offline --no-audit --no-fund --no-update-notifier"
# npm unpacks a file once to learn its name, once to learn what it needs, and once to install it. The program is large, so its
# name is given.
NAMED = "program=$(echo apple-id-emulator-linux-*.tgz) && " + NPM + ' "${program%-[0-9]*}@file:$program" ./apple-id-emulator-[0-9]*.tgz'
WAYS = {
    "python": Way(
        {"python3-venv"},
        ["apple_id_emulator-*.whl"],
        "six_calls.py",
        "python3 -m venv venv && venv/bin/pip install --quiet --no-index *.whl",
        "venv/bin/python six_calls.py",
    ),
    "node": Way(
        {"nodejs", "npm", "jest"},
        ["apple-id-emulator-linux-*.tgz", "apple-id-emulator-[0-9]*.tgz"],
        "six_calls.mjs",
        NAMED,
        "node six_calls.mjs",
        "jest",
        f"{NPM} ../*.tgz && jest --ci",
    ),
    "ruby": Way(
        {"ruby"}, ["apple-id-emulator-*-linux.gem"], "six_calls.rb", "gem install --local --no-document --quiet *.gem", "ruby six_calls.rb"
    ),
    "java": Way(
        {"default-jdk-headless", "libgoogle-gson-java", "unzip"},
        ["apple-id-emulator-*-maven-*.zip"],
        "SixCalls.java",
        "unzip -q *.zip -d repository",
        f'java -cp "{JARS}/usr/share/java/gson.jar" SixCalls.java',
    ),
    "go": Way(
        {"golang-go", "unzip"},
        ["apple-id-emulator-*-go.zip"],
        "six_calls.go",
        "unzip -q *.zip -d proxy && go mod init sample",
        "GOPROXY=file://$PWD/proxy GOSUMDB=off GOFLAGS=-mod=mod GOTOOLCHAIN=local go run six_calls.go",
        needs_program=True,
    ),
}


def sign_in(language, folder, work):
    """Signs in, and returns how many seconds the installation of the package took, and then the sign-in."""
    way, root = WAYS[language], work / "root"
    debian.make_root(root, way.installed)
    home = root / HOME / PROJECT
    home.mkdir()
    for pattern in way.files:
        shutil.copy(only(folder, pattern), home)
    shutil.copy(calls.SIX_CALLS / way.program, home)
    begun = time.monotonic()
    if way.needs_program:
        run(
            "tar",
            "--extract",
            "--file",
            only(folder, "siwa-*-linux-*[0-9].tar.gz"),
            "--directory",
            root / "usr/local",
            "--strip-components=1",
            "--wildcards",
            "*/bin/apple-id-emulator",
        )
    shell(root, way.install)
    installed = time.monotonic()
    said = shell(root, way.sign_in)
    ended = time.monotonic()
    if "ada@example.com true" not in said.lower():
        raise Failed(f"{language}: nobody signed in\n{said[-3000:]}")
    if way.sample:
        copy_sample(SAMPLES / way.sample, home / way.sample)
        said = shell(root, f"cd {way.sample} && {way.sample_commands}")
        if "4 passed, 4 total" not in said:
            raise Failed(f"the sample for {way.sample} does not pass\n{said[-3000:]}")
        print(f"          the sample's tests pass with {way.sample}", flush=True)
    return installed - begun, ended - installed


def copy_sample(source, project):
    """A sample without the packages that a registry would have. Debian's Jest takes the place of npm's."""
    shutil.copytree(source, project)
    described = json.loads((source / "package.json").read_text(encoding="utf-8"))
    (project / "package.json").write_text(json.dumps({name: value for name, value in described.items() if name != "devDependencies"}))


def shell(root, commands):
    """Commands in the project's folder, in a network of their own that has loopback only."""
    devices = ['mount --rbind /dev "$root/dev"', "ip link set lo up"]
    environment = f"export HOME=/{HOME} PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8; cd ~/{PROJECT}; "
    return run("unshare", "--net", *inside(root, "0:0", "/bin/sh", "-ec", environment + commands, mounts=devices), timeout=300)

"""The emulator in jobs of CI, the daily comparison, and both programs with compose (Documentation/ci.md).

The action is run by act, without a container. There is no GitLab and no cache of GitHub's here: the lines of these jobs are run by
a shell, as a runner does.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

import pytest
import yaml

from harness.programs import BUILT, ROOT, Program
from harness.waiting import until

DEPLOY = ROOT / "Packaging" / "deploy"
ACT = shutil.which("act")


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """The emulator in an archive as Scripts/package makes it."""
    file = tmp_path_factory.mktemp("archive") / "siwa-0.1.0-linux-x86_64.tar.gz"
    with tarfile.open(file, "w:gz", compresslevel=1) as packed:
        packed.add(BUILT / "apple-id-emulator", "siwa-0.1.0-linux-x86_64/bin/apple-id-emulator")
    return file


@pytest.fixture(scope="session")
def checksum(archive):
    return hashlib.sha256(archive.read_bytes()).hexdigest()


def read(path):
    return yaml.safe_load((DEPLOY / path).read_text())


def shell(lines, folder, variables, program=("bash", "-e")):
    """Runs lines as one script, as a runner does."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **{name: str(value) for name, value in variables.items()}}
    return subprocess.run(
        [*program, "-c", "\n".join(lines)], cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )


# The action


def workflow(archive, checksum, told):
    return {
        "on": "push",
        "jobs": {
            "test": {
                "runs-on": "ubuntu-latest",
                "steps": [
                    {"uses": "actions/checkout@v5"},
                    {
                        "uses": "./Packaging/deploy/github",
                        "id": "apple",
                        "with": {"archive": str(archive), "sha256": checksum, "listen": "127.0.0.1:0", "options": "--seed 7 --strict"},
                    },
                    {"run": f"curl --fail --silent '${{{{ steps.apple.outputs.base-url }}}}/auth/keys' >'{told}/keys'"},
                    {
                        "run": "\n".join(
                            f"echo '{name}=${{{{ steps.apple.outputs.{name} }}}}' >>'{told}/outputs'"
                            for name in ("base-url", "issuer", "team-id", "key-id", "key-file", "app", "service")
                        )
                    },
                    {"run": f"test -s '${{{{ steps.apple.outputs.key-file }}}}' && echo \"$EMULATOR_URL\" >'{told}/url'"},
                    {"run": f"apple-id-emulator --version >'{told}/version'"},
                    {"uses": "./Packaging/deploy/github/stop", "if": "always()"},
                ],
            }
        },
    }


def act(folder, job):
    """Runs a workflow with act on this machine, in a repository that has only the actions."""
    repository = folder / "repository"
    (repository / ".github/workflows").mkdir(parents=True)
    shutil.copytree(DEPLOY / "github", repository / "Packaging/deploy/github")
    (repository / ".github/workflows/test.yml").write_text(yaml.safe_dump(job))
    git = ["git", "-C", repository, "-c", "user.name=test", "-c", "user.email=test@example.com"]
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "test"]):
        subprocess.run([*git, *command], check=True)
    return subprocess.run(
        [ACT, "push", "--platform", "ubuntu-latest=-self-hosted", "--pull=false"],
        cwd=repository,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)},
    )


needs_act = pytest.mark.skipif(ACT is None, reason="act is only for Linux (Scripts/python-requirements.txt)")


@needs_act
def test_the_action_starts_the_emulator_and_says_where_it_is_and_the_other_one_stops_it(tmp_path, archive, checksum):
    run = act(tmp_path, workflow(archive, checksum, tmp_path))
    assert run.returncode == 0, run.stdout[-3000:]
    told = dict(line.split("=", 1) for line in (tmp_path / "outputs").read_text().splitlines())
    assert told["base-url"] == told["issuer"] == (tmp_path / "url").read_text().strip()
    assert (told["team-id"], told["key-id"], told["app"], told["service"]) == (
        "EMUTEAM001",
        "EMUKEY0001",
        "com.example.app",
        "com.example.web",
    )
    assert json.loads((tmp_path / "keys").read_text())["keys"]
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", (tmp_path / "version").read_text())
    assert "an emulator, not Apple" in run.stdout
    # The other action only tells it to end.
    until(lambda: is_silent(told["base-url"]), "the emulator has ended")


@needs_act
def test_the_action_fails_for_an_archive_with_another_checksum(tmp_path, archive):
    run = act(tmp_path, workflow(archive, "0" * 64, tmp_path))
    assert run.returncode != 0 and not (tmp_path / "outputs").exists()


@needs_act
def test_the_action_fails_with_the_reason_if_the_emulator_does_not_start(tmp_path, archive, checksum):
    job = workflow(archive, checksum, tmp_path)
    job["jobs"]["test"]["steps"][1]["with"]["options"] = "--as-of 1984"
    run = act(tmp_path, job)
    assert run.returncode != 0 and "--as-of" in run.stdout and not (tmp_path / "outputs").exists()


def is_silent(url):
    port = int(url.rsplit(":", 1)[1])
    return subprocess.run(["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{port}"], capture_output=True).returncode != 0


# GitLab


@pytest.mark.parametrize("program", [("bash", "-e"), ("sh", "-e")], ids=["bash", "sh"])
def test_a_job_of_gitlab_has_an_emulator_and_shows_its_log(tmp_path, archive, checksum, program):
    job = read("gitlab/apple-id-emulator.yml")[".apple-id-emulator"]
    variables = {**job["variables"], "EMULATOR_ARCHIVE": archive, "EMULATOR_SHA256": checksum, "EMULATOR_LISTEN": "127.0.0.1:0"}
    script = [
        'curl --fail --silent "$EMULATOR_URL/auth/keys" >keys',
        'test -s "$EMULATOR_KEY_FILE"',
        "apple-id-emulator --version",
        'echo "$EMULATOR_URL $EMULATOR_ISSUER $EMULATOR_TEAM_ID $EMULATOR_KEY_ID $EMULATOR_APP $EMULATOR_SERVICE" >facts',
    ]
    run = shell(job["before_script"] + script, tmp_path, variables, program)
    assert run.returncode == 0, run.stderr
    url, *facts = (tmp_path / "facts").read_text().split()
    assert facts == [url, "EMUTEAM001", "EMUKEY0001", "com.example.app", "com.example.web"]
    assert json.loads((tmp_path / "keys").read_text())["keys"]
    after = shell(job["after_script"], tmp_path, variables, program)
    assert after.returncode == 0 and "an emulator, not Apple" in after.stdout


def test_a_job_of_gitlab_fails_for_an_archive_with_another_checksum(tmp_path, archive):
    job = read("gitlab/apple-id-emulator.yml")[".apple-id-emulator"]
    variables = {**job["variables"], "EMULATOR_ARCHIVE": archive, "EMULATOR_SHA256": "0" * 64}
    run = shell(job["before_script"] + ["touch reached"], tmp_path, variables)
    assert run.returncode != 0 and not (tmp_path / "reached").exists()


# The daily comparison


@contextlib.contextmanager
def played(folder, *options):
    """An emulator in Apple's place."""
    folder.mkdir(exist_ok=True)
    program = Program([BUILT / "apple-id-emulator", "--listen", "127.0.0.1:0", "--keys-in", folder / "keys", *options], folder / "log")
    try:
        yield program.facts["base_url"]
    finally:
        program.kill()


def daily_steps():
    [job] = read("watch/github.yml")["jobs"].values()
    return {step["name"]: step["run"] for step in job["steps"] if "run" in step}


def day(folder, archive, checksum, watched, origin="http://apple.example"):
    """One night's job. The recordings name one server on all days, as Apple's address does not change."""
    steps = daily_steps()
    variables = {"EMULATOR_ARCHIVE": archive, "EMULATOR_SHA256": checksum, "WATCHED": watched}
    recorded = shell([steps["Record"]], folder, variables)
    assert recorded.returncode == 0, recorded.stderr
    today = folder / "today.json"
    today.write_text(today.read_text().replace(watched, origin))
    return shell([steps["Compare with yesterday"]], folder, variables)


def test_the_daily_job_is_silent_while_nothing_changes_and_fails_once_when_something_did(tmp_path, archive, checksum):
    (tmp_path / "Packaging").symlink_to(DEPLOY.parent)
    with played(tmp_path / "today") as watched:
        assert day(tmp_path, archive, checksum, watched).returncode == 0
        again = day(tmp_path, archive, checksum, watched)
        assert (again.returncode, again.stdout) == (0, "the same\n")
    with played(tmp_path / "changed", "--fault", "keys:status,status=503") as watched:
        changed = day(tmp_path, archive, checksum, watched)
        assert changed.returncode == 1 and "keys  status: 200 -> 503\n" in changed.stdout
        assert day(tmp_path, archive, checksum, watched).returncode == 0


def test_the_daily_job_says_that_apple_has_another_issuer(tmp_path, archive, checksum):
    """As in June 2025."""
    (tmp_path / "Packaging").symlink_to(DEPLOY.parent)
    with played(tmp_path / "today") as watched:
        assert day(tmp_path, archive, checksum, watched).returncode == 0
    with played(tmp_path / "changed", "--issuer", "https://account.apple.example") as watched:
        changed = day(tmp_path, archive, checksum, watched)
    assert changed.returncode == 1 and 'discovery  body.issuer: "<base>" -> "https://account.apple.example"\n' in changed.stdout


def test_what_is_no_recording_is_not_compared(tmp_path):
    (tmp_path / "one.json").write_text('{"calls": 1}')
    run = subprocess.run(
        [sys.executable, DEPLOY / "watch/compare", tmp_path / "one.json", tmp_path / "none.json"], capture_output=True, text=True
    )
    assert run.returncode == 2 and "is no recording" in run.stderr


# Compose


def test_the_compose_file_starts_the_images_that_the_packages_have():
    services = read("compose/compose.yaml")["services"]
    version = re.search(r'version = "([^"]+)"', (ROOT / "Programs/Shared/HTTPServing/Release.swift").read_text())[1]
    assert {name: service["image"] for name, service in services.items()} == {
        name: f"localhost/{name}:{version}" for name in ("apple-id-emulator", "siwa")
    }
    image = (ROOT / "Packaging/making/image.py").read_text()
    assert "localhost/{program}:{release.version}" in image
    mounts = {name: dict(volume.split(":")[:2][::-1] for volume in service["volumes"]) for name, service in services.items()}
    assert "--config.cmd=/etc/siwa/siwa.json" in image and mounts["siwa"]["/etc/siwa/siwa.json"] == "./siwa.json"
    for name, service in services.items():
        assert f"/var/lib/{name}" in mounts[name]
        assert service["read_only"] is True and service["cap_drop"] == ["ALL"]


def test_the_configuration_of_the_compose_file_fits_the_emulator(tmp_path):
    """Both programs with the same options, in folders instead of volumes and on other ports."""
    services = read("compose/compose.yaml")["services"]
    options = services["apple-id-emulator"]["command"]
    assert options[options.index("--public-url") + 1] == json.loads((DEPLOY / "compose/siwa.json").read_text())["apple"]["base_url"]
    apple = [str(tmp_path) if option == "/var/lib/apple-id-emulator" else option for option in options]
    apple[apple.index("--public-url") : apple.index("--public-url") + 2] = []
    apple[apple.index("--listen") + 1] = "127.0.0.1:0"
    emulator = Program([BUILT / "apple-id-emulator", *apple], tmp_path / "emulator.log")
    try:
        text = (DEPLOY / "compose/siwa.json").read_text().replace("/var/lib/siwa", str(tmp_path)).replace('"/apple/', f'"{tmp_path}/')
        text = text.replace("http://localhost:9080", emulator.facts["base_url"])
        (tmp_path / "siwa.json").write_text(text)
        found = subprocess.run([BUILT / "siwa", "doctor", "--config", tmp_path / "siwa.json", "--json"], capture_output=True, text=True)
        codes = [finding["code"] for finding in json.loads(found.stdout)["findings"]]
        assert codes.count("credentials_accepted") == 2 and "redirect_accepted" in codes, found.stdout
    finally:
        emulator.kill()

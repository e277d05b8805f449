import json
import os
import shutil
import subprocess
import sys
import types

import pytest

import documents
from harness.keys import write_private
from harness.programs import siwa
from harness.receiver import Receiver
from harness.system import running

# What the generator says about every document of OpenAPI 3.1, and about members of any type.
EXPECTED = ("OpenAPI 3.1 support is still in beta", "Failed to get the schema name", "Codegen property is null")
# The just-in-time compiler that starts fast; a generation takes seconds.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
NO_PAGES = {"apiDocs": "false", "modelDocs": "false", "apiTests": "false", "modelTests": "false"}


@pytest.fixture(scope="session")
def hooks():
    with Receiver() as hooks:
        yield hooks


@pytest.fixture(scope="session")
def system(hooks, tmp_path_factory):
    """The service and the emulator. The service sends its events to `hooks`."""
    folder = tmp_path_factory.mktemp("system")
    write_private(folder / "webhook.secret", siwa("webhooks", "secret").stdout.encode())
    with running(
        folder,
        rate_limits={"per_minute": 0},
        numbers={"providers": ["phone"]},
        real_person={"unknown": "ask"},
        mail={"folder": str(folder / "mail"), "from": "siwa@example.com", "api": True},
        webhooks={"url": hooks.url, "secret_file": "webhook.secret"},
    ) as system:
        yield system


@pytest.fixture
def deletion_of(hooks):
    """Waits for the event of an account's deletion, and returns its headers and the event."""

    def wait(account):
        while True:
            headers, _, event = hooks.next()
            if event["type"] == "account.deleted" and event["data"]["account"] == account:
                return headers, event

    return wait


@pytest.fixture(scope="session")
def generated(tmp_path_factory):
    """The folders of the generated clients, by language. All are made at once, because Java takes seconds to start."""
    if shutil.which("java") is None:
        assert not os.environ.get("CI"), "java is missing: Scripts/bootstrap test installs default-jre-headless"
        pytest.skip("java is not installed: Scripts/bootstrap test installs default-jre-headless")
    folder = tmp_path_factory.mktemp("clients")
    configurations = []
    for document in documents.NAMES:
        for language in ("python", "typescript-fetch", "kotlin"):
            package = f"{document.split('.')[0].replace('-', '_')}_client"
            # Generators cannot read `webhooks`. Of the events, everybody generates the models only.
            only = {"models": "", "supportingFiles": ""} if document == documents.EVENTS else {}
            file = folder / f"{language}-{package}.json"
            file.write_text(
                json.dumps(
                    {
                        "generatorName": language,
                        "inputSpec": str(documents.path(document)),
                        "outputDir": str(folder / language / package),
                        "packageName": package,
                        "globalProperties": NO_PAGES | only,
                    }
                )
            )
            configurations.append(file)
    # One at a time, because the global properties of one apply to all that run beside it.
    made = subprocess.run(
        ["openapi-generator-cli", "batch", "--fail-fast", "--threads", "1", *configurations],
        capture_output=True,
        text=True,
        env=os.environ | {"JDK_JAVA_OPTIONS": JAVA_OPTIONS},
    )
    said = made.stdout + made.stderr
    assert made.returncode == 0, said[-4000:]
    warnings = [line for line in said.splitlines() if "WARN" in line and not any(part in line for part in EXPECTED)]
    assert not warnings, warnings
    return types.SimpleNamespace(python=folder / "python", typescript=folder / "typescript-fetch", kotlin=folder / "kotlin")


@pytest.fixture(scope="session")
def python_clients(generated):
    """Makes the generated Python packages importable."""
    folders = [str(folder) for folder in generated.python.iterdir()]
    sys.path[:0] = folders
    yield
    for folder in folders:
        sys.path.remove(folder)

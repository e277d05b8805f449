"""Clients that OpenAPI Generator makes from the documents: in Python they sign a person in, in TypeScript they compile."""

import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess

import pytest

import documents
from harness.people import Person

# Debian's compiler is older than the one that the generator writes for: it does not narrow `object` by `in`.
COMPILER_OPTIONS = {
    "strict": True,
    "suppressImplicitAnyIndexErrors": True,
    "noEmit": True,
    "target": "es2020",
    "module": "es2020",
    "moduleResolution": "node",
    "lib": ["es2020", "dom"],
    "types": [],
    "skipLibCheck": True,
}


def test_a_python_client_signs_a_person_in(system, python_clients):
    service, emulator = map(importlib.import_module, ("openapi_client", "emulator_control_client"))
    apple = emulator.DeviceApi(emulator.ApiClient(emulator.Configuration(host=f"http://127.0.0.1:{system.emulator.control_port}")))
    configuration = service.Configuration(host=f"http://127.0.0.1:{system.port}")
    client = service.ApiClient(configuration)
    native, sessions = service.NativeApi(client), service.SessionsApi(client)

    begun = native.begin_native_sign_in(service.NativeAttemptRequest(client="app"))
    credential = apple.give_credential(
        emulator.CredentialCall(
            person=system.new_person(),
            bundle_id="com.example.app",
            scopes=["name", "email"],
            nonce=hashlib.sha256(begun.nonce.encode()).hexdigest(),
        )
    ).actual_instance
    session = native.complete_native_sign_in(
        service.NativeSignInRequest(
            attempt=begun.attempt,
            identity_token=credential.identity_token,
            code=credential.authorization_code,
            name=service.PersonName(given=credential.name.first, family=credential.name.last),
        )
    )
    session = sessions.refresh_session(service.RefreshRequest(refresh_token=session.refresh_token, client="app"))
    configuration.access_token = session.access_token
    account = service.AccountApi(client).read_account()
    assert (account.id, account.name.given, account.name.family) == (session.account.id, "Grace", "Hopper")
    assert [each.is_current for each in sessions.list_sessions().sessions] == [True]


def test_a_python_client_is_told_the_code_of_a_refusal(system, python_clients):
    service = importlib.import_module("openapi_client")
    client = service.ApiClient(service.Configuration(host=f"http://127.0.0.1:{system.port}"))
    with pytest.raises(service.ApiException) as refused:
        service.AccountApi(client).read_account()
    assert refused.value.status == 401 and refused.value.data.error == "authorization_missing"


def test_the_lines_of_the_page_read_an_account(system, python_clients, capsys):
    person, key = Person(system), system.key("accounts:read", "accounts:write")
    person.sign_in()
    system.backend(key, "/v1/accounts/name", {"account": person.account, "external_id": "4713"})
    lines = re.search(r"```python\n(.*?)```", documents.path("generated-clients.md").read_text(), re.S).group(1)
    for theirs, ours in (("https://id.example.com", f"http://127.0.0.1:{system.port}"), ("siwa_…", key), ("4711", "4713")):
        assert theirs in lines
        lines = lines.replace(theirs, ours)
    exec(lines, {})
    assert capsys.readouterr().out == f"{person.account} {person.key}@example.com\n"


def test_a_model_in_python_reads_an_event(system, deletion_of, python_clients):
    models, person = importlib.import_module("webhooks_client.models"), Person(system)
    person.sign_in()
    person.delete_account()
    _, event = deletion_of(person.account)
    read = models.AccountEvent.from_dict(event)
    assert (read.type, read.data.account, read.data.reason) == ("account.deleted", person.account, "person")


def test_the_typescript_clients_and_a_page_that_uses_them_compile(generated):
    if shutil.which("tsc") is None:
        assert not os.environ.get("CI"), "tsc is missing: Scripts/bootstrap test installs node-typescript"
        pytest.skip("tsc is not installed: Scripts/bootstrap test installs node-typescript")
    page = documents.ROOT / "Laboratory" / "cases" / "contract" / "generated_client.ts"
    shutil.copy(page, generated.typescript)
    (generated.typescript / "tsconfig.json").write_text(json.dumps({"compilerOptions": COMPILER_OPTIONS, "include": ["**/*.ts"]}))
    done = subprocess.run(["tsc", "--project", generated.typescript], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:4000]


@pytest.mark.parametrize("name", [documents.SERVICE, documents.CONTROL])
def test_a_client_in_each_language_has_every_operation(generated, name):
    wanted = {operation.lower() for operation in documents.operations(documents.read(name))}
    package = name.split(".")[0].replace("-", "_") + "_client"
    for folder, declaration in (
        (generated.python, r"def (\w+)\("),
        (generated.typescript, r"async (\w+)\("),
        (generated.kotlin, r"fun (\w+)\("),
    ):
        sources = (folder / package).rglob(
            "*Api.kt" if folder == generated.kotlin else "*.ts" if folder == generated.typescript else "*_api.py"
        )
        declared = {found.replace("_", "").lower() for source in sources for found in re.findall(declaration, source.read_text())}
        assert wanted <= declared, (folder.name, wanted - declared)

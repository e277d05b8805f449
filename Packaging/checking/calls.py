"""One description for the packages of every language: the calls, their names, defaults and errors (Packaging/calls)."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import urllib.parse

from .started import PATIENCE, Failed, expect, run

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "calls"
sys.path.insert(0, str(FOLDER))
import stand_in

DESCRIPTION = json.loads((FOLDER / "description.json").read_text(encoding="utf-8"))
# Those that install a command of the program's name, which would look for the program, too.
HAVE_COMMANDS = {"python", "node", "ruby"}
SIX_CALLS = FOLDER / "six"
# Seconds in which Python starts on a busy machine, so that a program has said something before it is given up.
SILENCE = "5"
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))


def check(language, driver, work, **environment):
    """Plays every case against a package. `driver` is the command of a program that makes the calls with it."""
    driver = [str(word) for word in driver]
    environment = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    plays_every_case(language, driver, work, environment)
    says_why_it_did_not_start(language, driver, work, environment)


def check_program(driver, six_calls, **environment):
    """Checks with the real program that it plays the six calls, and that it ends with a test that was killed."""
    environment = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    said = run(*six_calls, env=environment, timeout=PATIENCE)
    expect(said.strip().lower() == "ada@example.com true", "the six calls of Documentation/emulator/packages.md do what they say")
    ends_with_the_test([str(word) for word in driver], environment)


def check_end(driver, work, **environment):
    """The same end, with the program that takes the emulator's place."""
    named = {"APPLE_ID_EMULATOR": FOLDER / "stand_in.py", "STAND_IN_RECORD": work / "record-of-the-end", **environment}
    ends_with_the_test([str(word) for word in driver], {**os.environ, **{name: str(value) for name, value in named.items()}})


def plays_every_case(language, driver, work, environment):
    record = work / f"record-{language}"
    stand_in_place = {"APPLE_ID_EMULATOR": str(FOLDER / "stand_in.py"), "STAND_IN_RECORD": str(record)}
    first, *lines = played(driver, "cases", environment | stand_in_place)
    noted = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    expect(starts_as_described(noted[0]), f"{language} starts the program as described")
    facts = {"team_id": "EMUTEAM001", "key_id": "EMUKEY0001", "app": "com.example.app", "service": "com.example.web"}
    right = all(first.get(name) for name in DESCRIPTION["facts"]) and first.items() >= facts.items()
    expect(right and "idp.stand-in.invalid" in first["base_url"], f"{language} has every fact of the first line")
    wrong = [describe(request) for request in noted[1:]]
    wrong += [f"{case['sentence']}: {line}" for case, line in zip(CASES, lines) if not as_expected(language, case, line)]
    if wrong or len(lines) != len(CASES):
        raise Failed(f"{language}: {len(lines)} of {len(CASES)} cases were played\n" + "\n".join(wrong))
    print(f"  {language} plays {len(CASES)} cases of {len(DESCRIPTION['calls'])} calls", flush=True)


def starts_as_described(noted):
    options = noted["started"]
    described = DESCRIPTION["process"]["arguments"]
    return len(options) == 4 and options[:3] == described[:3] and os.path.isabs(options[3]) and noted["standard_input"] == "/dev/null"


def as_expected(language, case, line):
    if "raised" not in case:
        return "raised" not in line and stand_in.equal(case["returned"], line.get("returned"))
    expected = {"raised": DESCRIPTION["errors"][case["raised"]][language], "message": case["message"]}
    if "status" in case:
        expected |= {"status": case["status"], "code": case["code"]}
    return line == expected


def describe(request):
    return (
        f"{request['sentence']}: {request['method']} {request['path']} {request['body']}\n"
        f"  expected {json.dumps(request['expected'], ensure_ascii=False)}"
    )


def says_why_it_did_not_start(language, driver, work, environment):
    """Each error of a start has the program's own words, or says what to do."""
    messages, name = DESCRIPTION["process"]["messages"], DESCRIPTION["errors"]["did_not_start"][language]
    environment = environment | {"STAND_IN_RECORD": str(work / "record-of-starts"), "APPLE_ID_EMULATOR": str(FOLDER / "stand_in.py")}
    tries = {
        "silent": (
            {"DRIVER_OPTIONS": "--silent", "DRIVER_SECONDS": SILENCE},
            messages["silent"].replace("<seconds>", SILENCE),
            "about to start",
        ),
        "wrong": ({"DRIVER_OPTIONS": "--nonsense"}, messages["ended"].replace("<status>", "2"), "there is no option --nonsense"),
        "misnamed": ({"APPLE_ID_EMULATOR": "/nowhere/emulator"}, messages["named"].replace("<path>", "/nowhere/emulator"), ""),
        "missing": ({"APPLE_ID_EMULATOR": "", "PATH": str(work)}, *messages["missing"].split("<platform>")),
        "on PATH": (
            {"APPLE_ID_EMULATOR": "", "PATH": on_path(work / "native", native=True)},
            messages["ended"].replace("<status>", "1"),
            "",
        ),
    }
    if language in HAVE_COMMANDS:
        commands = {"APPLE_ID_EMULATOR": "", "PATH": on_path(work / "commands", native=False)}
        tries["the command of such a package"] = (commands, *messages["missing"].split("<platform>"))
    for kind, (changed, begins, contains) in tries.items():
        [line] = played(driver, "start", environment | changed)
        if changed.get("APPLE_ID_EMULATOR") == "" and line.get("returned") == "started":
            # The package has the program in itself.
            continue
        said = line.get("message", "")
        if line.get("raised") != name or not said.startswith(begins) or contains not in said:
            raise Failed(f"{language}: a program that is {kind}: {line}")
    print(f"  {language} says why the program did not start", flush=True)


def on_path(folder, native):
    """A folder for PATH with a program of the emulator's name that ends at once, or with a script that would run this package."""
    folder.mkdir()
    file = folder / "apple-id-emulator"
    if native:
        shutil.copy("/bin/false", file)
    else:
        file.write_text("#!/bin/sh\nexit 3\n")
    file.chmod(0o755)
    return str(folder)


def ends_with_the_test(driver, environment):
    """A test that is killed cannot stop anything, so the program has to notice."""
    process = subprocess.Popen([*driver, "hold"], stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    try:
        line = process.stdout.readline()
        if not line:
            raise Failed(f"{driver} did not hold an emulator")
        facts = json.loads(line)
        address, place = urllib.parse.urlsplit(facts["base_url"]), pathlib.Path(facts["key_file"]).parent
        with socket.create_connection(("127.0.0.1", address.port), PATIENCE) as events:
            events.sendall(b"GET /_emulator/events HTTP/1.1\r\nHost: " + address.netloc.encode() + b"\r\n\r\n")
            expect(events.recv(5) == b"HTTP/", "an emulator runs for a test")
            process.kill()
            while events.recv(65536):
                pass
            if place.exists():
                raise Failed(f"{driver} leaves {place}, with a key, after it was killed")
    except TimeoutError:
        raise Failed(f"the emulator of {driver} outlives a test that was killed") from None
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    print("  the emulator ends with a test that was killed, and leaves nothing", flush=True)


def played(driver, what, environment):
    """The lines of JSON that a driver prints."""
    ended = subprocess.run(
        [*driver, what, str(FOLDER / "cases.json")],
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    if ended.returncode != 0:
        raise Failed(f"{' '.join(driver)} {what} ended with {ended.returncode}\n{ended.stdout[-3000:]}{ended.stderr[-3000:]}")
    return [json.loads(line) for line in ended.stdout.splitlines()]

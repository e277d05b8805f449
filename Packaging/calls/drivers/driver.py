"""Makes the calls of cases.json with the Python package, and prints what each returned or raised."""

import dataclasses
import json
import os
import signal
import sys

import apple_id_emulator
from apple_id_emulator import AppleIDEmulator


def options():
    words = [word for word in [os.environ.get("DRIVER_OPTIONS")] if word]
    return words, {"seconds": int(os.environ["DRIVER_SECONDS"])} if "DRIVER_SECONDS" in os.environ else {}


def make(emulator, call, given):
    method = getattr(emulator, call)
    more = {name: value for member in ("members", "more", "filters") for name, value in given.pop(member, {}).items()}
    if call == "register_return_url":
        return method(given.pop("url"), **given)
    if call == "events":
        return method(*given.pop("types", []), **more)
    if call == "call" and "body" in given:
        return method(given.pop("path"), given.pop("body"), **given)
    return method(**given, **more)


def plain(value):
    if isinstance(value, apple_id_emulator.Team):
        return dataclasses.asdict(value) | {"app": value.app}
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) else value


def attempt(work):
    try:
        return {"returned": plain(work())}
    except Exception as error:
        told = {"raised": type(error).__name__, "message": str(error)}
        if isinstance(error, apple_id_emulator.EmulatorError):
            told |= {"status": error.status, "code": error.code}
        return told


def main(what, file):
    words, more = options()
    if what == "start":

        def start():
            AppleIDEmulator(*words, **more).stop()
            return "started"

        print(json.dumps(attempt(start)))
        return
    with AppleIDEmulator(*words, **more) as emulator:
        facts = {name: getattr(emulator, name) for name in ("base_url", "issuer", "team_id", "key_id", "key_file", "app", "service")}
        print(json.dumps(facts), flush=True)
        if what == "hold":
            signal.pause()
        with open(file, encoding="utf-8") as cases:
            for case in json.load(cases):
                print(json.dumps(attempt(lambda: make(emulator, case["call"], case.get("arguments", {})))))


main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)

"""The gems."""

import os
import re
import shutil

from . import calls
from .started import PATIENCE, expect, only, run

ROOT = calls.FOLDER.parent.parent


def check(folder, work):
    environment = install(only(folder, "apple-id-emulator-*-linux.gem"), work / "gems")
    driver = [shutil.which("ruby"), "-W:deprecated", calls.FOLDER / "drivers/driver.rb"]
    calls.check("ruby", driver, work, **environment)
    calls.check_program(driver, ["ruby", calls.SIX_CALLS / "six_calls.rb"], **environment)
    passed(rspec(ROOT / "Packaging/rubygems/spec", work, environment), "the README's example and the other specs pass")
    version = run(work / "gems/bin/apple-id-emulator", "--version", env={**os.environ, **environment})
    expect(version.strip() in only(folder, "apple-id-emulator-*-linux.gem").name, "its command is the program")
    passed(rspec(ROOT / "Examples/Emulator/rspec", work, environment), "the sample's specs pass")

    bare = install(only(folder, "apple-id-emulator-*[0-9].gem"), work / "bare")
    said = run(work / "bare/bin/apple-id-emulator", "--version", status=1, env={**os.environ, **bare})
    expect("Install one of its packages" in said, "the gem without a program says what to do")


def install(gem, place):
    run("gem", "install", "--local", "--no-document", "--install-dir", place, gem)
    return {"GEM_HOME": str(place), "GEM_PATH": f"{place}:{run('gem', 'environment', 'gempath').strip()}", "APPLE_ID_EMULATOR": ""}


def rspec(source, work, environment):
    project = work / source.parent.name / source.name
    shutil.copytree(source, project)
    options = ("--default-path", ".") if source.name == "spec" else ()
    return run("rspec", *options, cwd=project, timeout=10 * PATIENCE, env={**os.environ, **environment})


def passed(said, message):
    found = re.search(r"^(\d+) examples?, 0 failures$", said, re.M)
    expect(found and int(found[1]) > 0, f"{message} ({found and found[1]})")

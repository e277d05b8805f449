"""The packages for npm."""

import os
import re
import shutil

from . import calls
from .started import PATIENCE, expect, only, run

ROOT = calls.FOLDER.parent.parent
SAMPLES = ROOT / "Examples/Emulator"
PROGRAM = 'import { SiwaClient, version } from "siwa.js"; console.log(typeof SiwaClient, version)'
TYPED = """import { createEmulator, SignInCanceled, type Credential } from "apple-id-emulator";

export async function signIn(): Promise<Credential | null> {
  const emulator = await createEmulator({ options: ["--strict"] });
  const { app } = await emulator.createTeam();
  await emulator.setFault("token", "status", { status: 503, times: 2 });
  try {
    return await emulator.signIn("maya", { app, nonce: "n-1", shareEmail: false, confirmation: "canceled" });
  } catch (error) {
    if (error instanceof SignInCanceled) return null;
    throw error;
  } finally {
    await emulator.close();
  }
}
"""


def check(folder, work):
    package = only(folder, "siwa.js-*.tgz")
    install(work / "page", package)
    expect(modules(work / "page") == {"siwa.js"}, "siwa.js needs no other package")
    said = run("node", "--input-type=module", "--eval", PROGRAM, cwd=work / "page")
    expect(said == f"function {package.name.removeprefix('siwa.js-').removesuffix('.tgz')}\n", "its module has the package's version")
    check_emulator(folder, work / "tests", work)


def check_emulator(folder, app, work):
    program = only(folder, "apple-id-emulator-linux-*.tgz")
    packages = program, only(folder, "apple-id-emulator-[0-9]*.tgz")
    install(app, *packages)
    named = program.name.split("-linux-")[1].split("-")[0]
    expect(modules(app) == {"apple-id-emulator", f"apple-id-emulator-linux-{named}"}, "the emulator needs its program and no other package")
    driver = [shutil.which("node"), calls.FOLDER / "drivers/driver.mjs"]
    calls.check("node", driver, work, DRIVER_PACKAGE=app)
    shutil.copyfile(calls.SIX_CALLS / "six_calls.mjs", app / "six_calls.mjs")
    calls.check_program(driver, ["node", app / "six_calls.mjs"], DRIVER_PACKAGE=app)
    shutil.copytree(ROOT / "Packaging/npm/apple-id-emulator/tests", app / "tests")
    files = sorted(file.relative_to(app) for file in (app / "tests").iterdir())
    passed(run("node", "--test", *files, cwd=app, timeout=10 * PATIENCE), "the README's example and the other tests pass")
    version = run("node_modules/.bin/apple-id-emulator", "--version", cwd=app)
    expect(version.strip() in program.name, "npx runs the program")
    for name, kind in (("typed.mts", "ESM"), ("typed.cts", "CommonJS")):
        (app / name).write_text(TYPED)
        run(
            "tsc",
            "--noEmit",
            "--strict",
            "--target",
            "es2022",
            "--lib",
            "es2022",
            "--module",
            "node16",
            "--moduleResolution",
            "node16",
            name,
            cwd=app,
        )
        print(f"  its types fit {kind}", flush=True)
    check_sample(work / "sample", *packages)


def check_sample(app, *packages):
    """The sample for Node's own test runner, with the packages that were made."""
    shutil.copytree(SAMPLES / "node-test", app)
    install(app, *packages)
    passed(run("npm", "test", cwd=app, timeout=10 * PATIENCE), "the sample's tests pass with Node's own runner")


def install(app, *packages):
    """Installs packages from files into an empty app, without a network."""
    if not (app / "package.json").exists():
        app.mkdir()
        (app / "package.json").write_text('{ "private": true, "type": "module" }')
    environment = {**os.environ, "npm_config_cache": str(app / "cache"), "npm_config_update_notifier": "false"}
    run("npm", "install", "--offline", "--no-audit", "--no-fund", *packages, cwd=app, env=environment)


def modules(app):
    return {file.name for file in (app / "node_modules").glob("[!.]*")}


def passed(said, message):
    """Node's runner has ended well, and has run something."""
    counts = dict(re.findall(r"^[#ℹ] (tests|fail) (\d+)$", said, re.M))
    expect(int(counts["tests"]) > 0 and counts["fail"] == "0", f"{message} ({counts['tests']})")

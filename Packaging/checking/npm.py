"""The package for npm."""
import os

from .started import expect, only, run

PROGRAM = 'import { SiwaClient, version } from "siwa.js"; console.log(typeof SiwaClient, version)'


def check(folder, work):
    package = only(folder, "siwa.js-*.tgz")
    environment = {**os.environ, "npm_config_cache": str(work / "cache"), "npm_config_update_notifier": "false"}
    (work / "package.json").write_text('{ "private": true, "type": "module" }')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", package, cwd=work, env=environment)
    expect([file.name for file in (work / "node_modules").glob("[!.]*")] == ["siwa.js"], "it needs no other package")
    said = run("node", "--input-type=module", "--eval", PROGRAM, cwd=work)
    expect(said == f"function {package.name.removeprefix('siwa.js-').removesuffix('.tgz')}\n", "its module has the package's version")

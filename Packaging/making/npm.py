"""The package for npm: siwa.js as the service serves it, with its types."""
import json
import re
import shutil

from .release import PACKAGING, ROOT, put, run

SOURCE = PACKAGING / "npm"
SERVED = ROOT / "Service/Sources/SignInServer/BrowserClient/Files"


def write(release):
    """Writes the package."""
    pack(release.work / "npm", release.output)


def pack(work, output):
    """Puts the files together in an empty folder, and lets npm pack them. npm gives every file the same time."""
    for source in (SERVED / "siwa.js", SERVED / "siwa.d.ts", SOURCE / "README.md", ROOT / "LICENSE"):
        put(source.read_bytes(), work / source.name)
    described = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))
    put(json.dumps({"version": version()} | described, indent=2) + "\n", work / "package.json")
    command = ("npm", "pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", output)
    run(*command, cwd=work, environment={"npm_config_cache": str(work / "cache"), "npm_config_update_notifier": "false"})
    shutil.rmtree(work / "cache", ignore_errors=True)


def version():
    """The version of siwa.js, which is not that of the programs."""
    return re.search(r'^export const version = "([^"]+)";$', (SERVED / "siwa.js").read_text(encoding="utf-8"), re.M)[1]

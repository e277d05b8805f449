"""Runs the TypeScript of an example on Node.js. The plugins in `plugins` do what the real ones promise, and ask the test
what the device does: Apple's sheet is the emulator's, and the browser is Chromium."""

import json
import os
import pathlib
import select
import shutil
import subprocess

import pytest

from harness.emulator import APP
from harness.waiting import PATIENCE
from samples import EXAMPLES, HOST

PLUGINS = pathlib.Path(__file__).parent / "plugins"


class Failed(Exception):
    """A command of the app ended with an error."""


def compiled(folder, example, url):
    """Checks the types of an example as strictly as TypeScript can, and returns where its JavaScript is."""
    compiler = shutil.which("tsc")
    if compiler is None:
        assert not os.environ.get("CI"), "tsc is missing: Scripts/bootstrap test installs it"
        pytest.skip("tsc is not installed: Scripts/bootstrap test installs it")
    source = folder / "src"
    shutil.copytree(EXAMPLES / example / "src", source)
    for file in source.rglob("*.ts"):
        file.write_text(file.read_text().replace(f"https://{HOST}", url))
    (folder / "tsconfig.json").write_text(
        json.dumps(
            {
                "compilerOptions": {
                    "target": "ES2020",
                    "module": "commonjs",
                    "moduleResolution": "node",
                    "lib": ["ES2020", "DOM"],
                    "types": [],
                    "strict": True,
                    "noUnusedLocals": True,
                    "noImplicitReturns": True,
                    "noUncheckedIndexedAccess": True,
                    "outDir": "out",
                    "rootDir": "src",
                    "baseUrl": ".",
                    "paths": {"*": [f"{PLUGINS}/*"]},
                },
                "include": ["src"],
            }
        )
    )
    done = subprocess.run([compiler, "-p", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    return folder / "out"


class ScriptApp:
    def __init__(self, program, system, phone, front, platform, device):
        """`device` is a folder for what the device keeps when it closes the app."""
        self.system, self.phone, self.person, self.platform, self.device = system, phone, None, platform, device
        self.nonce_at_apple = lambda nonce: nonce  # what a wrong device makes of it
        self.opened = []  # "sheet" or "browser", each time
        self.sheets = []  # what Apple's sheet returned
        self.left_out = set()  # what the plugin does not pass on of it
        self.choices = {}  # what the person does in the browser
        # What happens to the next "exchange", "renewal" or "revocation": a call before it is sent, "lost", "cut" after it has arrived, the
        # answer of somebody on the way, or another server (`at`) that gets it.
        self.happens = {}
        self.command = ["node", PLUGINS / "play.js", program]
        self.environment = os.environ | {
            "NODE_PATH": str(PLUGINS),
            "PLATFORM": platform,
            "NODE_EXTRA_CA_CERTS": str(front.ca_file),
            "DEVICE": str(device),
        }
        self._start()

    def _start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=self.environment
        )

    def keychain(self):
        """The names of what is in it now."""
        file = self.device / "keychain.json"
        return set(json.loads(file.read_text())) if file.exists() else set()

    def restart(self):
        self.stop()
        self._start()

    def install_again(self):
        """As after a removal. iOS keeps the keychain, and Android removes everything."""
        self.stop()
        kept = ["keychain.json"] if self.platform == "ios" else []
        for file in self.device.iterdir():
            if file.name not in kept:
                file.unlink()
        self._start()

    def do(self, command, *values):
        """Calls a function that the example exports, and plays the device until it returns."""
        self._say({"do": command, "with": values})
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            message = json.loads(self.process.stdout.readline()) if ready else {"failed": "no answer"}
            if "ask" in message:
                ((name, question),) = message["ask"].items()
                self._say({"answer": getattr(self, f"_{name}")(question), "number": message["number"]})
            elif "failed" in message:
                raise Failed(message["failed"])
            else:
                return message["done"]

    def _say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")

    def _sheet(self, question):
        """What Apple's sheet returns; nothing if the person closes it."""
        self.opened.append("sheet")
        if self.person is None:
            return None
        found = self.system.control(
            "device/credentials",
            {"person": self.person["key"], "bundle_id": APP, "scopes": question["scopes"], "nonce": self.nonce_at_apple(question["nonce"])},
        )
        self.sheets.append(found)
        return {name: value for name, value in found.items() if name not in self.left_out}

    def _browser(self, question):
        self.opened.append("browser")
        return self.person and self.phone.open(question["url"], question["claimed"], self.person, **self.choices)

    def _exchange(self, _):
        return self._happening("exchange")

    def _renewal(self, _):
        return self._happening("renewal")

    def _revocation(self, _):
        return self._happening("revocation")

    def _happening(self, name):
        happens = self.happens.pop(name, None)
        return happens() if callable(happens) else happens

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

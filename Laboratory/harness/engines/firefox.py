"""Debian's Firefox, headless."""

import json
import pathlib
import re
import shutil
import subprocess

from ..shapes import JSON, StrPath
from ..waiting import until
from .browser import Browser
from .protocol import OverMarionette

PREFERENCES: dict[str, bool | int | str] = {
    "marionette.port": 0,  # a free one, which Firefox writes into its profile
    # Nothing leaves this machine, and no window or page asks for anything.
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "signon.rememberSignons": False,
}


class Firefox:
    """Its tracking protection is as shipped: cookies of other sites are kept apart for each page's site."""

    name, needs, package = "firefox", ("firefox-esr|firefox",), "firefox-esr"

    @staticmethod
    def start(folder: StrPath, blocks_popups: bool = False, blocks_data_of: str | None = None, **capabilities: JSON) -> Browser:
        profile = pathlib.Path(folder) / "firefox"
        profile.mkdir()
        # Among what Firefox sets for every driver is that popups are never blocked.
        preferences = PREFERENCES | {"remote.prefs.recommended": not blocks_popups}
        if blocks_data_of:
            permissions = profile / "permissions"
            permissions.write_text(f"origin\tcookie\t2\t{blocks_data_of}\n")
            preferences["permissions.manager.defaultsUrl"] = permissions.as_uri()
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        )
        with open(pathlib.Path(folder) / "firefox.log", "ab") as said:
            process = subprocess.Popen(
                [shutil.which("firefox-esr") or "firefox", "--marionette", "--headless", "--no-remote", "--profile", profile],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

        def close() -> None:
            process.terminate()
            process.wait()

        try:
            port = profile / "MarionetteActivePort"
            until(lambda: port.exists() and re.fullmatch(r"\d+", port.read_text()), "Firefox names its port")
            session = OverMarionette(int(port.read_text()), capabilities)
        except BaseException:
            close()
            raise
        return Browser(Firefox.name, session, close)

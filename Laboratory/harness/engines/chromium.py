"""Chromium, headless."""

import pathlib

from ..shapes import JSON, JSONObject, StrPath
from .browser import Browser
from .drivers import started


class Chromium:
    """It keeps cookies of other sites, as in a window that is not private. Headless, it would treat every window as private."""

    name, needs, package = "chromium", ("chromedriver",), "chromium-driver"

    @staticmethod
    def start(folder: StrPath, blocks_popups: bool = False, blocks_data_of: str | None = None, **capabilities: JSON) -> Browser:
        preferences: JSONObject = {"profile.cookie_controls_mode": 0}
        if blocks_data_of:
            preferences["profile.content_settings.exceptions.cookies"] = {f"{blocks_data_of},*": {"setting": 2}}
        options = {
            "args": ["--headless=new", "--no-sandbox"],
            "prefs": preferences,
            "excludeSwitches": ["disable-popup-blocking"] if blocks_popups else [],
        }
        session, close = started(
            ["chromedriver"], pathlib.Path(folder) / "chromedriver.log", {"goog:chromeOptions": options} | capabilities
        )
        return Browser(Chromium.name, session, close)

"""Chromium, headless."""
import pathlib

from .browser import Browser
from .drivers import started


class Chromium:
    """It keeps cookies of other sites, as in a window that is not private. Headless, it would treat every window as private."""

    name, needs, package = "chromium", ("chromedriver",), "chromium-driver"

    @staticmethod
    def start(folder, **capabilities):
        session, close = started(
            ["chromedriver"], pathlib.Path(folder) / "chromedriver.log",
            {"goog:chromeOptions": {
                "args": ["--headless=new", "--no-sandbox"], "prefs": {"profile.cookie_controls_mode": 0}}} | capabilities)
        return Browser(Chromium.name, session, close)

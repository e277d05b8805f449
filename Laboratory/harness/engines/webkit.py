"""WebKit, as Debian's WebKitGTK builds it, in its own MiniBrowser on a screen that nobody sees."""

import contextlib
import glob
import os
import pathlib
import subprocess
from collections.abc import Iterator

from ..shapes import JSON, StrPath
from .browser import Browser
from .drivers import started


def mini_browser() -> str:
    return next(iter(sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))), "MiniBrowser")


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """A display of Xvfb, under the first number that is free."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as said:
            number = said.readline().strip()
        assert number, "Xvfb has not started"
        yield ":" + number
    finally:
        process.kill()
        process.wait()


class WebKit:
    """Cookies of other sites are blocked, as Safari blocks them (https://webkit.org/tracking-prevention/)."""

    name, needs, package = "webkit", ("WebKitWebDriver", "Xvfb"), "webkit2gtk-driver xvfb"

    @staticmethod
    def start(folder: StrPath, blocks_popups: bool = False, blocks_data_of: str | None = None, **capabilities: JSON) -> Browser:
        arguments = ["--enable-itp", "--cookies-policy=no-third-party"]
        arguments.append(f"--javascript-can-open-windows-automatically={str(not blocks_popups).lower()}")
        if blocks_data_of:
            arguments.append("--enable-html5-local-storage=false")  # for all sites: WebKitGTK knows no other way
        stack = contextlib.ExitStack()
        display = stack.enter_context(screen())
        try:
            session, close = started(
                ["WebKitWebDriver"],
                pathlib.Path(folder) / "webkit.log",
                {"webkitgtk:browserOptions": {"binary": mini_browser(), "args": ["--automation", *arguments]}} | capabilities,
                os.environ | {"DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"},
            )
        except BaseException:
            stack.close()
            raise
        stack.callback(close)
        return Browser(WebKit.name, session, stack.close)

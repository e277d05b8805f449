"""Firefox, WebKit and Chromium, each driven by its own implementation of WebDriver.

All three are driven by the same code, so what differs in a journey is the engine. Firefox speaks WebDriver's commands over
a socket of its own, Marionette, so that Debian's package is enough.
"""

from .chromium import Chromium
from .firefox import Firefox
from .webkit import WebKit

ENGINES = {engine.name: engine for engine in (Chromium, Firefox, WebKit)}

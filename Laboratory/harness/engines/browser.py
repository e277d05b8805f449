"""What a person does in a browser of any engine: the same functions for each."""

import base64
import contextlib
import pathlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from ..shapes import JSON, JSONObject, StrPath
from ..waiting import until
from .protocol import ELEMENT, Refused, Session

Found = TypeVar("Found")

# An element that a person sees, by its role and its name. A name that is equal is preferred to one that contains it. While
# a page is loading, what is on it moves, and a click can miss.
FIND = """
const [role, name] = arguments;
if (document.readyState !== "complete") return null;
const roles = {
    button: "button, input[type=submit], [role=button]", link: "a[href]", heading: "h1, h2, h3", checkbox: "input[type=checkbox]",
    radio: "input[type=radio]", alert: "[role=alert]", status: "[role=status]",
    textbox: "input:not([type]), input[type=text], input[type=email], input[type=password], input[type=tel]",
};
const nameOf = element => (element.getAttribute("aria-label")
    || Array.from(element.labels || [], label => label.innerText).join(" ") || element.innerText || element.value || "")
    .replace(/\\s+/g, " ").trim();
const found = Array.from(document.querySelectorAll(roles[role])).filter(element => element.checkVisibility());
const chosen = found.find(element => nameOf(element) === name) || found.find(element => nameOf(element).includes(name)) || null;
// In WebKit, the button of the mouse comes up beside an element that its driver scrolls to the window's edge.
if (chosen) chosen.scrollIntoView({ block: "center", behavior: "instant" });
return chosen;
"""
# What disappears while a page is replaced by the next one. Nothing was done to it then.
PASSING = {
    "stale element reference",
    "no such element",
    "no such frame",
    "element not interactable",
    "javascript error",
    "unknown error",
    "detached shadow root",
}
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Space": " ", "Shift": "\ue008", "Escape": "\ue00c"}


class Browser:
    """A browser that was started for one test, without cookies."""

    def __init__(self, engine: str, session: Session, close: Callable[[], None]) -> None:
        self.engine, self.session, self.close = engine, session, close

    @property
    def call(self) -> Callable[..., JSON]:
        return self.session.call

    def open(self, url: str) -> None:
        self.call("Navigate", url=url)

    @property
    def url(self) -> str:
        url: str = self.call("GetCurrentURL")
        return url

    def run(self, script: str, *arguments: JSON) -> JSON:
        """Runs a script in the page, and returns its result."""
        return self.call("ExecuteScript", script=script, args=list(arguments))

    def wait(self, script: str, *arguments: JSON) -> JSON:
        """Waits until a script returns something true in the page, whichever page that is by then, and returns it."""
        return self.until(lambda: self.run(script, *arguments), f"{script} {arguments}")

    def until(self, act: Callable[[], Found | None], what: str) -> Found:
        """Does something until its result is true, even while pages come and go."""
        try:
            return until(lambda: self.tried(act), what)
        except AssertionError as error:
            raise AssertionError(f"{error} in {self.engine} at {self.tried(lambda: self.url)}") from None

    @staticmethod
    def tried(act: Callable[[], Found | None]) -> Found | None:
        try:
            return act()
        except Refused as refused:
            if refused.error not in PASSING:
                raise
            return None

    def find(self, role: str, name: str = "") -> JSONObject:
        """Waits for a visible element."""
        element: JSONObject = self.until(lambda: self.run(FIND, role, name), f"the {role} {name}")
        return element

    def sees(self, role: str, name: str = "") -> bool:
        """Whether the element is visible now."""
        return self.run(FIND, role, name) is not None

    def act(self, role: str, name: str, command: str, **values: JSON) -> None:
        """Does something with an element, once. An element that was replaced before is looked for again."""

        def once() -> bool:
            element = self.run(FIND, role, name)
            if element is None:
                return False
            self.call(command, id=element[ELEMENT], **values)
            return True

        self.until(once, f"{command} of the {role} {name}")

    def click(self, role: str, name: str) -> None:
        self.act(role, name, "ElementClick")

    def fill(self, name: str, text: str) -> None:
        self.act("textbox", name, "ElementClear")
        self.act("textbox", name, "ElementSendKeys", text=text)

    def text(self, css: str) -> str:
        """Waits for an element, and returns its text."""
        text: str = self.wait("const found = document.querySelector(arguments[0]); return found && (found.innerText || true);", css)
        return text

    def press(self, *keys: str) -> None:
        """Presses keys one after another. `Shift+Tab` holds the first one."""
        for key in keys:
            *held, last = [KEYS.get(part, part) for part in key.split("+")]
            down = [{"type": "keyDown", "value": value} for value in (*held, last)]
            up = [{"type": "keyUp", "value": value} for value in (last, *reversed(held))]
            self.call("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": down + up}])

    @contextlib.contextmanager
    def another(self) -> Iterator[None]:
        """What is done inside happens in another tab, which is then closed."""
        first = self.call("GetWindowHandle")
        self.call("SwitchToWindow", handle=self.call("NewWindow", type="tab")["handle"])
        yield
        self.call("CloseWindow")
        self.call("SwitchToWindow", handle=first)

    @contextlib.contextmanager
    def opened_by(self, act: Callable[[], object]) -> Iterator[None]:
        """What is done inside happens in the window that `act` opens. Ends when that window has closed."""
        first, known = self.call("GetWindowHandle"), self.call("GetWindowHandles")
        act()
        opened = until(lambda: set(self.call("GetWindowHandles")) - set(known), "another window opens")
        self.call("SwitchToWindow", handle=opened.pop())
        yield
        self.until(lambda: set(self.call("GetWindowHandles")) == set(known), "the other window closes")
        self.call("SwitchToWindow", handle=first)

    def size(self, width: int, height: int) -> None:
        """Makes the page this wide and high, as far as the engine allows."""
        rect = {"width": width, "height": height}
        for _ in range(2):
            self.call("SetWindowRect", **rect)
            inner = self.run("return [innerWidth, innerHeight]")
            rect = {"width": rect["width"] + width - inner[0], "height": rect["height"] + height - inner[1]}

    def cookies(self) -> dict[str, JSONObject]:
        """The cookies of the page's host, by name."""
        return {cookie["name"]: cookie for cookie in self.call("GetCookies")}

    def picture(self, path: StrPath) -> None:
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("TakeScreenshot")))

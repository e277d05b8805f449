"""What keeps people from using a page: looked for with axe-core, in light and dark, in a wide and in a narrow window."""

import functools
import json
import os
import re
from typing import Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page

from .programs import ROOT

SOURCES = {name: ROOT / "Programs" / product / name for product, name in (("Service", "SignInServer"), ("Emulator", "AppleIDEmulator"))}
TEMPLATES = {name: source / "Pages" / "Templates" for name, source in SOURCES.items()}
WIDE, NARROW, SMALLEST = 1280, 375, 320


class Mode(NamedTuple):
    """A way of showing a page."""

    name: str
    colours: Literal["light", "dark"]
    width: int


MODES = (Mode("light", "light", WIDE), Mode("dark", "dark", WIDE), Mode("narrow", "light", NARROW))
AXE = """async () => (await axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }))
    .violations.map(violation =>
        `${violation.id}: ${violation.help} ${violation.nodes.map(node => node.html.slice(0, 120)).join(" | ")}`)"""
# 320 px is what remains of 1280 px at a zoom of 400 % (https://www.w3.org/TR/WCAG22/#reflow).
OVERFLOW = """() => Array.from(document.querySelectorAll("body *"))
    .filter(element => {
        const box = element.getBoundingClientRect(), scrolls = getComputedStyle(element).overflowX === "auto";
        return document.documentElement.scrollWidth > innerWidth && (box.right > innerWidth || box.left < 0)
            || scrolls && !element.matches("textarea") && element.scrollWidth > element.clientWidth + 1;
    })
    .map(element => element.outerHTML.slice(0, 120))"""
# Without its background, a button is recognised by its edge, and a link by its line.
EDGES = """() => Array.from(document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea"))
    .filter(element => element.checkVisibility() && !(parseFloat(getComputedStyle(element).borderTopWidth) > 0
        || getComputedStyle(element).textDecorationLine.includes("underline") || element.matches("[type=radio], [type=checkbox]")
        || parseFloat(getComputedStyle(element.parentElement).borderTopWidth) > 0 || element.closest("ul")))
    .map(element => element.outerHTML.slice(0, 120))"""
MOVING = "() => document.getAnimations().map(animation => String(animation.effect && animation.effect.target))"


def look(page: Page, module: str, template: str) -> None:
    """Looks at a page, which must have been made from this template, and fails if anybody is kept out."""
    headings = re.findall(r"<h1[^>]*>(.*?)</h1>", (TEMPLATES[module] / f"{template}.mustache").read_text())
    shown = page.locator("h1").inner_text()
    assert any(re.fullmatch(written_as(heading, module), shown) for heading in headings), f"{template} is not the page with {shown!r}"
    page.evaluate(AXE_SCRIPT)
    found = []
    for mode in MODES:
        page.emulate_media(color_scheme=mode.colours)
        page.set_viewport_size({"width": mode.width, "height": 900})
        found += [f"{mode.name}: {violation}" for violation in page.evaluate(AXE)]
        picture(page, f"{module}-{template}-{mode.name}")
    page.emulate_media(color_scheme="dark")
    picture(page, f"{module}-{template}-narrow-dark")
    page.evaluate("document.documentElement.dir = 'rtl'")
    found += [f"right-to-left, too wide: {element}" for element in page.evaluate(OVERFLOW)]
    picture(page, f"{module}-{template}-narrow-rtl")
    page.set_viewport_size({"width": WIDE, "height": 900})
    picture(page, f"{module}-{template}-rtl")
    page.evaluate("document.documentElement.removeAttribute('dir')")
    page.set_viewport_size({"width": SMALLEST, "height": 900})
    found += [f"{SMALLEST} px, too wide: {element}" for element in page.evaluate(OVERFLOW)]
    page.emulate_media(color_scheme="light", forced_colors="active")
    found += [f"forced colours, no edge: {element}" for element in page.evaluate(EDGES)]
    picture(page, f"{module}-{template}-forced")
    page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="reduce")
    found += [f"reduced motion, moves: {target}" for target in page.evaluate(MOVING)]
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.set_viewport_size({"width": WIDE, "height": 900})
    assert not found, f"{template}:\n" + "\n".join(found)


def written_as(heading: str, module: str) -> str:
    """A pattern for what the heading of a template can become. Sections and values stand for anything."""
    heading = re.sub(r"\[\[(\w+)\.(\w+)\]\]", lambda name: english(module)[name[1]][name[2]], heading)
    parts = re.split(r"\{\{.*\}\}", heading)
    return ".*".join(re.escape(part) for part in parts)


@functools.cache
def english(module: str) -> dict[str, dict[str, str]]:
    """The texts of a program's pages."""
    texts: dict[str, dict[str, str]]
    if module == "AppleIDEmulator":
        texts = json.loads((SOURCES[module] / "Pages" / "Languages" / "en.json").read_text())
    else:
        texts = json.loads((SOURCES[module] / "Languages" / "Files" / "en.json").read_text())["texts"]
    return texts


def picture(page: Page, name: str) -> None:
    """Saves a screenshot in the folder that SIWA_PICTURES names, if it is set."""
    if folder := os.environ.get("SIWA_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def pages(module: str) -> set[str]:
    """The templates of whole pages. The others are parts of them."""
    return {path.stem for path in TEMPLATES[module].glob("*.mustache") if "{{> head}}" in path.read_text()}

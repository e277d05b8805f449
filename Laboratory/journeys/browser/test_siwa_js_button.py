"""The button of siwa.js: its look by the guidelines, by keyboard, under a strict policy; and the integrity of the file."""

import base64
import hashlib
import re

import pytest

from harness import browser, browser_app
from harness.browser_app import approve, open_page

SHAPES = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Buttons</title>
<script type="module" src="/shapes.js"></script></html>"""
SHAPES_SCRIPT = """import { signInButton } from "[SERVICE]/oauth/siwa/1/siwa.js";
for (const look of ["auto", "black", "white", "outline"]) document.body.append(signInButton({ look }));
for (const title of ["continue", "sign-up"]) document.body.append(signInButton({ title, language: "de" }));
const arabic = signInButton({ label: "تسجيل الدخول باستخدام Apple", language: "ar" });
arabic.dir = "rtl";
document.body.append(arabic);
window.ready = true;
"""


@pytest.fixture
def system(tmp_path):
    with browser_app.serving(tmp_path) as system:
        system.site.files["/shapes"] = SHAPES
        system.site.files["/shapes.js"] = SHAPES_SCRIPT.replace("[SERVICE]", system.url)
        yield system


def shapes(context, system):
    page = context.new_page()
    page.goto(system.site.url + "/shapes")
    page.wait_for_function("window.ready")
    return page


def style(button, *names):
    return button.evaluate("(b, names) => names.map(name => getComputedStyle(b)[name])", list(names))


BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"


@pytest.mark.parametrize("scheme, auto", (("light", (BLACK, WHITE)), ("dark", (WHITE, BLACK))))
def test_the_button_has_the_looks_sizes_and_titles_of_the_guidelines(chromium, system, scheme, auto):
    with browser.context(chromium, color_scheme=scheme, viewport={"width": 375, "height": 700}) as context:
        page = shapes(context, system)
        buttons = page.get_by_role("button").all()
        assert [button.inner_text() for button in buttons[:6]] == ["Sign in with Apple"] * 4 + [
            "Mit Apple fortfahren",
            "Mit Apple registrieren",
        ]
        colours = [style(button, "backgroundColor", "color", "borderTopColor") for button in buttons[:4]]
        assert colours == [[auto[0], auto[1], auto[0]], [BLACK, WHITE, BLACK], [WHITE, BLACK, WHITE], [WHITE, BLACK, BLACK]]
        for button in buttons:
            box = button.bounding_box()
            assert box["width"] >= 140 and box["height"] == 44 and box["x"] >= 0 and box["x"] + box["width"] <= 375
            size, margin = (float(value[:-2]) for value in style(button, "fontSize", "marginTop"))
            assert size == pytest.approx(0.43 * 44, abs=0.1) and margin >= 4.4
        page.evaluate("document.documentElement.style.setProperty('--siwa-button-height', '10px')")
        assert all(button.bounding_box()["height"] >= 30 for button in buttons)


def test_the_logo_is_on_the_right_where_text_runs_to_the_left(context, system):
    page = shapes(context, system)

    def logo_begins(button):
        return button.locator("svg").bounding_box()["x"] - button.locator("span").bounding_box()["x"]

    buttons = page.get_by_role("button").all()
    assert logo_begins(buttons[0]) < 0 < logo_begins(buttons[6])
    assert buttons[6].get_attribute("lang") == "ar"


def test_forced_colours_replace_black_and_white_and_keep_an_edge(chromium, system):
    with browser.context(chromium, forced_colors="active") as context:
        button = shapes(context, system).get_by_role("button").first
        ground, ink, edge, width = style(button, "backgroundColor", "color", "borderTopColor", "borderTopWidth")
        assert ground != ink and edge != ground and width == "1px"
        assert button.locator("svg").evaluate("logo => getComputedStyle(logo).fill") == ink


def test_the_keyboard_alone_signs_in_and_shows_where_it_is(context, system):
    page = open_page(context, system)
    page.keyboard.press("Tab")
    button = page.get_by_role("button", name="Sign in with Apple")
    assert button.evaluate("button => document.activeElement === button")
    outline, width = style(button, "outlineStyle", "outlineWidth")
    assert outline == "solid" and width == "3px"
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    approve(opened.value)
    assert page.evaluate("attempt") == "ok"


def test_a_strict_policy_allows_all_of_it(context, system):
    system.site.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src 'self' {system.url}; connect-src {system.url}; frame-ancestors 'none'; "
        "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page = context.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.goto(system.site.url + "/")
    page.wait_for_function("window.started")
    assert style(page.get_by_role("button"), "backgroundColor") == [BLACK]
    browser_app.sign_in(page)
    assert [text for text in refused if "favicon" not in text] == []


@pytest.mark.parametrize("is_right", (True, False))
def test_the_attribute_integrity_lets_only_the_published_file_run(context, system, is_right):
    published = system.send("GET", "/oauth/siwa/1/integrity.json").json["files"]["siwa.js"]
    served = system.send("GET", published["url"].removeprefix(system.url)).body
    assert published["integrity"] == "sha384-" + base64.b64encode(hashlib.sha384(served).digest()).decode()
    integrity = published["integrity"] if is_right else "sha384-" + "A" * 64
    system.site.files["/"] = (
        f'<!doctype html><html lang="en"><title>Shop</title><script type="module" crossorigin src="{published["url"]}" '
        f'integrity="{integrity}"></script><script type="module" src="/app.js"></script></html>'
    )
    system.site.files["/app.js"] = re.sub(r"http://\S+/siwa/1/siwa.js", published["url"], system.site.files["/app.js"])
    page = context.new_page()
    failed = []
    page.on("console", lambda message: failed.append(message.text))
    page.goto(system.site.url + "/", wait_until="load")
    if is_right:
        assert page.evaluate("started") == "ok"
    else:
        assert page.evaluate("window.library === undefined")
        assert any("integrity" in text for text in failed)

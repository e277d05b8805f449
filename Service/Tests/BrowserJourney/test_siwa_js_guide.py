"""The guide for a single-page app, followed from an empty folder: its files, its commands, and what the person sees."""
import os
import re
import signal
import subprocess
import textwrap

import pytest
from playwright.sync_api import expect

from harness import browser, browser_app, waiting, web
from harness.programs import BUILT, ROOT, free_port

GUIDE = (ROOT / "Documentation" / "openid" / "single-page-app.md").read_text()
FOLDER = ROOT / "Examples" / "Web" / "SinglePageApp"
PAGES = ("index.html", "app.js", "callback.html", "callback.js")


def blocks(language):
    """The guide's blocks of a language on the way to the first sign-in, in order."""
    steps = GUIDE.split("## In ten minutes")[1].split("\n## ")[0]
    return [textwrap.dedent(block) for block in re.findall(rf"^   ```{language}\n(.*?)^   ```$", steps, re.S | re.M)]


def files():
    """The guide's four files, by name, in the guide's order."""
    html, js = blocks("html"), blocks("js")
    return dict(zip(PAGES, (html[0], js[0], html[1], js[1])))


@pytest.fixture
def terminal(tmp_path):
    """Runs the guide's commands as if each were typed in a terminal. Other ports, so that tests run beside each other."""
    ports = {str(port): str(free_port()) for port in (8080, 9080, 5173)}
    begun = []

    class Terminal:
        def adapted(self, text):
            return re.sub("8080|9080|5173", lambda found: ports[found.group()], text)

        def url(self, port):
            return f"http://localhost:{ports[str(port)]}"

        def run(self, command, folder, port):
            with open(tmp_path / "output", "ab") as output:
                begun.append(subprocess.Popen(
                    ["bash", "-ec", self.adapted(command)], cwd=folder, stdout=output, stderr=output,
                    env=os.environ | {"PATH": f"{BUILT}:{os.environ['PATH']}"}, start_new_session=True))
            waiting.until(lambda: web.send(int(ports[str(port)]), "GET", "/"), f"an answer of {command}")

    yield Terminal()
    for process in begun:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_the_guides_files_are_those_of_the_example():
    assert files() == {name: (FOLDER / name).read_text() for name in PAGES}


def test_from_an_empty_folder_to_a_signed_in_page(terminal, tmp_path, page):
    apple, service, static = blocks("sh")
    terminal.run(apple, tmp_path, 9080)
    shop = tmp_path / "shop"
    (shop / "siwa.json").write_text(terminal.adapted(blocks("json")[0]))
    terminal.run(service, shop, 8080)
    (shop / "page").mkdir()
    for name, text in files().items():
        (shop / "page" / name).write_text(terminal.adapted(text))
    terminal.run(static, shop, 5173)
    page.goto(terminal.url(5173) + "/")
    popup = browser_app.click(page)
    maya = {"email": "maya@example.com", "password": "maya-password"}
    browser.prove_who_you_are(popup, maya)
    browser.consent(popup)
    with popup.expect_event("close"):
        browser_app.continue_to_shop(popup)
    expect(page.get_by_role("status")).to_have_text("You are Maya Lindqvist.")
    page.reload()
    expect(page.get_by_role("status")).to_have_text("You are Maya Lindqvist.")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in with Apple")).to_be_visible()
    # Without popups, by redirect.
    page.evaluate("window.open = () => null")
    page.get_by_role("button", name="Sign in with Apple").click()
    browser_app.continue_to_shop(page)
    expect(page.get_by_role("status")).to_have_text("You are Maya Lindqvist.")

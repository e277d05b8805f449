"""The guide for a single-page app, followed from an empty folder: its files, its commands, and what the person sees."""

import os
import re
import signal
import subprocess
import textwrap

import pytest
from playwright.sync_api import expect

from harness import browser, browser_app, waiting, web
from harness.emulator import PEOPLE
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
                begun.append(
                    subprocess.Popen(
                        ["bash", "-ec", self.adapted(command)],
                        cwd=folder,
                        stdout=output,
                        stderr=output,
                        env=os.environ | {"PATH": f"{BUILT}:{os.environ['PATH']}"},
                        start_new_session=True,
                    )
                )
            waiting.until(lambda: web.send(int(ports[str(port)]), "GET", "/"), f"an answer of {command}")

    yield Terminal()
    for process in begun:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_the_guides_files_are_those_of_the_example():
    assert files() == {name: (FOLDER / name).read_text() for name in PAGES}


@pytest.fixture
def shop(terminal, tmp_path):
    """The guide's commands, up to the page."""
    apple, service, static = blocks("sh")
    terminal.run(apple, tmp_path, 9080)
    folder = tmp_path / "shop"
    (folder / "siwa.json").write_text(terminal.adapted(blocks("json")[0]))
    terminal.run(service, folder, 8080)
    (folder / "page").mkdir()
    for name, text in files().items():
        (folder / "page" / name).write_text(terminal.adapted(text))
    terminal.run(static, folder, 5173)
    return terminal.url(5173) + "/"


def sign_in_at_apple(window):
    browser.prove_who_you_are(window, {"email": "maya@example.com", "password": "maya-password"})
    browser.consent(window)


def offered(page):
    return page.get_by_role("button", name="Sign in on this page instead")


def expect_signed_in(page):
    expect(page.get_by_role("status")).to_have_text("You are Maya Lindqvist.")


def test_from_an_empty_folder_to_a_signed_in_page(shop, page):
    page.goto(shop)
    button = page.get_by_role("button", name="Sign in with Apple").bounding_box()
    assert abs(button["x"] + button["width"] / 2 - page.viewport_size["width"] / 2) < 2, "the page has no style"
    popup = browser_app.click(page)
    sign_in_at_apple(popup)
    with popup.expect_event("close"):
        browser_app.continue_to_shop(popup)
    expect_signed_in(page)
    page.reload()
    expect_signed_in(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in with Apple")).to_be_visible()
    # Without popups, by redirect.
    page.evaluate("window.open = () => null")
    page.get_by_role("button", name="Sign in with Apple").click()
    browser_app.continue_to_shop(page)
    expect_signed_in(page)


def test_who_closes_the_popup_is_offered_the_sign_in_without_it(shop, page):
    page.goto(shop)
    browser_app.click(page).close()
    offered(page).click()
    page.wait_for_url("**/auth/authorize**")
    sign_in_at_apple(page)
    browser_app.continue_to_shop(page)
    expect_signed_in(page)


@pytest.fixture
def isolated_shop(tmp_path):
    """The guide's page on a server that sends an opener policy."""
    with browser_app.serving(tmp_path) as system:
        for name, text in files().items():
            here = text.replace("http://localhost:8080", system.url).replace("http://localhost:5173", system.site.url)
            system.site.files[f"/{name}"] = here
        system.site.files["/"] = system.site.files["/index.html"]
        system.site.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        yield system.site.url + "/"


def test_a_page_that_lost_its_popup_offers_the_redirect_and_takes_the_answer_of_the_popup(isolated_shop, page):
    page.goto(isolated_shop)
    popup = browser_app.click(page)
    expect(offered(page)).to_be_visible()
    browser.prove_who_you_are(popup, PEOPLE["ada"])
    browser.consent(popup)
    # Not every browser lets such a window close itself.
    popup.add_init_script("window.close = () => {}")
    browser_app.continue_to_shop(popup)
    expect(popup.get_by_role("status")).to_have_text("Done. You can close this window.")
    expect(page.get_by_role("status")).to_have_text("You are Ada Lovelace.")
    expect(offered(page)).to_have_count(0)


def test_a_page_whose_data_is_blocked_says_why_it_cannot_redirect(shop, page):
    page.add_init_script("""Object.defineProperty(window, "sessionStorage", { get() { throw new Error("blocked"); } })""")
    page.goto(shop)
    page.evaluate("window.open = () => null")
    page.get_by_role("button", name="Sign in with Apple").click()
    expect(page.get_by_role("status")).to_contain_text("the browser keeps no data for this page")

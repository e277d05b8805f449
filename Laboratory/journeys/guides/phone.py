"""The browser of a phone or a desktop, which hands the addresses that an app has claimed to the app."""

import re

from harness import browser


class Phone:
    def __init__(self, context, system):
        self.context, self.system = context, system
        self.context.on("response", self._remember)
        self.sent_to = []  # where siwa sent the browser, in order
        self.pages = []  # the headings of siwa's pages on which the person pressed a button

    def _remember(self, response):
        if response.url.startswith(self.system.url + "/") and "location" in response.headers:
            self.sent_to.append(response.headers["location"])

    def open(self, url, claimed, person=None, answer="Continue", hide_email=False, cancels_at_apple=False):
        """Opens an address as an app does, and does what the pages ask until siwa sends the browser to `claimed`.

        Returns that address, which the app receives. `person` signs in at Apple if Apple asks, or presses *Cancel* there.
        """
        self.sent_to.clear()
        page = self.context.new_page()
        try:
            self._go(page, url, claimed)
            if page.url.startswith(self.system.emulator.url):
                browser.prove_who_you_are(page, person)
                if cancels_at_apple:
                    with page.expect_response(lambda response: leads_to(response, claimed)):
                        page.get_by_role("button", name="Cancel").click()
                else:
                    self._share_with_the_app(page, hide_email)
            while not self.received(claimed):
                button = page.get_by_role("button", name=re.compile(f"^{answer}$"))
                button.wait_for()
                self.pages.append(page.get_by_role("heading", level=1).inner_text())
                with page.expect_response(lambda response: response.request.method == "POST"):
                    button.click()
            if claimed.startswith("http://127.0.0.1:"):  # a program of this machine answers the browser
                page.get_by_text("You can close this window.").wait_for()
            return self.received(claimed)
        finally:
            page.close()

    def _go(self, page, url, claimed):
        """Ends at a page, or where siwa sends the browser to an app. Chromium never finishes loading a scheme of an app."""

        def is_end(response):
            if not response.request.is_navigation_request():
                return False
            return leads_to(response, claimed) or response.status == 200

        with page.expect_response(is_end) as ended:
            # In a moment, because the answer of a page that is leaving may never come.
            page.evaluate("url => { setTimeout(() => { location.href = url; }); }", url)
        if ended.value.status == 200:
            page.wait_for_load_state()
            page.wait_for_url(lambda shown: shown != "about:blank")

    def _share_with_the_app(self, page, hide_email):
        browser.consent(page, hide_email=hide_email)
        # Apple's page has a button of the same name.
        page.wait_for_url(lambda url: url.startswith(self.system.url + "/oauth/"))

    def received(self, claimed):
        return next((url for url in self.sent_to if url.split("?")[0] == claimed), None)

    def look(self, url):
        """Opens an address without an app that claims it, and returns the page."""
        page = self.context.new_page()
        page.goto(url)
        return page


def leads_to(response, claimed):
    return response.headers.get("location", "").split("?")[0] == claimed

"""How a person signs in: at the emulator of Apple, or as the caller describes it for another provider."""

import subprocess

from harness.people import NAME
from harness.waiting import PATIENCE


class CannotSignIn(Exception):
    pass


class PersonAtApple:
    """Approves at the emulator without its pages, as a person who is always signed in there.

    `facts` are members of the emulator's person that replace those of Grace Hopper.
    """

    def __init__(self, system, facts):
        self.system, self.key = system, f"person-{next(system.numbers)}"
        system.control("people", {"key": self.key, "email": f"{self.key}@example.com", "name": NAME, **facts})

    def is_upstream(self, url):
        return url.startswith(self.system.emulator.url + "/")

    def pass_upstream(self, browser, url, how):
        form = self.system.control("approvals", {"authorize_url": url, "person": self.key, "cancel": how != "approve"})
        failed = {"error": "server_error"} if how == "fail" else {}
        return browser.send("POST", form["action"], form["fields"] | failed | {"reposted": "1"})

    def credentials(self, forms):
        return None


class DescribedPerson:
    """`cookie` is a Cookie header, `command` prints one, and `forms` say what to enter into which field of a page."""

    def __init__(self, how):
        self.how, self.filled = how, 0

    def is_upstream(self, url):
        return False

    def pass_upstream(self, browser, url, how):
        raise CannotSignIn("this provider has no upstream")

    def credentials(self, forms):
        """The first form that has a described field, filled in."""
        for form in forms:
            for name, entries in (self.how.get("forms") or {}).items():
                if name in form.names():
                    return form, [pair for pair in form.submissions()[0] if pair[0] not in entries] + list(entries.items())
        return None

    def enters(self, browser, forms):
        """Takes the cookies of a signed-in person, once. Tells whether there are any."""
        cookie = self.how.get("cookie")
        if not cookie and self.how.get("command"):
            cookie = subprocess.run(self.how["command"], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout.strip()
        if not cookie or self.filled:
            return False
        self.filled += 1
        host = browser.op.issuer.split("://")[1].split("/")[0]
        browser.cookies.setdefault(host, {}).update(pair.strip().split("=", 1) for pair in cookie.split(";"))
        return True

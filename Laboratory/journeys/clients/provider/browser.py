"""A person's browser on its way from a client through siwa and Apple and back."""

import html.parser
import typing
import urllib.parse

from harness.people import Visitor

LONGEST_WAY = 20


class Arrival(typing.NamedTuple):
    """What siwa sent to the client: the address, and the fields of its query or of the posted form."""

    mode: str
    url: str
    fields: dict


class Form(typing.NamedTuple):
    action: str
    fields: dict
    choices: list  # names and values of its buttons


class Browser(Visitor):
    """Keeps siwa's cookies, and the text of the pages of siwa that the person had to answer."""

    def __init__(self, system):
        super().__init__(system)
        self.pages = []

    def open(self, url, answer="allow", cancels=False):
        """Follows a client's link until siwa sends the browser elsewhere, or asks nothing more. Returns where it is."""
        reply = self.get(self.target(url))
        for _ in range(LONGEST_WAY):
            if "Location" in reply.headers:
                to = urllib.parse.urljoin(self.system.url, reply.headers["Location"])
                if to.startswith(self.system.emulator.url + "/"):
                    reply = self.post(self.approve(to, cancels))
                elif self.is_inside(to):
                    reply = self.get(self.target(to))
                else:
                    return Arrival("query", to, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(to).query)))
                continue
            forms = read_forms(reply.body.decode())
            for form in forms:
                if not self.is_inside(form.action):
                    return Arrival("form_post", form.action, form.fields)
            assert reply.status == 200, f"{reply} {reply.body.decode()}"
            self.pages.append(reply.body.decode())
            if not forms:
                return Arrival("page", self.system.url, {})
            reply = self.submit(forms, answer)
        raise AssertionError(f"no end after {LONGEST_WAY} pages")

    def submit(self, forms, answer):
        """Presses the button with this value, or the only button of a page that asks something else."""
        form, pressed = next(((form, choice) for form in forms for choice in form.choices if choice[1] == answer), (forms[0], None))
        fields = form.fields | ({pressed[0]: pressed[1]} if pressed else {})
        return self.keep(
            self.system.send(
                "POST",
                self.target(urllib.parse.urljoin(self.system.url, form.action)),
                form=fields,
                headers=self.headers() | {"Origin": self.system.url},
            )
        )

    def sign_out(self):
        """Signs out on siwa's own page."""
        return self.keep(self.system.send("POST", "/web/sign-out", form={}, headers=self.headers() | {"Origin": self.system.url}))

    def is_inside(self, url):
        return urllib.parse.urljoin(self.system.url, url).startswith(self.system.url + "/")

    @staticmethod
    def target(url):
        """The path and query, as a browser would send them."""
        parts = urllib.parse.urlsplit(urllib.parse.quote(url, safe="%/:?#&=+,;@!$'()*~[]"))
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    def person(self):
        """What siwa says about the account that is signed in, or None."""
        answer = self.get("/v1/account")
        return answer.json if answer.status == 200 else None


def read_forms(text):
    reader = _FormReader()
    reader.feed(text)
    return reader.forms


class _FormReader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms = []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form":
            self.forms.append(Form(found.get("action") or "", {}, []))
        elif self.forms and found.get("name"):
            if tag == "button" or found.get("type") == "submit":
                self.forms[-1].choices.append((found["name"], found.get("value") or ""))
            elif tag == "input":
                self.forms[-1].fields[found["name"]] = found.get("value") or ""

"""A browser with its cookies, and the walk of a person through the provider's pages up to the client."""

import re
import typing
import urllib.parse

from . import provider
from .pages import Page
from .people import CannotSignIn

LONGEST_WALK = 20


class Landing(typing.NamedTuple):
    """Where a walk ended: `client` at a client's URI, `page` on a page of the provider, `upstream` before Apple."""

    kind: str
    url: str
    parameters: list
    mode: str | None
    reply: provider.Answer
    asked: int
    questions: int
    replies: list

    @property
    def answer(self):
        return dict(self.parameters)


class Browser:
    def __init__(self, op, person):
        self.op, self.person, self.cookies = op, person, {}

    def send(self, method, url, form=None, site="same-origin", headers=None, body=None):
        """Sends what a browser would: Lax cookies are left out of a POST from another site."""
        sent = {"Sec-Fetch-Site": site, "Accept": "text/html,*/*"}
        if form is not None:
            body, sent["Content-Type"] = provider.encode(form).encode(), "application/x-www-form-urlencoded"
        if method != "GET":
            sent["Origin"] = self.op.issuer if site == "same-origin" else "https://rp.example"
        host = urllib.parse.urlsplit(url).netloc
        if self.cookies.get(host) and (method == "GET" or site == "same-origin"):
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies[host].items())
        reply = self.op.send(method, url, {**sent, **(headers or {})}, body)
        self.keep(host, reply)
        return reply

    def keep(self, host, reply):
        jar = self.cookies.setdefault(host, {})
        for cookie in reply.headers.get_all("Set-Cookie", []):
            name, value = cookie.split(";")[0].split("=", 1)
            if re.search(r"max-age=0\b", cookie, re.IGNORECASE) or not value:
                jar.pop(name, None)
            else:
                jar[name] = value

    def walk(self, method, url, form=None, site="cross-site", answer="allow", apple="approve"):
        """Follows redirects, signs in where asked, and answers the provider's own questions with `answer`."""
        asked = questions = 0
        replies = [self.send(method, url, form, site)]
        for _ in range(LONGEST_WALK):
            reply = replies[-1]
            target = urllib.parse.urljoin(reply.url, reply.headers.get("Location") or "")
            if reply.headers.get("Location") and 300 <= reply.status < 400:
                if self.person.is_upstream(target):
                    if apple == "leave":
                        return Landing("upstream", target, [], None, reply, asked, questions, replies)
                    asked += 1
                    replies.append(self.person.pass_upstream(self, target, apple))
                elif self.op.is_inside(target):
                    replies.append(self.send("GET", target, site="same-origin" if asked else site))
                else:
                    return Landing("client", *_received(target), reply, asked, questions, replies)
                continue
            forms = Page(reply.body.decode(errors="replace")).forms if reply.is_page else []
            outside = next((f for f in forms if not self.op.is_inside(urllib.parse.urljoin(reply.url, f.action))), None)
            if outside:
                return Landing("client", outside.action, outside.fields, "form_post", reply, asked, questions, replies)
            if credentials := self.person.credentials(forms):
                asked += 1
                replies.append(self.submit(reply, *credentials))
            elif again := next((f for f in forms if ("reposted", "1") in f.fields and f.action.startswith("/oauth")), None):
                # A page of ours that a script posts at once.
                replies.append(self.submit(reply, again, again.fields))
            elif answer != "leave" and (chosen := self.choice(forms, answer)):
                questions += 1
                replies.append(self.submit(reply, *chosen))
            elif not asked and not self.op.is_ours and self.person.enters(self, forms):
                asked += 1
                replies.append(self.send(method, url, form, site))
            else:
                return Landing("page", reply.url, [], None, reply, asked, questions, replies)
        raise CannotSignIn(f"after {LONGEST_WALK} pages the browser is still at {replies[-1].url}")

    def choice(self, forms, answer):
        """The form that answers a question of the provider. `allow` presses the only button of other questions."""
        choices = [
            (form, fields)
            for form in forms
            if form.method == "POST"
            for fields in form.submissions()
            if not self.op.is_ours or urllib.parse.urlsplit(form.action).path.startswith("/oauth/")
        ]
        named = [choice for choice in choices if ("answer", answer) in choice[1]]
        others = [choice for choice in choices if not any(name == "answer" for name, _ in choice[1])]
        return next(iter(named or (others if answer == "allow" else [])), None)

    def submit(self, reply, form, fields):
        target = urllib.parse.urljoin(reply.url, form.action or reply.url)
        if form.method == "POST":
            return self.send("POST", target, fields)
        return self.send("GET", target.split("?")[0] + "?" + provider.encode(fields))


def _received(target):
    """The URI without its answer, the answer's parameters, and how they came."""
    parts = urllib.parse.urlsplit(target)
    if parts.fragment:
        return target, urllib.parse.parse_qsl(parts.fragment, keep_blank_values=True), "fragment"
    return target, urllib.parse.parse_qsl(parts.query, keep_blank_values=True), "query"

"""A website that uses Apple's script, as the emulator serves it, and an emulator that knows it."""

import contextlib
import http.client
import http.server
import json
import threading
import time
import urllib.parse
from collections.abc import Iterator

import jwt
from cryptography.hazmat.primitives import serialization

from .emulator import KEY, TEAM, WEB, Emulator, one_team
from .keys import new_key
from .shapes import JSON, JSONObject, StrPath
from .web import Answer

CDN = "https://appleid.cdn-apple.com"
SCRIPT = "/appleauth/static/jsapi/appleid/1/{locale}/appleid.auth.js"


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers one connection to a site, which a subclass names."""

    site: "ScriptSite"

    def do_GET(self) -> None:
        page = self.site.pages.get(urllib.parse.urlsplit(self.path).path)
        if page is None and self.site.upstream:
            self.pass_on()
        else:
            self.answer(page)

    def do_POST(self) -> None:
        if self.site.upstream:
            self.pass_on()
            return
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.site.posted.append(dict(urllib.parse.parse_qsl(body, keep_blank_values=True)))
        self.answer(self.site.receiver.replace("[FORM]", json.dumps(self.site.posted[-1]).replace("<", "\\u003c")))

    def pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        upstream = http.client.HTTPConnection("127.0.0.1", self.site.upstream)
        upstream.request(self.command, self.path, body, dict(self.headers))
        reply = upstream.getresponse()
        content = reply.read()
        self.send_response_only(reply.status)
        for name, value in reply.getheaders():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        upstream.close()

    def answer(self, page: str | None) -> None:
        body = (page or "").encode()
        self.send_response(404 if page is None else 200)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **self.site.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class ScriptSite:
    """Serves the pages in `pages`, by path, on every name under localhost, and keeps the forms that are posted to it.

    Such a form is answered with the page `receiver`, in which `[FORM]` stands for the form. With `upstream`, the port of a
    service, it is a proxy that passes everything on but its own pages.
    """

    upstream: int | None = None

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self.posted: list[dict[str, str]] = []
        self.receiver = "<!doctype html><title>Signed in</title><h1>Received</h1>"

        class OwnHandler(Handler):
            site = self

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OwnHandler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = self.at("app.localhost")
        self.return_url = self.url + "/callback"

    def at(self, host: str) -> str:
        return f"http://{host}:{self.server.server_port}"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class ScriptSystem:
    """The site and the emulator."""

    def __init__(self, folder: StrPath) -> None:
        self.site, self.key = ScriptSite(), new_key()
        self.emulator = Emulator(folder, one_team(folder, {WEB: [self.site.return_url, self.site.url]}, key=self.key), "idp.localhost:0")
        self.control = self.emulator.control

    def script(self, locale: str = "en_US") -> str:
        return self.emulator.url + SCRIPT.format(locale=locale)

    def page(self, body: str = "", head: str = "", locale: str = "en_US", path: str = "/", **headers: str) -> str:
        """Publishes a page that loads the script, and returns its address. `{…}` stands for what a site configures."""
        self.publish(
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title>{head}</head>'
            f'<body>{body}<script src="{self.script(locale)}"></script></body></html>',
            path,
        )
        self.site.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.site.url + path

    def publish(self, html: str, path: str = "/") -> str:
        values = {"[CLIENT_ID]": WEB, "[REDIRECT_URI]": self.site.return_url, "[ORIGIN]": self.site.url}
        for name, value in values.items():
            html = html.replace(name, value)
        self.site.pages[path] = html
        return self.site.url + path

    def exchange(self, code: str, **more: str) -> Answer | None:
        """Redeems a code as the site's server does."""
        now = int(time.time())
        secret = jwt.encode(
            {"iss": TEAM, "iat": now, "exp": now + 300, "aud": "https://appleid.apple.com", "sub": WEB},
            self.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
            algorithm="ES256",
            headers={"kid": KEY},
        )
        return self.emulator.send(
            "POST",
            "/auth/token",
            form={
                "client_id": WEB,
                "client_secret": secret,
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": self.site.return_url,
            }
            | more,
        )

    def verified(self, token: str) -> JSONObject:
        """The claims of an identity token, after verification with the emulator's published keys."""
        answer = self.emulator.send("GET", "/auth/keys")
        assert answer is not None
        published = jwt.PyJWKSet.from_dict(answer.json)
        key = published[jwt.get_unverified_header(token)["kid"]]
        return jwt.decode(token, key, algorithms=["RS256"], audience=WEB, issuer=self.emulator.issuer)

    def causes(self, path: str) -> list[str | None]:
        return [entry["cause"] for entry in self.emulator.log(path)]

    def stop(self) -> None:
        self.emulator.stop()
        self.site.stop()


@contextlib.contextmanager
def running(folder: StrPath) -> Iterator[ScriptSystem]:
    with contextlib.closing(contextlib.ExitStack()) as stack:
        system = ScriptSystem(folder)
        stack.callback(system.stop)
        yield system


def query(url: str) -> list[tuple[str, str]]:
    """The parameters of an address, in order."""
    return urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query, keep_blank_values=True)


def configuration(**more: JSON) -> str:
    """The argument of `AppleID.auth.init`, as JSON."""
    return json.dumps({"clientId": "[CLIENT_ID]", "redirectURI": "[REDIRECT_URI]", "usePopup": True} | more)

"""What the engines do differently: the rows of the table in Documentation/browsers.md. They prove the engines' settings, too."""

import pytest

from harness import script_site

# Which cookies a request of the page's script carries. `none` is a cookie with SameSite=None and Secure; `plain` has neither.
ASK = """const [url, done] = arguments;
fetch(url, { credentials: "include" }).then(async reply => done(await reply.text()), error => done(String(error)));"""


class CookieSite(script_site.ScriptSite):
    """Sets a cookie at `/set`, and says at `/seen` which it got. Both can be called from another site."""

    def __init__(self):
        super().__init__()
        handler = self.server.RequestHandlerClass

        def do_GET(request):
            origin = request.headers.get("Origin") or "null"
            body = (request.headers.get("Cookie") or "").encode() if request.path.startswith("/seen") else b"<h1>Site</h1>"
            request.send_response(200)
            request.send_header("Content-Type", "text/html")
            request.send_header("Access-Control-Allow-Origin", origin)
            request.send_header("Access-Control-Allow-Credentials", "true")
            request.send_header("Cache-Control", "no-store")
            for name in request.path.partition("?set=")[2].split("&"):
                if name:
                    request.send_header("Set-Cookie", f"{name}=1; Path=/; {'SameSite=None; Secure' if 'none' in name else ''}")
            request.send_header("Content-Length", str(len(body)))
            request.end_headers()
            request.wfile.write(body)

        handler.do_GET = do_GET


@pytest.fixture
def cookies():
    site = CookieSite()
    yield site
    site.stop()


def names(header):
    return {part.split("=")[0].strip() for part in header.split(";") if part.strip()}


def ask(tab, url):
    return tab.call("ExecuteAsyncScript", script=ASK, args=[url])


# What another site's page gets into its requests: cookies from the person's own visit, and cookies that it set itself.
VISITED = {"chromium": {"visited_none"}, "firefox": set(), "webkit": set()}
EMBEDDED = {"chromium": {"visited_none", "embedded_none"}, "firefox": {"embedded_none", "embedded_plain"}, "webkit": set()}
# Whether a page over plain HTTP on loopback may set a Secure cookie.
SECURE_ON_LOOPBACK = {"chromium": True, "firefox": True, "webkit": False}


def test_cookies_of_another_site(tab, cookies, engine):
    own, other = cookies.at("own.localhost"), cookies.at("other.localhost")
    tab.open(other + "/?set=visited_none&visited_plain")
    tab.open(own + "/")
    assert names(ask(tab, other + "/seen")) == VISITED[engine]
    ask(tab, other + "/?set=embedded_none&embedded_plain")
    assert names(ask(tab, other + "/seen")) == EMBEDDED[engine]


@pytest.mark.parametrize("host", ["localhost", "own.localhost", "127.0.0.1"])
def test_secure_cookies_over_http_on_loopback(tab, cookies, engine, host):
    tab.open(cookies.at(host) + "/?set=a_none&a_plain")
    assert names(ask(tab, cookies.at(host) + "/seen")) == ({"a_none", "a_plain"} if SECURE_ON_LOOPBACK[engine] else {"a_plain"})


@pytest.mark.parametrize("host", ["localhost", "own.localhost", "127.0.0.1"])
def test_http_on_loopback_is_a_secure_context_so_that_a_page_can_compute_a_code_challenge(tab, cookies, host):
    tab.open(cookies.at(host) + "/")
    assert tab.run("return isSecureContext && !!crypto.subtle")

"""A website with "Sign in with Apple", without a framework: the way to Apple, the callback, and the exchange of the code."""

import dataclasses
import html
import http.server
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt


@dataclasses.dataclass
class Apple:
    """What Apple's developer portal gives a website."""

    client_id: str
    team_id: str
    key_id: str
    private_key: str
    base_url: str = "https://appleid.apple.com"
    issuer: str = "https://appleid.apple.com"

    def authorize_url(self, return_url, state, nonce):
        query = {
            "client_id": self.client_id,
            "redirect_uri": return_url,
            "response_type": "code",
            "response_mode": "form_post",
            "scope": "name email",
            "state": state,
            "nonce": nonce,
        }
        return f"{self.base_url}/auth/authorize?{urllib.parse.urlencode(query, quote_via=urllib.parse.quote)}"

    def redeem(self, code, return_url, nonce):
        """The claims of the identity token that Apple gives for a code."""
        now = int(time.time())
        secret = jwt.encode(
            {"iss": self.team_id, "sub": self.client_id, "aud": self.issuer, "iat": now, "exp": now + 300},
            self.private_key,
            algorithm="ES256",
            headers={"kid": self.key_id},
        )
        form = {
            "client_id": self.client_id,
            "client_secret": secret,
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": return_url,
        }
        with urllib.request.urlopen(f"{self.base_url}/auth/token", urllib.parse.urlencode(form).encode()) as answer:
            token = json.load(answer)["id_token"]
        key = jwt.PyJWKClient(f"{self.base_url}/auth/keys").get_signing_key_from_jwt(token).key
        claims = jwt.decode(token, key, algorithms=["RS256"], audience=self.client_id, issuer=self.issuer)
        if claims.get("nonce") != nonce:
            raise jwt.InvalidTokenError("of another sign-in")
        return claims


def website(apple, port=0):
    """An HTTP server. Its attribute `url` is where it is, and `return_url` has to be registered with Apple."""

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path != "/sign-in":
                return self.show(200, '<a href="/sign-in">Sign in with Apple</a>')
            state, nonce = secrets.token_urlsafe(), secrets.token_urlsafe()
            self.send_response(303)
            self.send_header("Location", apple.authorize_url(server.return_url, state, nonce))
            # Apple's form comes from another site, so the cookie has to be sent then, too.
            self.send_header("Set-Cookie", f"sign-in={state}.{nonce}; HttpOnly; Secure; SameSite=None; Path=/callback")
            self.end_headers()

        def do_POST(self):
            length = int(self.headers["Content-Length"])
            fields = dict(urllib.parse.parse_qsl(self.rfile.read(length).decode()))
            _, _, cookie = self.headers.get("Cookie", "").partition("sign-in=")
            state, _, nonce = cookie.split(";")[0].partition(".")
            if not state or not secrets.compare_digest(state, fields.get("state", "")):
                return self.show(400, "<p>Please start again.</p>")
            if "error" in fields:
                return self.show(200, '<p>You did not sign in.</p><a href="/sign-in">Sign in with Apple</a>')
            try:
                claims = apple.redeem(fields["code"], server.return_url, nonce)
            except (urllib.error.URLError, jwt.PyJWTError):
                return self.show(503, "<p>Apple cannot be reached. Please try again.</p>")
            name = json.loads(fields.get("user", "{}")).get("name", {}).get("firstName", "again")
            self.show(200, f"<h1>Welcome, {html.escape(name)}</h1><p>{html.escape(claims.get('email', ''))}</p>")

        def show(self, status, body):
            content = f"<!doctype html><title>Sample</title>{body}".encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Pages)
    server.url = f"http://127.0.0.1:{server.server_port}"
    server.return_url = f"{server.url}/callback"
    return server

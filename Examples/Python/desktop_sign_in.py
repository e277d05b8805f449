"""Signs a person in to a desktop program with siwa as the OpenID Provider (RFC 8252), and prints who it is.

    python desktop_sign_in.py SIWA_URL CLIENT_ID

The client is public and has http://127.0.0.1/callback in its redirect_uris, which stands for any port.
"""

import base64
import hashlib
import json
import secrets
import sys
import urllib.parse
import urllib.request
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer

siwa, client = sys.argv[1:]
state, verifier, answer = secrets.token_urlsafe(16), secrets.token_urlsafe(48), {}


class Callback(BaseHTTPRequestHandler):
    timeout = 5  # seconds; browsers open connections ahead, and say nothing on some of them

    def do_GET(self):
        found = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        if (found.get("state"), found.get("iss")) == (state, siwa):  # any page or program can send requests here
            answer.update(found)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this window.")

    def log_message(self, *_):
        """Logs nothing, because the request contains the code."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        """Follows none, because the access token would go to another host."""


opener = urllib.request.build_opener(NoRedirects)


def ask(url, form=None, **headers):
    body = form and urllib.parse.urlencode(form).encode()
    with opener.open(urllib.request.Request(url, body, headers), timeout=30) as reply:
        return json.load(reply)


provider = ask(f"{siwa}/.well-known/openid-configuration")
if provider["issuer"] != siwa:
    sys.exit(f"The service calls itself {provider['issuer']}. Use that as SIWA_URL.")
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
with HTTPServer(("127.0.0.1", 0), Callback) as listener:
    ours = {"client_id": client, "redirect_uri": f"http://127.0.0.1:{listener.server_port}/callback"}
    webbrowser.open(
        provider["authorization_endpoint"]
        + "?"
        + urllib.parse.urlencode(
            ours
            | {
                "response_type": "code",
                "scope": "openid profile email",
                "state": state,
                "code_challenge": challenge,
                "code_challenge_method": "S256",
            }
        )
    )
    while not answer:
        listener.handle_request()
if "code" not in answer:
    sys.exit(answer.get("error_description", "The sign-in failed."))
tokens = ask(provider["token_endpoint"], ours | {"grant_type": "authorization_code", "code": answer["code"], "code_verifier": verifier})
person = ask(provider["userinfo_endpoint"], Authorization=f"Bearer {tokens['access_token']}")
print("Signed in:", person.get("name"), person.get("email"), person["sub"])

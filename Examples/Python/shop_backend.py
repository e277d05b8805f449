"""A shop with users of its own who move to Sign in with Apple: a link ticket, access tokens, and what siwa tells it.

    pip install "pyjwt[crypto]"
    SIWA_KEY=siwa_… WEBHOOK_SECRET=whsec_… python shop_backend.py SIWA_URL DATABASE PORT

SIWA_KEY is the shop's key at siwa, with the scopes accounts:read, accounts:write, link and operations. SIWA_URL is
siwa's public_url. The shop listens on 127.0.0.1, behind a proxy of its own, and logs every 503 with its cause.
"""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from check_sessions import Refused, SessionChecker, ask


def siwa(path, body=None):
    """A call with the shop's key. Whoever is asked for must be there: anything but 2xx is raised."""
    return ask(SIWA + path, body, KEY)


def ticket(header):
    """The shop's own sign-in, as it always was; whoever passes it may link Sign in with Apple to their user."""
    try:
        name, password = base64.b64decode(header.removeprefix("Basic ")).decode().split(":", 1)
    except ValueError:
        raise Refused("no_name_and_password") from None
    user = shop.execute("SELECT id, salt, hash FROM users WHERE name = ?", (name,)).fetchone()
    salt, known = (user["salt"], user["hash"]) if user else (b"nobody", b"")
    if not hmac.compare_digest(hashlib.scrypt(password.encode(), salt=salt, n=16384, r=8, p=1), known):
        raise Refused("wrong_password")
    return siwa("/v1/link-tickets", {"external_id": str(user["id"]), "label": name})


def signed_in_with_apple(header):
    """Whose access token it is: a user's who linked, or somebody's who is new and gets a row now."""
    account = tokens.check(header.removeprefix("Bearer "))["sub"]
    user = siwa(f"/v1/accounts?account={account}").get("external_id")
    if not user:
        user = shop.execute("INSERT INTO users (name) VALUES (NULL)").lastrowid
        shop.commit()  # even if siwa's answer gets lost: siwa may know the id by then, so nobody else may get it
        siwa("/v1/accounts/name", {"account": account, "external_id": str(user)})
    return {"user": int(user)}


def hear(headers, body):
    """Standard Webhooks: signed over id, time and body; may come twice, so what we know is dropped."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    good = b"v1," + base64.b64encode(hmac.digest(SECRET, signed, "sha256"))
    if not any(hmac.compare_digest(good, each.encode()) for each in (headers["webhook-signature"] or "").split()):
        raise Refused("not_from_siwa")
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        raise Refused("too_old")
    event = json.loads(body)
    new = shop.execute("INSERT OR IGNORE INTO heard VALUES (?, ?)", (headers["webhook-id"], event["type"])).rowcount
    if new and event["type"] == "account.deleted" and event["data"].get("external_id"):
        shop.execute("DELETE FROM users WHERE id = ?", (event["data"]["external_id"],))


class Shop(BaseHTTPRequestHandler):
    def do_POST(self):
        body, who = self.rfile.read(int(self.headers["Content-Length"] or 0)), self.headers["Authorization"] or ""
        routes = {"/ticket": lambda: ticket(who), "/me": lambda: signed_in_with_apple(who), "/hooks/siwa": lambda: hear(self.headers, body)}
        try:
            with shop:
                status, reply = (200, routes[self.path]()) if self.path in routes else (404, None)
        except Refused:
            status, reply = 401, None
        except Exception as error:  # nobody can tell now; a refusal of siwa is one, too
            self.log_error("%s was answered 503: %r", self.path, error)
            status, reply = 503, None
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())


if __name__ == "__main__":
    SIWA, KEY = sys.argv[1], os.environ["SIWA_KEY"]
    SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
    os.umask(0o077)  # Only the shop can read its database.
    shop, tokens = sqlite3.connect(sys.argv[2]), SessionChecker(SIWA, SIWA, siwa_key=KEY)
    shop.row_factory = sqlite3.Row
    shop.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY AUTOINCREMENT, name UNIQUE, salt, hash)")
    shop.execute("CREATE TABLE IF NOT EXISTS heard (id PRIMARY KEY, type)")
    HTTPServer(("127.0.0.1", int(sys.argv[3])), Shop).serve_forever()

"""What the played servers share: HTTP, faults for tests, access tokens, and Apple's identity tokens and codes."""

import hashlib
import hmac
import http.server
import json
import secrets
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

import jwt

BUNDLE_ID = "com.example.app"


class Refusal(Exception):
    """Ends a request with this status and body."""

    def __init__(self, status, body, **headers):
        super().__init__(f"{status} {body}")
        self.status, self.body, self.headers = status, body, headers


class TokenRefused(Exception):
    """Why an identity token is not accepted: `audience`, `expired` or `token`."""

    def __init__(self, reason, claims=None):
        super().__init__(reason)
        self.reason, self.claims = reason, claims or {}


class Apple:
    """Apple as the app's team sees it: the public keys, and the calls that need the team's private key.

    https://developer.apple.com/documentation/signinwithapple/verifying-a-user
    """

    def __init__(self, url, issuer, team, key_id, private_key):
        self.url, self.issuer, self.team, self.key_id, self.private_key = url, issuer, team, key_id, private_key
        self.keys = jwt.PyJWKClient(f"{url}/auth/keys")

    def verify(self, identity_token):
        """The claims of an identity token for this app. The nonce is compared by `has_nonce`."""
        try:
            key = self.keys.get_signing_key_from_jwt(identity_token)
            return jwt.decode(
                identity_token,
                key.key,
                algorithms=["RS256"],
                issuer=self.issuer,
                audience=BUNDLE_ID,
                options={"require": ["iss", "aud", "exp", "iat", "sub"]},
            )
        except jwt.InvalidAudienceError:
            raise TokenRefused("audience", jwt.decode(identity_token, options={"verify_signature": False})) from None
        except jwt.ExpiredSignatureError:
            raise TokenRefused("expired", jwt.decode(identity_token, options={"verify_signature": False})) from None
        except jwt.PyJWKClientConnectionError:
            raise
        except (jwt.PyJWTError, TypeError):
            raise TokenRefused("token") from None

    def tokens(self, code):
        """Apple's tokens for an authorization code; empty if Apple refuses the code."""
        answer = self.send("/auth/token", grant_type="authorization_code", code=code)
        return answer if "id_token" in answer else {}

    def exchange(self, code):
        """Apple's refresh token for an authorization code, or None if Apple refuses the code."""
        return self.tokens(code).get("refresh_token")

    def revoke(self, refresh_token):
        """https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens"""
        self.send("/auth/revoke", token=refresh_token, token_type_hint="refresh_token")

    def revoke_code(self, code):
        """Revokes what an authorization code stands for. Returns whether Apple accepted the code."""
        refresh_token = self.exchange(code) if code else None
        if refresh_token:
            self.revoke(refresh_token)
        return bool(refresh_token)

    def send(self, path, **form):
        now = int(time.time())
        secret = jwt.encode(
            {"iss": self.team, "sub": BUNDLE_ID, "aud": self.issuer, "iat": now, "exp": now + 300},
            self.private_key,
            algorithm="ES256",
            headers={"kid": self.key_id},
        )
        content = urllib.parse.urlencode({"client_id": BUNDLE_ID, "client_secret": secret} | form).encode()
        try:
            with urllib.request.urlopen(self.url + path, content, timeout=30) as answer:
                body = answer.read()
                return json.loads(body) if body else {}
        except urllib.error.HTTPError as error:
            with error:
                return json.loads(error.read() or b"{}")


def has_nonce(claims, raw):
    """Whether the token was made for this nonce: Apple copies the lowercase hexadecimal SHA-256 that the app sent."""
    hashed = hashlib.sha256(raw.encode()).hexdigest()
    return hmac.compare_digest(hashed.encode(), str(claims.get("nonce", "")).encode())


class Request:
    """A request, with its path, query, headers and body."""

    def __init__(self, method, target, headers, content):
        self.method, self.headers, self.content = method, headers, content
        self.path, _, query = target.partition("?")
        self.query = dict(urllib.parse.parse_qsl(query))

    @property
    def json(self):
        """The JSON object of the body; empty for anything else."""
        try:
            found = json.loads(self.content)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def form(self):
        return dict(urllib.parse.parse_qsl(self.content.decode(errors="replace")))

    @property
    def bearer(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None


class Access:
    """An access token that was handed out."""

    def __init__(self, user, session, issued, expires, signed_in_at):
        self.user, self.session, self.signed_in_at = user, session, signed_in_at
        self.issued, self.expires = issued, expires


class Played:
    """A played server on a free port of 127.0.0.1.

    A subclass sets `routes`: method and path, with the function that answers with a status and JSON. Tests, and nothing
    else, use the calls under `/_played/`: `README.md` lists them.
    """

    lifetime = 3600  # seconds of an access token

    def __init__(self, apple):
        self.apple, self.routes, self.faults, self.requests = apple, {}, [], []
        self.access, self.ahead, self.lock = {}, 0, threading.Lock()
        self.signing_key = secrets.token_bytes(32)
        played = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                request = Request(self.command, self.path, self.headers, self.rfile.read(length))
                status, body, headers = played.respond(request)
                if status == 0:  # a lost connection
                    self.close_connection = True
                    return
                content = body.encode() if isinstance(body, str) else b"" if body is None else json.dumps(body).encode()
                self.send_response(status)
                if body is not None:
                    self.send_header("Content-Type", "text/plain" if isinstance(body, str) else "application/json")
                if status != 204:
                    self.send_header("Content-Length", str(len(content)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def now(self):
        return time.time() + self.ahead

    # What a subclass provides.

    def prepare(self, request):
        """Runs before each route. Raises `Refusal` if there is no API key."""

    def expire_access(self):
        """Expires every access token, as if its time were over."""
        for access in self.access.values():
            access.expires = self.now()

    def end_sessions(self):
        """Ends every session on the server, as an operator or a changed password would."""

    def state(self):
        """What a test may look at."""
        return {}

    # Requests.

    def respond(self, request):
        if request.path.startswith("/_played/"):
            return *self.control(request), {}
        with self.lock:
            self.requests.append(f"{request.method} {request.path}")
            fault = self.take_fault(request.path)
            if fault and not fault.get("after"):
                return fault["status"], fault.get("body", "played fault"), {}
            status, body, headers = self.answer(request)
            return (fault["status"], fault.get("body", "played fault"), {}) if fault else (status, body, headers)

    def answer(self, request):
        route = self.routes.get((request.method, request.path))
        try:
            if not route:
                return 404, {"message": "not played"}, {}
            self.prepare(request)
            return *route(request), {}
        except Refusal as refusal:
            return refusal.status, refusal.body, refusal.headers
        except Exception:
            # A mistake in the played server must be seen, not look like a fault that a client survives.
            traceback.print_exc()
            return 500, {"message": "the played server failed"}, {}

    def take_fault(self, path):
        for fault in self.faults:
            if fault["times"] > 0 and fault.get("path") in (None, path):
                fault["times"] -= 1
                return fault
        return None

    def control(self, request):
        with self.lock:
            match request.method, request.path.removeprefix("/_played/"):
                case "GET", "state":
                    return 200, self.state() | {"requests": self.requests}
                case "POST", "fault":
                    self.faults.append({"status": 503, "times": 1} | request.json)
                case "POST", "expire":
                    self.end_sessions() if request.json.get("what") == "sessions" else self.expire_access()
                case "POST", "advance":
                    self.ahead += request.json["seconds"]
                case _:
                    return 404, {"message": "no such control call"}
            return 204, None

    # Access tokens.

    def issue(self, user, session, signed_in_at=None, **claims):
        """A new access token: a JWT in its form, but known to this server only."""
        now = self.now()
        token = jwt.encode(
            {"sub": user, "iat": int(now), "exp": int(now + self.lifetime), "jti": secrets.token_hex(8)} | claims,
            self.signing_key,
            algorithm="HS256",
        )
        self.access[token] = Access(user, session, now, now + self.lifetime, signed_in_at or now)
        return token

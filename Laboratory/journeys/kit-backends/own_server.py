"""A server of one's own, as small as it can be: it verifies Apple's identity token and has sessions and accounts."""

import secrets
import uuid

from played import Played, Refusal, TokenRefused, has_nonce


class OwnServer(Played):
    lifetime = 30 * 24 * 3600

    def __init__(self, apple):
        super().__init__(apple)
        self.accounts, self.sessions, self.grants = {}, {}, {}
        self.routes = {
            ("POST", "/sign-in"): self.sign_in,
            ("POST", "/sign-out"): self.sign_out,
            ("GET", "/account"): self.read_account,
            ("DELETE", "/account"): self.delete_account,
        }

    def sign_in(self, request):
        sent = request.json
        try:
            claims = self.apple.verify(sent.get("identityToken"))
        except TokenRefused as cause:
            raise Refusal(401, {"error": "invalid_identity_token"}) from cause
        if not has_nonce(claims, sent.get("nonce") or ""):
            raise Refusal(401, {"error": "invalid_nonce"})
        subject = claims["sub"]
        account = self.accounts.setdefault(subject, {"id": str(uuid.uuid4()), "email": None, "name": None})
        account["email"] = claims.get("email", account["email"])
        # Apple gives the name to the app, and only the first time.
        account["name"] = account["name"] or sent.get("name")
        # A code is good for one exchange. When the app repeats a sign-in, the first exchange's grant stays.
        grant = self.apple.exchange(sent["code"]) if sent.get("code") else None
        if grant:
            self.grants[subject] = grant
        session = secrets.token_urlsafe(32)
        self.sessions[session] = (subject, self.now() + self.lifetime)
        return 200, {"session": session} | account

    def authenticate(self, request):
        subject, expires = self.sessions.get(request.bearer, (None, 0))
        if expires <= self.now():
            raise Refusal(401, {"error": "session_ended"})
        return subject

    def read_account(self, request):
        return 200, self.accounts[self.authenticate(request)]

    def sign_out(self, request):
        self.authenticate(request)
        del self.sessions[request.bearer]
        return 204, None

    def delete_account(self, request):
        """Ends Apple's permission too, as App Review demands.

        https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
        """
        subject = self.authenticate(request)
        grant = self.grants.pop(subject, None)
        revoked = self.apple.revoke_code(request.json.get("code"))
        if grant and not revoked:
            self.apple.revoke(grant)
            revoked = True
        del self.accounts[subject]
        self.sessions = {key: kept for key, kept in self.sessions.items() if kept[0] != subject}
        return 200, {"apple_revoked": revoked}

    # For tests.

    def end_sessions(self):
        self.sessions.clear()

    expire_access = end_sessions  # the session is the access token

    def state(self):
        return {"accounts": list(self.accounts.values()), "sessions": len(self.sessions), "grants": len(self.grants)}

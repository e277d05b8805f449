"""Plays Supabase Auth as far as a native sign-in with Apple uses it.

Paths, members and texts are those of https://github.com/supabase/auth (internal/api/token_oidc.go, token_refresh.go,
user.go, logout.go, errors.go; internal/tokens/service.go; internal/models/user.go) and of
https://supabase.com/docs/guides/auth/sessions.
"""

import re
import secrets
import string
import time
import uuid

from played import Played, Refusal, TokenRefused, has_nonce

KEY = "sb_publishable_played"
# https://supabase.com/docs/guides/auth/sessions: a refresh token may be used again within ten seconds.
REUSE_INTERVAL = 10


def http_error(status, code, message):
    """An error of Supabase Auth. Which of its two forms it takes depends on the API version that the client sends."""
    return Refusal(status, {"code": status, "error_code": code, "msg": message}, **{"x-sb-error-code": code})


def oauth_error(error, description):
    """An error in a grant. It has the form of OAuth 2.0, whatever the API version, but no code of OAuth 2.0."""
    return Refusal(400, {"error": error, "error_description": description})


class Session:
    def __init__(self, user):
        self.id, self.user, self.tokens, self.refreshed_at = str(uuid.uuid4()), user, [], 0


class Supabase(Played):
    def __init__(self, apple):
        super().__init__(apple)
        self.users, self.sessions = {}, {}
        self.routes = {
            ("POST", "/auth/v1/token"): self.token,
            ("GET", "/auth/v1/user"): self.read_user,
            ("PUT", "/auth/v1/user"): self.update_user,
            ("POST", "/auth/v1/logout"): self.logout,
            ("POST", "/auth/v1/signup"): self.sign_up,
            ("POST", "/functions/v1/delete-account"): self.delete_account,
        }

    def prepare(self, request):
        # The gateway's answers, not Supabase Auth's: https://supabase.com/docs/guides/api/api-keys
        key = request.headers.get("apikey") or request.query.get("apikey")
        if not key:
            raise Refusal(401, {"message": "No API key found in request", "hint": "No `apikey` request header or url param was found."})
        if key != KEY:
            raise Refusal(401, {"message": "Invalid API key", "hint": "Double check your API key."})

    def answer(self, request):
        status, body, headers = super().answer(request)
        # https://supabase.com/docs/guides/auth/debugging/error-codes: since 2024-01-01 `code` is the text.
        # supabase-swift always asks for this version.
        version = request.headers.get("X-Supabase-Api-Version", "")
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", version) and version >= "2024-01-01":
            headers = headers | {"X-Supabase-Api-Version": "2024-01-01"}
            if isinstance(body, dict) and "error_code" in body:
                body = {"code": body["error_code"], "message": body["msg"]}
        return status, body, headers

    # Grants.

    def token(self, request):
        match request.query.get("grant_type"):
            case "id_token":
                return self.sign_in(request)
            case "refresh_token":
                return self.refresh(request.json)
        raise http_error(400, "invalid_credentials", "unsupported_grant_type")

    def sign_in(self, request):
        sent = request.json
        if not sent.get("id_token"):
            raise oauth_error("invalid request", "id_token required")
        if sent.get("provider") != "apple":
            raise http_error(400, "validation_failed", f'Custom OIDC provider "{sent.get("provider", "")}" not allowed')
        try:
            claims = self.apple.verify(sent["id_token"])
        except TokenRefused as refused:
            if refused.reason == "audience":
                raise oauth_error("invalid request", f"Unacceptable audience in id_token: [{refused.claims['aud']}]") from refused
            raise oauth_error("invalid request", "Bad ID token") from refused
        nonce = sent.get("nonce") or ""
        if bool(nonce) != bool(claims.get("nonce")):
            raise oauth_error("invalid request", "Passed nonce and nonce in id_token should either both exist or not.")
        if nonce and not has_nonce(claims, nonce):
            raise oauth_error("invalid nonce", "Nonces mismatch")
        # An identity token is accepted as often as it is sent, until it expires.
        user = self.link(claims, self.authenticate(request)[0]) if sent.get("link_identity") else self.user_of(claims)
        session = Session(user["id"])
        self.sessions[session.id] = session
        return 200, self.session_reply(session, self.new_refresh_token(session))

    def sign_up(self, request):
        """An anonymous sign-in: https://supabase.com/docs/guides/auth/auth-anonymous"""
        if request.json.get("email") or request.json.get("phone"):
            raise http_error(422, "signup_disabled", "Only anonymous sign-ins are played")  # unknown
        user = self.new_user("", {}) | {"user_metadata": request.json.get("data") or {}, "is_anonymous": True}
        self.users[user["id"]] = user
        session = Session(user["id"])
        self.sessions[session.id] = session
        return 200, self.session_reply(session, self.new_refresh_token(session))

    def new_user(self, email, metadata):
        now = self.timestamp()
        return {
            "id": str(uuid.uuid4()),
            "aud": "authenticated",
            "role": "authenticated",
            "email": email,
            "email_confirmed_at": now,
            "phone": "",
            "confirmed_at": now,
            "last_sign_in_at": now,
            "app_metadata": metadata,
            "user_metadata": {},
            "identities": [],
            "created_at": now,
            "updated_at": now,
            "is_anonymous": False,
        }

    def owner(self, subject):
        return next((user for user in self.users.values() if any(one["id"] == subject for one in user["identities"])), None)

    def identity(self, claims, data, user):
        now, identifier = self.timestamp(), str(uuid.uuid4())
        self.routes["DELETE", f"/auth/v1/user/identities/{identifier}"] = self.unlink
        return {
            "identity_id": identifier,
            "id": claims["sub"],
            "user_id": user["id"],
            "identity_data": data,
            "provider": "apple",
            "last_sign_in_at": now,
            "created_at": now,
            "updated_at": now,
            "email": claims.get("email", ""),
        }

    def link(self, claims, user):
        """https://supabase.com/docs/guides/auth/auth-identity-linking: the session's user gets the identity."""
        owner = self.owner(claims["sub"])
        if owner:
            whom = "" if owner is user else " to another user"
            raise http_error(422, "identity_already_exists", f"Identity is already linked{whom}")
        user["identities"].append(self.identity(claims, {"iss": claims["iss"], "sub": claims["sub"]}, user))
        user |= {"email": user["email"] or claims.get("email", ""), "is_anonymous": False}
        user["app_metadata"] |= {"provider": "apple", "providers": ["apple"]}
        return user

    def unlink(self, request):
        user, _ = self.authenticate(request)
        if len(user["identities"]) < 2:
            raise http_error(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
        user["identities"] = [one for one in user["identities"] if one["identity_id"] != request.path.rsplit("/", 1)[1]]
        return 200, {}

    def user_of(self, claims):
        """The user with this identity, created at the first sign-in. The identity token has no name."""
        now = self.timestamp()
        data = {"iss": claims["iss"], "sub": claims["sub"], "email_verified": True, "phone_verified": False, "provider_id": claims["sub"]}
        data |= {"email": claims["email"]} if "email" in claims else {}
        custom = {name: claims[name] for name in ("auth_time", "is_private_email") if name in claims}
        data |= {"custom_claims": custom} if custom else {}
        user = self.owner(claims["sub"])
        if not user:
            user = self.new_user(claims.get("email", ""), {"provider": "apple", "providers": ["apple"]})
            user["identities"].append(self.identity(claims, data, user))
            self.users[user["id"]] = user
        user["user_metadata"] |= data  # what the app put there stays
        user["last_sign_in_at"] = now
        return user

    def refresh(self, sent):
        token = sent.get("refresh_token") or ""
        if not re.fullmatch("[a-z0-9]{12}", token):
            raise http_error(400, "validation_failed", "Refresh token is not valid")
        session = next((session for session in self.sessions.values() if token in session.tokens), None)
        if not session:
            raise http_error(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
        behind = len(session.tokens) - 1 - session.tokens.index(token)
        if behind == 0:
            issued = self.new_refresh_token(session)
        elif behind == 1 or self.now() - session.refreshed_at < REUSE_INTERVAL:
            # The client may not have got the last answer, or sent two requests at once: it gets the current token.
            issued = session.tokens[-1]
        else:
            del self.sessions[session.id]
            raise http_error(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
        session.refreshed_at = self.now()
        return 200, self.session_reply(session, issued)

    def new_refresh_token(self, session):
        session.tokens.append("".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(12)))
        return session.tokens[-1]

    def session_reply(self, session, refresh_token):
        user = self.users[session.user]
        token = self.issue(
            user["id"],
            session.id,
            iss=f"{self.url}/auth/v1",
            aud="authenticated",
            email=user["email"],
            phone="",
            app_metadata=user["app_metadata"],
            user_metadata=user["user_metadata"],
            role="authenticated",
            aal="aal1",
            amr=[{"method": "oauth", "timestamp": int(self.now())}],
            session_id=session.id,
            is_anonymous=False,
        )
        return {
            "access_token": token,
            "token_type": "bearer",
            "expires_in": self.lifetime,
            "expires_at": int(self.now()) + self.lifetime,
            "refresh_token": refresh_token,
            "user": user,
        }

    # The user.

    def authenticate(self, request):
        """The access token's user and session. The token alone is not enough: both must still exist."""
        if not request.bearer:
            raise http_error(401, "no_authorization", "This endpoint requires a valid Bearer token")
        access = self.access.get(request.bearer)
        if not access or access.expires <= self.now():
            cause = "token has invalid claims: token is expired" if access else "token is malformed"
            raise http_error(403, "bad_jwt", f"invalid JWT: unable to parse or verify signature, {cause}")
        if access.user not in self.users:
            raise http_error(403, "user_not_found", "User from sub claim in JWT does not exist")
        if access.session not in self.sessions:
            raise http_error(403, "session_not_found", "Session from session_id claim in JWT does not exist")
        return self.users[access.user], self.sessions[access.session]

    def read_user(self, request):
        user, _ = self.authenticate(request)
        return 200, user

    def update_user(self, request):
        user, _ = self.authenticate(request)
        for name, value in (request.json.get("data") or {}).items():
            if value is None:
                user["user_metadata"].pop(name, None)
            else:
                user["user_metadata"][name] = value
        user["updated_at"] = self.timestamp()
        return 200, user

    def logout(self, request):
        user, session = self.authenticate(request)
        scope = request.query.get("scope", "global")
        if scope not in ("global", "local", "others"):
            raise http_error(400, "validation_failed", f'Unsupported logout scope "{scope}"')
        for other in [other for other in self.sessions.values() if other.user == user["id"]]:
            if scope == "global" or (other is session) == (scope == "local"):
                del self.sessions[other.id]
        return 204, None

    def delete_account(self, request):
        """An Edge Function of one's own: with Supabase Auth, only the service's secret key deletes a user.

        https://supabase.com/docs/guides/auth/managing-user-data#deleting-users. As Supabase keeps no token of Apple, the
        function gets a new authorization code if Apple's permission shall end with the account.
        """
        user, _ = self.authenticate(request)
        self.apple.revoke_code(request.json.get("code"))
        del self.users[user["id"]]
        self.sessions = {key: other for key, other in self.sessions.items() if other.user != user["id"]}
        return 204, None

    def timestamp(self):
        return time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime(self.now()))

    # For tests.

    def end_sessions(self):
        self.sessions.clear()

    def state(self):
        return {"users": list(self.users.values()), "sessions": len(self.sessions)}

"""Plays Auth0 as far as a native sign-in with Apple uses it, and a server of one's own that deletes accounts.

Parameters and members are those of https://auth0.com/docs/api/authentication (token exchange for native social, refresh
token, revoke refresh token) and of
https://auth0.com/docs/authenticate/identity-providers/social-identity-providers/apple-native. Errors are those that people
reported (https://github.com/aboutyou/dart_packages/issues/166, https://github.com/auth0/Auth0.swift/issues/124 and 819,
https://github.com/auth0/Auth0.Android/issues/578). Texts marked "unknown" are ours.
"""

import json
import secrets
import time

from played import Played, Refusal, TokenRefused

CLIENT, AUDIENCE = "played-client", "https://api.example.com"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
APPLE_CODE = "http://auth0.com/oauth/token-type/apple-authz-code"
# https://auth0.com/docs/secure/tokens/refresh-tokens/configure-refresh-token-rotation: the overlap is a setting.
OVERLAP = 30
BY_HAND = "https://support.apple.com/102571"


def refused(status, error, description):
    return Refusal(status, {"error": error, "error_description": description})


def unknown_token():
    return refused(403, "invalid_grant", "Unknown or invalid refresh token.")


class Family:
    """A session: its refresh tokens, of which each replaces the one before."""

    def __init__(self, user, scope):
        self.user, self.scope, self.tokens, self.rotated_at = user, scope, [], 0

    def rotate(self, now):
        self.tokens.append("v1." + secrets.token_urlsafe(48))
        self.rotated_at = now
        return self.tokens[-1]


class Auth0(Played):
    def __init__(self, apple):
        super().__init__(apple)
        self.users, self.families = {}, []
        self.routes = {
            ("POST", "/oauth/token"): self.token,
            ("POST", "/oauth/revoke"): self.revoke,
            ("DELETE", "/account"): self.delete_account,
        }

    def sent(self, request):
        """Auth0 takes JSON, which its own clients send, and forms."""
        sent = request.json if "json" in request.headers.get("Content-Type", "") else request.form
        if sent.get("client_id") != CLIENT:
            raise refused(401, "invalid_client", "Unknown client")  # unknown
        return sent

    # Grants.

    def token(self, request):
        sent = self.sent(request)
        match sent.get("grant_type"), sent.get("subject_token_type"):
            case "refresh_token", _:
                return self.refresh(sent)
            case grant, kind if (grant, kind) == (EXCHANGE, APPLE_CODE):
                return self.sign_in(sent)
        raise refused(403, "unauthorized_client", f"Grant type '{sent.get('grant_type')}' not allowed for the client.")

    def sign_in(self, sent):
        """Exchanges Apple's code at Apple. Apple accepts a code once, so a repeated request is refused."""
        tokens = self.apple.tokens(sent.get("subject_token") or "")
        if not tokens:
            raise refused(403, "invalid_grant", "Invalid authorization code")
        try:
            claims = self.apple.verify(tokens["id_token"])
        except TokenRefused as cause:
            raise refused(403, "invalid_grant", "Invalid authorization code") from cause
        # "Avoid using a nonce. It will cause the request to Apple to fail", says the page of the native sign-in.
        if "nonce" in claims:
            raise refused(400, "invalid_request", "Error from Apple connection.")  # the error is unknown
        user = self.user_of(claims, sent.get("user_profile"))
        # Whether Auth0 keeps Apple's refresh token is unknown. Its identities have a place for one.
        user["apple_refresh_token"] = tokens.get("refresh_token")
        family = Family(user["user_id"], sent.get("scope", ""))
        self.families.append(family)
        return 200, self.reply(family, sent)

    def user_of(self, claims, profile):
        """The user with this identity, with the name that Apple gave to the app."""
        user_id = "apple|" + claims["sub"]
        user = self.users.setdefault(user_id, {"user_id": user_id, "email": None, "given": None, "family": None})
        user["email"] = claims.get("email", user["email"])
        try:
            name = json.loads(profile)["name"]
            user["given"], user["family"] = name.get("firstName") or None, name.get("lastName") or None
        except (TypeError, ValueError, KeyError, AttributeError):
            pass  # only the first answer of Apple's has a name
        return user

    def refresh(self, sent):
        token = sent.get("refresh_token") or ""
        family = next((family for family in self.families if token in family.tokens), None)
        if not family:
            raise unknown_token()
        if family.user not in self.users:
            raise refused(403, "invalid_grant", "The refresh_token was generated for a user who doesn't exist anymore.")
        behind = len(family.tokens) - 1 - family.tokens.index(token)
        if behind > 1 or (behind == 1 and self.now() - family.rotated_at >= OVERLAP):
            self.families.remove(family)
            raise unknown_token()
        return 200, self.reply(family, sent)

    def reply(self, family, sent):
        user = self.users[family.user]
        full = " ".join(filter(None, [user["given"], user["family"]]))
        names = {"given_name": user["given"], "family_name": user["family"], "name": full or user["email"]}
        profile = {name: value for name, value in names.items() if value} if "profile" in family.scope else {}
        email = {"email": user["email"], "email_verified": True} if "email" in family.scope and user["email"] else {}
        identity = self.issue(
            user["user_id"], family, iss=self.url + "/", aud=CLIENT, updated_at=time.strftime("%Y-%m-%dT%H:%M:%S.000Z"), **profile, **email
        )
        del self.access[identity]  # an ID token opens nothing
        reply = {
            "access_token": self.issue(
                user["user_id"], family, iss=self.url + "/", aud=[AUDIENCE, self.url + "/userinfo"], scope=family.scope
            )
        }
        if "offline_access" in family.scope:
            reply["refresh_token"] = family.rotate(self.now())
        return reply | {"id_token": identity, "scope": family.scope, "expires_in": self.lifetime, "token_type": "Bearer"}

    def revoke(self, request):
        token = self.sent(request).get("token")
        self.families = [family for family in self.families if token not in family.tokens]
        return 200, {}

    # A server of one's own.

    def delete_account(self, request):
        """Deletes the user through Auth0's Management API, whose secret no app may have, and ends Apple's permission.

        It finds Apple's refresh token in the user's identities, with the scope `read:user_idp_tokens`:
        https://auth0.com/docs/secure/tokens/access-tokens/identity-provider-access-tokens
        """
        access = self.access.get(request.bearer)
        if not access or access.expires <= self.now() or access.user not in self.users:
            raise Refusal(401, {"error": "session_ended"})
        user = self.users.pop(access.user)
        if not user["apple_refresh_token"]:
            return 200, {"by_hand": BY_HAND}
        self.apple.revoke(user["apple_refresh_token"])
        return 200, {"by_hand": None}

    # For tests.

    def end_sessions(self):
        self.families.clear()

    def state(self):
        return {"users": list(self.users.values()), "sessions": len(self.families)}

"""Plays Firebase Authentication (Identity Toolkit) as far as a native sign-in with Apple uses it.

Paths, members and errors are those of https://firebase.google.com/docs/reference/rest/auth, of
https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts and .../v2/accounts/revokeToken, of Firebase's
own client (https://github.com/firebase/firebase-ios-sdk, FirebaseAuth/Sources/Swift/Backend) and of its own emulator
(https://github.com/firebase/firebase-tools, src/emulator/auth/operations.ts). Texts marked "unknown" are ours.
"""

import json
import re
import secrets
import urllib.parse

from played import BUNDLE_ID, Played, Refusal, TokenRefused, has_nonce

KEY = "AIza-played"
PROJECT, PROJECT_NUMBER = "played-project", "123456789012"
# https://firebase.google.com/docs/auth/ios/manage-users#re-authenticate_a_user: five minutes
RECENT = 300


def refused(message):
    """An error of Identity Toolkit. Clients compare what is before the colon."""
    return Refusal(
        400, {"error": {"code": 400, "message": message, "errors": [{"message": message, "domain": "global", "reason": "invalid"}]}}
    )


def token_refused(message):
    """An error of the secure-token host, whose form is a little different."""
    return Refusal(400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}})


class Firebase(Played):
    def __init__(self, apple):
        super().__init__(apple)
        self.users, self.refresh_tokens, self.spent = {}, {}, set()
        self.routes = {
            ("POST", "/v1/accounts:signInWithIdp"): self.sign_in,
            ("POST", "/v1/token"): self.refresh,
            ("POST", "/v1/accounts:signUp"): self.sign_up,
            ("POST", "/v1/accounts:update"): self.update,
            ("POST", "/v1/accounts:lookup"): self.lookup,
            ("POST", "/v2/accounts:revokeToken"): self.revoke_apple,
            ("POST", "/v1/accounts:delete"): self.delete,
        }

    def answer(self, request):
        # Both hosts are played on one port. Firebase's own clients put the host into the path when they use an emulator.
        request.path = re.sub(r"^/(identitytoolkit|securetoken)\.googleapis\.com(?=/)", "", request.path)
        return super().answer(request)

    def prepare(self, request):
        key = request.query.get("key") or request.headers.get("x-goog-api-key")
        if not key:
            raise Refusal(
                403, {"error": {"code": 403, "message": "The request is missing a valid API key.", "status": "PERMISSION_DENIED"}}
            )
        if key != KEY:
            raise Refusal(
                400, {"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.", "status": "INVALID_ARGUMENT"}}
            )

    # Signing in.

    def sign_in(self, request):
        sent = request.json
        if not sent.get("requestUri"):
            raise refused("MISSING_REQUEST_URI")
        assertion = dict(urllib.parse.parse_qsl(sent.get("postBody") or ""))
        if assertion.get("providerId") != "apple.com" or "id_token" not in assertion:
            raise refused(
                f"INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: {sent['requestUri']}?{sent.get('postBody') or ''}"
            )
        claims = self.claims_of(assertion)
        user = next((user for user in self.users.values() if user["raw_id"] == claims["sub"]), None)
        new = user is None and not sent.get("idToken")
        if sent.get("idToken"):
            # https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp: it is linked.
            linking, _ = self.authenticate(sent)
            if user not in (None, linking):
                raise refused("FEDERATED_USER_ID_ALREADY_LINKED")
            user = linking
            user |= {"raw_id": claims["sub"], "email": user["email"] or claims.get("email")}
        if new:
            user = self.new_user(claims)
        # The name that Apple gave to the app. Firebase's client sends it here; its emulator ignores it.
        name = full_name(assertion.get("user"))
        if name and not user["displayName"]:
            user["displayName"] = name
        user["last_login_at"] = self.now()
        return 200, drop_nothing(
            {
                "kind": "identitytoolkit#VerifyAssertionResponse",
                "federatedId": claims["sub"],
                "providerId": "apple.com",
                "localId": user["localId"],
                "email": user["email"],
                "emailVerified": bool(user["email"]),
                "displayName": user["displayName"],
                "fullName": user["displayName"],
                "rawUserInfo": json.dumps(claims),
                "oauthIdToken": assertion["id_token"] if sent.get("returnIdpCredential") else None,
                "isNewUser": True if new else None,
            }
            | (self.tokens(user) if sent.get("returnSecureToken") else {})
        )

    def claims_of(self, assertion):
        """The claims of Apple's identity token. Each token signs in once, even if the answer is lost.

        https://github.com/firebase/firebase-ios-sdk/issues/4434
        """
        token = assertion["id_token"]
        try:
            claims = self.apple.verify(token)
        except TokenRefused as cause:
            raise refused(
                "INVALID_IDP_RESPONSE : "
                + {
                    "audience": f"The audience in ID Token [{cause.claims.get('aud')}] does not match the expected audience {BUNDLE_ID}.",
                    "expired": f"ID Token issued at {cause.claims.get('iat')} is stale to sign-in.",
                    "token": "The ID Token is invalid.",  # unknown
                }[cause.reason]
            ) from cause
        nonce = assertion.get("nonce")
        if claims.get("nonce") and not nonce:
            raise refused("MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
        # What a token without a nonce and a request with one give is unknown: it is refused.
        if nonce and not has_nonce(claims, nonce):
            raise refused(
                f'MISSING_OR_INVALID_NONCE : The nonce in ID Token "{claims.get("nonce", "")}" does not match the '
                f'SHA256 hash of the raw nonce "{nonce}" in the request.'
            )
        if token in self.spent:
            raise refused("MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential.")
        self.spent.add(token)
        return claims

    def sign_up(self, request):
        """An anonymous sign-in: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp"""
        if request.json.get("email"):
            raise refused("OPERATION_NOT_ALLOWED : only anonymous users are played")  # unknown
        user = self.new_user({})
        return 200, {"kind": "identitytoolkit#SignupNewUserResponse", "localId": user["localId"]} | self.tokens(user)

    def new_user(self, claims):
        user = {
            "localId": secrets.token_urlsafe(21),
            "raw_id": claims.get("sub"),
            "email": claims.get("email"),
            "displayName": None,
            "created_at": self.now(),
            "last_login_at": self.now(),
            "valid_since": 0,
        }
        self.users[user["localId"]] = user
        return user

    # Tokens.

    def tokens(self, user):
        refresh_token = secrets.token_urlsafe(96)
        self.refresh_tokens[refresh_token] = (user["localId"], self.now())
        return {"idToken": self.id_token(user, self.now()), "refreshToken": refresh_token, "expiresIn": str(self.lifetime)}

    def id_token(self, user, signed_in_at):
        identities = {"apple.com": [user["raw_id"]]} if user["raw_id"] else {}
        identities |= {"email": [user["email"]]} if user["email"] else {}
        return self.issue(
            user["localId"],
            None,
            signed_in_at,
            **drop_nothing(
                {
                    "iss": f"https://securetoken.google.com/{PROJECT}",
                    "aud": PROJECT,
                    "user_id": user["localId"],
                    "auth_time": int(signed_in_at),
                    "name": user["displayName"],
                    "email": user["email"],
                    "email_verified": bool(user["email"]),
                    "firebase": {"identities": identities, "sign_in_provider": "apple.com" if user["raw_id"] else "anonymous"},
                }
            ),
        )

    def refresh(self, request):
        """Refresh tokens do not rotate. Firebase's client sends JSON in camel case instead of the documented form."""
        sent = request.form if "json" not in request.headers.get("Content-Type", "") else request.json
        grant_type = sent.get("grant_type") or sent.get("grantType")
        token = sent.get("refresh_token") or sent.get("refreshToken")
        if grant_type != "refresh_token":
            raise token_refused("INVALID_GRANT_TYPE" if grant_type else "MISSING_GRANT_TYPE")
        if not token:
            raise token_refused("MISSING_REFRESH_TOKEN")
        if token not in self.refresh_tokens:
            raise token_refused("INVALID_REFRESH_TOKEN")
        local_id, signed_in_at = self.refresh_tokens[token]
        user = self.users.get(local_id)
        if not user:
            raise token_refused("USER_NOT_FOUND")
        if signed_in_at < user["valid_since"]:
            raise token_refused("TOKEN_EXPIRED")
        id_token = self.id_token(user, signed_in_at)
        return 200, {
            "access_token": id_token,
            "expires_in": str(self.lifetime),
            "token_type": "Bearer",
            "refresh_token": token,
            "id_token": id_token,
            "user_id": local_id,
            "project_id": PROJECT_NUMBER,
        }

    # The user.

    def authenticate(self, sent):
        token = sent.get("idToken")
        if not token:
            raise refused("MISSING_ID_TOKEN")
        access = self.access.get(token)
        if not access or access.expires <= self.now():
            raise refused("INVALID_ID_TOKEN")
        user = self.users.get(access.user)
        if not user:
            raise refused("USER_NOT_FOUND")
        if access.issued < user["valid_since"]:
            raise refused("TOKEN_EXPIRED")
        return user, access

    def update(self, request):
        sent = request.json
        user, _ = self.authenticate(sent)
        if "displayName" in sent:
            user["displayName"] = sent["displayName"]
        if "apple.com" in (sent.get("deleteProvider") or []):
            user["raw_id"] = None
        if "DISPLAY_NAME" in (sent.get("deleteAttribute") or []):
            user["displayName"] = None
        return 200, drop_nothing(
            {
                "kind": "identitytoolkit#SetAccountInfoResponse",
                "localId": user["localId"],
                "email": user["email"],
                "displayName": user["displayName"],
                "emailVerified": bool(user["email"]),
                "providerUserInfo": providers(user),
            }
            | (self.tokens(user) if sent.get("returnSecureToken") else {})
        )

    def lookup(self, request):
        user, _ = self.authenticate(request.json)
        return 200, {
            "kind": "identitytoolkit#GetAccountInfoResponse",
            "users": [
                drop_nothing(
                    {
                        "localId": user["localId"],
                        "email": user["email"],
                        "emailVerified": bool(user["email"]),
                        "displayName": user["displayName"],
                        "providerUserInfo": providers(user),
                        "validSince": str(int(user["valid_since"] or user["created_at"])),
                        "createdAt": str(int(user["created_at"] * 1000)),
                        "lastLoginAt": str(int(user["last_login_at"] * 1000)),
                    }
                )
            ],
        }

    def revoke_apple(self, request):
        """Exchanges Apple's code with the team's key from the console, and revokes the token.

        Firebase's client sends the token type as a number in a string, and no `redirectUri`, which the page demands.
        """
        sent = request.json
        self.authenticate(sent)
        if sent.get("providerId") != "apple.com":
            raise refused("INVALID_PROVIDER_ID")
        if str(sent.get("tokenType")) not in ("CODE", "3"):
            raise refused("INVALID_REQ_TYPE : only authorization codes are played")  # unknown
        if not self.apple.revoke_code(sent.get("token")):
            raise refused("INVALID_IDP_RESPONSE : Error getting access token from apple.com")  # unknown
        return 200, {}

    def delete(self, request):
        user, access = self.authenticate(request.json)
        if self.now() - access.signed_in_at > RECENT:
            raise refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        del self.users[user["localId"]]
        return 200, {"kind": "identitytoolkit#DeleteAccountResponse"}

    # For tests.

    def end_sessions(self):
        """What `revokeRefreshTokens` of the Admin SDK does: https://firebase.google.com/docs/auth/admin/manage-sessions"""
        for user in self.users.values():
            user["valid_since"] = self.now()

    def state(self):
        return {"users": list(self.users.values())}


def providers(user):
    """The logins of a user. An anonymous user has none."""
    return (
        [
            drop_nothing(
                {
                    "providerId": "apple.com",
                    "rawId": user["raw_id"],
                    "federatedId": user["raw_id"],
                    "email": user["email"],
                    "displayName": user["displayName"],
                }
            )
        ]
        if user["raw_id"]
        else None
    )


def full_name(sent):
    """The display name for `{"name":{"firstName":…,"lastName":…}}`."""
    try:
        name = json.loads(sent)["name"]
        return " ".join(filter(None, [name.get("firstName"), name.get("lastName")]))
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def drop_nothing(members):
    """Leaves out members without a value, as Google's JSON does."""
    return {name: value for name, value in members.items() if value is not None}

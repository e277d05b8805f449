"""What AppAuth for Android does, step by step, for an app on a person's device. From its sources, without its Java."""

import base64
import hashlib
import secrets
import time
import urllib.parse

import requests

from .keys import part
from .shapes import JSONObject

REQUIRED = (
    "issuer",
    "authorization_endpoint",
    "jwks_uri",
    "response_types_supported",
    "subject_types_supported",
    "id_token_signing_alg_values_supported",
)
LONGEST_SINCE_ISSUED = 600  # seconds


class Refused(Exception):
    pass


class AppAuth:
    def __init__(self, issuer: str, client_id: str, redirect_uri: str, goodbye: str | None, scope: str = "openid profile email") -> None:
        self.client_id, self.redirect_uri, self.goodbye, self.scope = client_id, redirect_uri, goodbye, scope
        self.document: JSONObject = requests.get(f"{issuer}/.well-known/openid-configuration").json()
        for name in REQUIRED:
            if name not in self.document:
                raise Refused(f"missing in the discovery document: {name}")
        self.refresh_token: str | None = None
        self.id_token: str | None = None

    def request(self) -> str:
        """AuthorizationRequest.Builder: state, nonce and code verifier are random by default."""
        self.state, self.nonce, self.verifier = (secrets.token_urlsafe(size) for size in (16, 16, 64))
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return f"{self.document['authorization_endpoint']}?" + urllib.parse.urlencode(
            {
                "redirect_uri": self.redirect_uri,
                "client_id": self.client_id,
                "response_type": "code",
                "state": self.state,
                "nonce": self.nonce,
                "scope": self.scope,
                "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
                "code_challenge_method": "S256",
            }
        )

    def receive(self, url: str) -> None:
        """RedirectUriReceiverActivity and performTokenRequest, with NoClientAuthentication."""
        if not url.startswith(self.redirect_uri + "?"):
            raise Refused(f"not ours: {url}")
        fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        if fields.get("state") != self.state:
            raise Refused("state")
        if "error" in fields:
            raise Refused(fields["error"])
        self.tell(
            {"grant_type": "authorization_code", "code": fields["code"], "redirect_uri": self.redirect_uri, "code_verifier": self.verifier}
        )
        self.check_id_token(self.nonce)

    def refresh(self) -> None:
        """AuthState.performActionWithFreshTokens. The ID token is not checked again by a nonce."""
        self.tell({"grant_type": "refresh_token", "refresh_token": self.refresh_token})
        self.check_id_token(None)

    def tell(self, form: dict[str, str | None]) -> None:
        reply = requests.post(self.document["token_endpoint"], {"client_id": self.client_id} | form, headers={"Accept": "application/json"})
        answer = reply.json()
        if "error" in answer:
            raise Refused(answer["error"])
        self.access_token: str = answer["access_token"]
        self.id_token = answer["id_token"]
        self.refresh_token = answer.get("refresh_token", self.refresh_token)

    def check_id_token(self, nonce: str | None) -> JSONObject:
        """IdToken.validate, which leaves the signature to TLS (OpenID Connect Core 1.0, section 3.1.3.7, number 6)."""
        assert self.id_token is not None
        claims, now = part(self.id_token, 1), time.time()
        issuer = urllib.parse.urlsplit(claims["iss"])
        audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        for good, what in (
            (claims["iss"] == self.document["issuer"], "issuer"),
            (issuer.scheme == "https" and issuer.hostname, "an issuer without https"),
            (not issuer.query and not issuer.fragment, "an issuer with a query or a fragment"),
            (self.client_id in audience or claims.get("azp") == self.client_id, "audience"),
            (now <= claims["exp"], "expired"),
            (abs(now - claims["iat"]) <= LONGEST_SINCE_ISSUED, "issued more than ten minutes ago or ahead"),
            (nonce is None or claims.get("nonce") == nonce, "nonce"),
        ):
            if not good:
                raise Refused(what)
        return claims

    def end_session(self) -> str:
        """EndSessionRequest: it has a state of its own."""
        return f"{self.document['end_session_endpoint']}?" + urllib.parse.urlencode(
            {"id_token_hint": self.id_token, "post_logout_redirect_uri": self.goodbye, "state": secrets.token_urlsafe(16)}
        )

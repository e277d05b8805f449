"""An OpenID client with a server of its own: its configuration, and the requests of the code flow."""

import base64
import hashlib
import secrets
import urllib.parse

from .keys import part
from .people import Sends, Visitor
from .shapes import JSON, JSONObject
from .web import Answer

REDIRECT_URI = "https://client.example/callback"


class RelyingParty:
    """A confidential client that authenticates with `Basic` (RFC 6749 section 2.3.1)."""

    def __init__(self, client_id: str, **settings: JSON) -> None:
        """`settings` are added to the client's configuration."""
        secret = secrets.token_urlsafe(32)
        self.id, self.secret = client_id, secret
        self.settings: JSONObject = {
            "kind": "confidential",
            "name": client_id,
            "redirect_uris": [REDIRECT_URI],
            "secret_sha256": [hashlib.sha256(secret.encode()).hexdigest()],
        } | settings
        self.headers = {"Authorization": "Basic " + base64.b64encode(f"{client_id}:{secret}".encode()).decode()}

    def begin(self) -> "CodeFlow":
        return CodeFlow(self)

    def code(self, visitor: Visitor, through: Sends | None = None) -> dict[str, str]:
        """Gets a code under the visitor's session, and returns the form of the token request."""
        flow = self.begin()
        answer = visitor.get(flow.path, through)
        assert answer is not None
        return flow.exchange(answer)

    def ask(self, through: Sends, form: dict[str, str]) -> Answer | None:
        """Sends a token request."""
        return through.send("POST", "/oauth/token", form=form, headers=self.headers)

    def renew(self, tokens: JSONObject, through: Sends) -> Answer | None:
        return self.ask(through, refreshing(tokens))


class CodeFlow:
    """One sign-in of a client, with a code challenge (RFC 7636)."""

    def __init__(self, party: RelyingParty) -> None:
        self.state, self.nonce, self.verifier = (secrets.token_urlsafe(32) for _ in range(3))
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        self.path = "/oauth/authorize?" + urllib.parse.urlencode(
            {
                "response_type": "code",
                "client_id": party.id,
                "redirect_uri": REDIRECT_URI,
                "scope": "openid profile email",
                "state": self.state,
                "nonce": self.nonce,
                "code_challenge": challenge,
                "code_challenge_method": "S256",
            }
        )

    def exchange(self, answer: Answer) -> dict[str, str]:
        """Returns the form of the token request, with the code of the answer to the authorization request."""
        address, _, query = (answer.headers["Location"] or "").partition("?")
        found = dict(urllib.parse.parse_qsl(query))
        assert address == REDIRECT_URI and found.get("state") == self.state and "code" in found, f"{answer}: {found}"
        return {"grant_type": "authorization_code", "code": found["code"], "redirect_uri": REDIRECT_URI, "code_verifier": self.verifier}


def refreshing(tokens: JSONObject) -> dict[str, str]:
    """The form of the token request that renews a client's session."""
    return {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}


def provider(*parties: RelyingParty) -> JSONObject:
    """The setting `openid` of a service with these clients."""
    return {"enabled": True, "clients": {party.id: party.settings for party in parties}}


def user_info(through: Sends, tokens: JSONObject) -> Answer | None:
    return through.send("GET", "/oauth/userinfo", token=tokens["access_token"])


def session_of(tokens: JSONObject) -> str:
    """The `sid`, which is the id of the client's session."""
    session: str = part(tokens["id_token"], 1)["sid"]
    return session


def sign_out(visitor: Visitor) -> Answer | None:
    """Confirms our question page in the visitor's browser, as a click on its button does."""
    return visitor.keep(visitor.system.send("POST", "/oauth/logout/confirm", form={}, headers=visitor.headers()))

"""pyoidc (oic), configured by discovery, with the client that a developer registers in Apple's portal."""

import urllib.parse

from jwkest import JWKESTException
from oic.exception import PyoidcError
from oic.extension.client import Client as ExtensionClient
from oic.oauth2.grant import Token
from oic.oic import Client
from oic.oic.message import AccessTokenResponse, AuthorizationResponse, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD

from journey import Journey, NotSignedIn, SignedIn


class TestPyoidc(Journey):
    software = "oic"
    leaves_to_application = ("nonce",)
    refusal = (PyoidcError, JWKESTException, NotSignedIn)

    def set_up(self):
        self.client = Client(client_authn_method=CLIENT_AUTHN_METHOD)
        self.client.provider_config(self.issuer)
        self.client.store_registration_info(
            RegistrationResponse(
                client_id=self.client_id,
                client_secret=self.apple.client_secret(),
                redirect_uris=[self.return_url],
                token_endpoint_auth_method="client_secret_post",
            )
        )

    def begin(self):
        request = self.client.construct_AuthorizationRequest(
            request_args={
                "response_type": "code",
                "response_mode": "form_post",
                "scope": ["openid", "name", "email"],
                "state": "state-1",
                "nonce": "nonce-1",
                "redirect_uri": self.return_url,
            }
        )
        return request.request(self.client.authorization_endpoint)

    def finish(self, answer):
        self.client.parse_response(AuthorizationResponse, info=urllib.parse.urlencode(answer["fields"]), sformat="urlencoded")
        tokens = self.client.do_access_token_request(
            state="state-1", request_args={"redirect_uri": self.return_url}, authn_method="client_secret_post"
        )
        if not isinstance(tokens, AccessTokenResponse):
            raise NotSignedIn(tokens)
        claims = tokens["id_token"]
        if claims["nonce"] != "nonce-1":
            raise NotSignedIn("nonce")
        return SignedIn(claims["sub"], claims["email"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        # passed explicitly: pyoidc forgets the refresh token, since Apple's answer to a refresh does not repeat it
        tokens = self.client.do_access_token_refresh(
            state="state-1", token=Token({"refresh_token": refresh_token}), authn_method="client_secret_post"
        )
        if not isinstance(tokens, AccessTokenResponse):
            raise NotSignedIn(tokens)

    def revoke(self, refresh_token):
        # revocation is in another class of pyoidc, which does not support discovery
        client = ExtensionClient(client_id=self.client_id, client_authn_method=CLIENT_AUTHN_METHOD)
        client.client_secret = self.apple.client_secret()
        client.revocation_endpoint = self.client.provider_info["revocation_endpoint"]
        answered = client.do_token_revocation(
            authn_method="client_secret_post", request_args={"token": refresh_token, "token_type_hint": "refresh_token"}
        )
        assert answered == 200, answered

"""idpyoidc, through its relying-party handler."""

from cryptojwt import KeyJar
from cryptojwt.exception import BadSignature
from idpyoidc.client.exception import OidcServiceError
from idpyoidc.client.rp_handler import RPHandler
from idpyoidc.exception import NotForMe, VerificationError

from journey import Journey, NotSignedIn, SignedIn


class TestIdpyoidc(Journey):
    software = "idpyoidc"
    refusal = (OidcServiceError, BadSignature, NotForMe, VerificationError, ValueError, NotSignedIn)

    def set_up(self):
        self.handler = RPHandler(
            base_url="http://localhost",
            keyjar=KeyJar(),
            client_configs={
                "apple": {
                    "issuer": self.issuer,
                    "client_id": self.client_id,
                    "client_secret": self.apple.client_secret(),
                    "redirect_uris": [self.return_url],
                    "client_type": "oidc",
                    "response_types_supported": ["code"],
                    "response_modes_supported": ["form_post"],
                    "scopes_supported": ["openid", "name", "email"],
                    "token_endpoint_auth_methods_supported": ["client_secret_post"],
                    "client_authn_methods": {"client_secret_post": "idpyoidc.client.client_auth.ClientSecretPost"},
                    "services": {
                        "discovery": {"class": "idpyoidc.client.oidc.provider_info_discovery.ProviderInfoDiscovery"},
                        "authorization": {"class": "idpyoidc.client.oidc.authorization.Authorization"},
                        "accesstoken": {"class": "idpyoidc.client.oidc.access_token.AccessToken"},
                        "refresh_token": {"class": "idpyoidc.client.oidc.refresh_access_token.RefreshAccessToken"},
                        "token_revocation": {
                            "class": "idpyoidc.client.oauth2.token_revocation.TokenRevocation",
                            # with the default, "text", an answer without a body is an error
                            "kwargs": {"response_body_type": "html"},
                        },
                    },
                }
            },
        )

    def begin(self):
        return self.handler.begin("apple", req_args={"response_mode": "form_post", "scope": ["openid", "name", "email"]})

    def finish(self, answer):
        fields = answer["fields"]
        done = self.handler.finalize(self.issuer, dict(fields))
        if "error" in done:
            raise NotSignedIn(done["error"])
        claims = done["id_token"]
        self.state = fields["state"]
        tokens = self.handler.get_session_information(self.state)
        return SignedIn(claims["sub"], claims["email"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        tokens = self.handler.refresh_access_token(self.state)
        if "error" in tokens:
            raise NotSignedIn(tokens["error"])

    def revoke(self, refresh_token):
        answer = self.handler.get_client_from_session_key(self.state).do_request(
            "token_revocation", request_args={"token": refresh_token, "token_type_hint": "refresh_token"}, authn_method="client_secret_post"
        )
        assert "error" not in answer, answer

"""trishul-oauth-client, configured by discovery."""

import jwt
from trishul_oauth import TrishulOAuth
from trishul_oauth.types import TrishulOAuthError

from journey import Journey, SignedIn


class TestTrishulOAuthClient(Journey):
    software = "trishul-oauth-client"
    refusal = TrishulOAuthError
    revoking_signs_out = True

    def set_up(self):
        self.client = TrishulOAuth(
            {
                "issuer": self.issuer,
                "clientId": self.client_id,
                "clientSecret": self.apple.client_secret(),
                "redirectUri": self.return_url,
                "scope": "openid name email",
                "responseMode": "form_post",
            }
        )

    def begin(self):
        return self.client.create_authorization_url()["url"]

    def finish(self, answer):
        tokens = self.client.handle_callback(answer["fields"])
        claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})  # the client has verified it
        return SignedIn(claims["sub"], claims["email"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        self.client.refresh_tokens(refresh_token)

    def revoke(self, refresh_token):
        self.client.logout()

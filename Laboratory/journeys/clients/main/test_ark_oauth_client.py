"""ark-oauth-client, with discovery."""

from ark_oauth_client import ArkError, ArkOAuthClient

from journey import Journey, SignedIn


class TestArkOAuthClient(Journey):
    software = "ark-oauth-client"
    refusal = ArkError

    def set_up(self):
        self.client = ArkOAuthClient(
            authority=self.issuer,
            client_id=self.client_id,
            client_secret=self.apple.client_secret(),
            token_endpoint_auth_method="client_secret_post",
            redirect_uri=self.return_url,
            scopes=["openid", "name", "email"],
            response_mode="form_post",
            require_token_hashes=False,
        )  # otherwise it requires c_hash, which no token from the token endpoint has

    def begin(self):
        self.request = self.client.create_authorization_url()
        return self.request.url

    def finish(self, answer):
        tokens = self.client.handle_callback(answer["fields"], self.request)
        return SignedIn(tokens.claims["sub"], tokens.claims["email"], tokens.refresh_token)

    def refresh(self, refresh_token):
        self.client.refresh(refresh_token)

    def revoke(self, refresh_token):
        assert self.client.revoke(refresh_token)

"""grantor, configured by discovery."""

from grantor import GrantorClient, GrantorError

from journey import Journey, SignedIn


class TestGrantor(Journey):
    software = "grantor"
    refusal = GrantorError

    def set_up(self):
        self.client = GrantorClient(
            self.issuer,
            client_id=self.client_id,
            client_secret=self.apple.client_secret(),
            auth_method="client_secret_post",
            redirect_uri=self.return_url,
            scope="openid name email",
        )

    def begin(self):
        self.request = self.client.start_authorization(extra={"response_mode": "form_post"})
        return self.request.url

    def finish(self, answer):
        assert answer["fields"]["state"] == self.request.state  # grantor leaves this to the application
        tokens = self.client.exchange_code(answer["fields"]["code"], code_verifier=self.request.code_verifier)
        claims = self.client.verify_id_token(tokens.id_token, nonce=self.request.nonce)
        return SignedIn(claims["sub"], claims["email"], tokens.refresh_token)

    def refresh(self, refresh_token):
        self.client.refresh(refresh_token)

    def revoke(self, refresh_token):
        self.client.revoke(refresh_token, token_type_hint="refresh_token")

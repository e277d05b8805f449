"""ark-oauth-client, with discovery."""

from ark_oauth_client import ArkError, ArkOAuthClient

from relying_party import RelyingParty, SignedIn


class TestArkOAuthClient(RelyingParty):
    software = "ark-oauth-client"
    settings = "`require_token_hashes` off, because it would require a `c_hash` from the token endpoint too"
    refusal = ArkError

    def set_up(self):
        self.client = ArkOAuthClient(
            authority=self.issuer,
            client_id=self.client_id,
            client_secret=self.client_secret,
            redirect_uri=self.redirect_uri,
            require_token_hashes=False,
        )

    def begin(self):
        self.request = self.client.create_authorization_url()
        return self.request.url

    def finish(self, arrival):
        tokens = self.client.handle_callback(arrival.fields, self.request)
        person = self.client.user_info(tokens.access_token)
        assert person["sub"] == tokens.claims["sub"]
        return SignedIn(person["sub"], person["email"], person["name"], tokens.id_token, tokens.refresh_token)

    def refresh(self, refresh_token):
        return self.client.refresh(refresh_token).refresh_token

    def log_out(self, person):
        return self.client.end_session_url(id_token_hint=person.id_token, post_logout_redirect_uri=self.goodbye)

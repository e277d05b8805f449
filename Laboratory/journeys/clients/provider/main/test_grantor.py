"""grantor, configured by discovery."""

from grantor import GrantorClient, GrantorError

from relying_party import RelyingParty, SignedIn


class TestGrantor(RelyingParty):
    software = "grantor"
    refusal = GrantorError

    def set_up(self):
        self.client = GrantorClient(self.issuer, client_id=self.client_id, client_secret=self.client_secret, redirect_uri=self.redirect_uri)

    def begin(self):
        self.request = self.client.start_authorization()
        return self.request.url

    def finish(self, arrival):
        assert arrival.fields["state"] == self.request.state  # grantor leaves this to the application
        tokens = self.client.exchange_code(arrival.fields["code"], code_verifier=self.request.code_verifier)
        claims = self.client.verify_id_token(tokens.id_token, nonce=self.request.nonce)
        person = self.client.fetch_userinfo(tokens.access_token)
        assert person["sub"] == claims["sub"]
        return SignedIn(person["sub"], person["email"], person["name"], tokens.id_token, tokens.refresh_token)

    def refresh(self, refresh_token):
        return self.client.refresh(refresh_token).refresh_token

    def log_out(self, person):
        return self.client.end_session_url(person.id_token, post_logout_redirect_uri=self.goodbye)

"""simple-openid-connect, configured by discovery. It cannot work with Apple, because it only knows Basic authentication."""

from cryptojwt.exception import JWKESTException
from pydantic import ValidationError
from simple_openid_connect import pkce
from simple_openid_connect.client import OpenidClient
from simple_openid_connect.data import RpInitiatedLogoutRequest

from relying_party import RelyingParty, SignedIn


class TestSimpleOpenidConnect(RelyingParty):
    software = "simple-openid-connect"
    settings = "`scope` with `profile` and `email`; the application passes the values of the client's `pkce`"
    algorithms = ("RS256",)
    refusal = (JWKESTException, ValidationError)

    def set_up(self):
        self.client = OpenidClient.from_issuer_url(
            self.issuer, self.redirect_uri, self.client_id, self.client_secret, scope="openid profile email"
        )

    def begin(self):
        self.verifier, challenge = pkce.generate_pkce_pair()
        return self.client.authorization_code_flow.start_authentication(
            state="state-1", nonce="nonce-1", code_challenge=challenge, code_challenge_method="S256"
        )

    def finish(self, arrival):
        tokens = self.client.authorization_code_flow.handle_authentication_result(arrival.url, state="state-1", code_verifier=self.verifier)
        token = self.client.decode_id_token(tokens.id_token, nonce="nonce-1")
        person = self.client.fetch_userinfo(tokens.access_token)
        assert person.sub == token.sub
        return SignedIn(person.sub, person.email, person.name, tokens.id_token, tokens.refresh_token)

    def refresh(self, refresh_token):
        return self.client.exchange_refresh_token(refresh_token).refresh_token

    def log_out(self, person):
        return self.client.initiate_logout(RpInitiatedLogoutRequest(id_token_hint=person.id_token, post_logout_redirect_uri=self.goodbye))

"""requests_oauth2client, configured by discovery. It validates the ID token against its own request."""

from jwskate import InvalidSignature
from requests_oauth2client import OAuth2Client
from requests_oauth2client.exceptions import OAuth2Error
from requests_oauth2client.tokens import InvalidIdToken

from relying_party import RelyingParty, SignedIn


class TestRequestsOAuth2Client(RelyingParty):
    software = "requests_oauth2client"
    authentication = "client_secret_post"
    algorithms = ("RS256",)
    refusal = (OAuth2Error, InvalidIdToken, InvalidSignature)

    def set_up(self):
        self.client = OAuth2Client.from_discovery_endpoint(
            issuer=self.issuer, client_id=self.client_id, client_secret=self.client_secret, redirect_uri=self.redirect_uri
        )

    def begin(self):
        self.request = self.client.authorization_request(scope="openid profile email")
        return str(self.request)

    def finish(self, arrival):
        tokens = self.client.authorization_code(self.request.validate_callback(arrival.url), validate=True)
        person = self.client.userinfo(tokens)
        assert person["sub"] == tokens.id_token.sub
        return SignedIn(person["sub"], person["email"], person["name"], str(tokens.id_token), tokens.refresh_token)

    def refresh(self, refresh_token):
        return self.client.refresh_token(refresh_token).refresh_token

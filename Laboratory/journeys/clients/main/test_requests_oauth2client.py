"""requests_oauth2client, configured by discovery. It validates the identity token against its own request."""

import urllib.parse

from jwskate import InvalidSignature
from requests_oauth2client import ClientSecretPost, OAuth2Client
from requests_oauth2client.exceptions import OAuth2Error
from requests_oauth2client.tokens import InvalidIdToken

from journey import Journey, SignedIn


class TestRequestsOAuth2Client(Journey):
    software = "requests_oauth2client"
    refusal = (OAuth2Error, InvalidIdToken, InvalidSignature)

    def set_up(self):
        self.client = OAuth2Client.from_discovery_endpoint(
            f"{self.base_url}/.well-known/openid-configuration",
            issuer=self.issuer,
            auth=ClientSecretPost(self.client_id, self.apple.client_secret()),
            redirect_uri=self.return_url,
            id_token_signed_response_alg="RS256",
            testing=True,
        )  # `testing` allows http

    def begin(self):
        self.request = self.client.authorization_request(scope="openid name email", response_mode="form_post")
        return str(self.request)

    def finish(self, answer):
        response = self.request.validate_callback(f"{self.return_url}?{urllib.parse.urlencode(answer['fields'])}")
        tokens = self.client.authorization_code(response, validate=True)
        return SignedIn(tokens.id_token.sub, tokens.id_token.email, tokens.refresh_token)

    def refresh(self, refresh_token):
        self.client.refresh_token(refresh_token)

    def revoke(self, refresh_token):
        assert self.client.revoke_refresh_token(refresh_token)

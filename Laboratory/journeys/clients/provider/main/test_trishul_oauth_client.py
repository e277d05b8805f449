"""trishul-oauth-client, configured by discovery."""

from trishul_oauth import TrishulOAuth
from trishul_oauth.types import TrishulOAuthError

from relying_party import RelyingParty, SignedIn


class TestTrishulOAuthClient(RelyingParty):
    software = "trishul-oauth-client"
    settings = "`clockSkew`: 60, less than the lifetime of access tokens; with its 300, it refreshes at once"
    authentication = "client_secret_post"
    algorithms = ("RS256",)
    refusal = TrishulOAuthError

    def set_up(self):
        self.client = TrishulOAuth(
            {
                "issuer": self.issuer,
                "clientId": self.client_id,
                "clientSecret": self.client_secret,
                "redirectUri": self.redirect_uri,
                "postLogoutRedirectUri": self.goodbye,
                "clockSkew": 60,
            }
        )

    def begin(self):
        return self.client.create_authorization_url()["url"]

    def finish(self, arrival):
        tokens = self.client.handle_callback(arrival.fields)
        person = self.client.get_user_info()
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        return self.client.refresh_tokens(refresh_token)["refresh_token"]

    def log_out(self, person):
        return self.client.logout()  # also revokes the refresh token

"""idpyoidc, through its relying-party handler."""

import urllib.parse

from cryptojwt import KeyJar
from cryptojwt.exception import BadSignature
from idpyoidc.client.defaults import DEFAULT_CLIENT_CONFIGS, DEFAULT_OIDC_SERVICES
from idpyoidc.client.exception import OidcServiceError
from idpyoidc.client.oauth2.stand_alone_client import backchannel_logout
from idpyoidc.client.rp_handler import RPHandler
from idpyoidc.exception import NotForMe, VerificationError

from relying_party import HearsOfLogouts, NotSignedIn, RelyingParty, SignedIn


class TestIdpyoidc(HearsOfLogouts, RelyingParty):
    software = "idpyoidc"
    settings = (
        "`scopes_supported`; `client_authn_methods` with `client_secret_basic`, for the refresh; the add-on `pkce`, as in its "
        "`DEFAULT_CLIENT_CONFIGS`; the service `EndSession`"
    )
    refusal = (OidcServiceError, BadSignature, NotForMe, VerificationError, ValueError, NotSignedIn)

    def set_up(self):
        self.handler = RPHandler(
            base_url="https://app.example",
            keyjar=KeyJar(),
            client_configs={
                "siwa": {
                    "issuer": self.issuer,
                    "client_id": self.client_id,
                    "client_secret": self.client_secret,
                    "client_type": "oidc",
                    "redirect_uris": [self.redirect_uri],
                    "post_logout_redirect_uris": [self.goodbye],
                    "scopes_supported": ["openid", "profile", "email"],
                    "response_types_supported": ["code"],
                    "client_authn_methods": {"client_secret_basic": "idpyoidc.client.client_auth.ClientSecretBasic"},
                    "add_ons": DEFAULT_CLIENT_CONFIGS[""]["add_ons"],
                    "services": DEFAULT_OIDC_SERVICES | {"end_session": {"class": "idpyoidc.client.oidc.end_session.EndSession"}},
                }
            },
        )

    def begin(self):
        return self.handler.begin("siwa", req_args={"scope": ["openid", "profile", "email"]})

    def finish(self, arrival):
        done = self.handler.finalize(self.issuer, dict(arrival.fields))
        if "error" in done:
            raise NotSignedIn(done["error"])
        self.state = arrival.fields["state"]
        person, tokens = done["userinfo"], self.handler.get_session_information(self.state)
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        tokens = self.handler.refresh_access_token(self.state)
        if "error" in tokens:
            raise NotSignedIn(tokens["error"])
        return tokens["refresh_token"]

    def log_out(self, person):
        return self.handler.logout(self.state)["url"]

    def hear(self, form, person):
        client = self.handler.get_client_from_session_key(self.state)
        assert backchannel_logout(client, request=urllib.parse.urlencode(form)) == self.state

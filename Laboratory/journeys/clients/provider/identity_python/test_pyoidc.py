"""pyoidc (oic), configured by discovery."""

import urllib.parse

from jwkest import JWKESTException
from oic.exception import PyoidcError
from oic.oic import Client
from oic.oic.message import AccessTokenResponse, AuthorizationResponse, BackChannelLogoutRequest, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD

from relying_party import HearsOfLogouts, NotSignedIn, RelyingParty, SignedIn, claims


class TestPyoidc(HearsOfLogouts, RelyingParty):
    software = "oic"
    settings = (
        "the application adds the values of the client's `add_code_challenge` to both requests; userinfo by `GET`, "
        "because a `POST` of this client has the token in the body"
    )
    refusal = (PyoidcError, JWKESTException, NotSignedIn)

    def set_up(self):
        self.client = Client(client_authn_method=CLIENT_AUTHN_METHOD, config={"code_challenge": {"length": 64, "method": "S256"}})
        self.client.provider_config(self.issuer)
        self.client.store_registration_info(
            RegistrationResponse(client_id=self.client_id, client_secret=self.client_secret, redirect_uris=[self.redirect_uri])
        )

    def begin(self):
        challenge, self.verifier = self.client.add_code_challenge()
        request = self.client.construct_AuthorizationRequest(
            request_args={
                "response_type": "code",
                "scope": ["openid", "profile", "email"],
                "state": "state-1",
                "nonce": "nonce-1",
                "redirect_uri": self.redirect_uri,
            }
            | challenge
        )
        return request.request(self.client.authorization_endpoint)

    def finish(self, arrival):
        self.client.parse_response(AuthorizationResponse, info=urllib.parse.urlsplit(arrival.url).query, sformat="urlencoded")
        tokens = self.client.do_access_token_request(
            state="state-1",
            request_args={"redirect_uri": self.redirect_uri, "code_verifier": self.verifier},
            authn_method="client_secret_basic",
        )
        if not isinstance(tokens, AccessTokenResponse) or tokens["id_token"]["nonce"] != "nonce-1":
            raise NotSignedIn(tokens)
        person = self.client.do_user_info_request("GET", state="state-1")
        return SignedIn(person["sub"], person["email"], person["name"], tokens["id_token_jwt"], tokens["refresh_token"])

    def refresh(self, refresh_token):
        tokens = self.client.do_access_token_refresh(state="state-1", authn_method="client_secret_basic")
        if not isinstance(tokens, AccessTokenResponse):
            raise NotSignedIn(tokens)
        return tokens["refresh_token"]

    def hear(self, form, person):
        request = BackChannelLogoutRequest(**form)
        assert request.verify(aud=self.client_id, iss=self.issuer, keyjar=self.client.keyjar)
        token = request["logout_token"]
        assert (token["sub"], token["sid"]) == (person.subject, claims(person.id_token)["sid"])

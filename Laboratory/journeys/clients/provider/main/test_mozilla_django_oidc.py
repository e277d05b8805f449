"""mozilla-django-oidc in a Django site."""

import django_site  # noqa: F401 - configures Django, so it comes first

# isort: split
import urllib.parse

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.test import Client, override_settings

from relying_party import NotSignedIn, RelyingParty, SignedIn, claims


def logout_url(request):
    """The client calls this for the address of the logout, as documented."""
    return f"{settings.SIWA_URL}/oauth/logout?" + urllib.parse.urlencode(
        {"id_token_hint": request.session["oidc_id_token"], "post_logout_redirect_uri": TestMozillaDjangoOidc.goodbye}
    )


class TestMozillaDjangoOidc(RelyingParty):
    software = "mozilla-django-oidc"
    settings = (
        "`OIDC_RP_SIGN_ALGO`: `RS256`; `OIDC_USE_PKCE`; `OIDC_RP_SCOPES` with `profile` for the name; for the logout, "
        "`LOGOUT_REDIRECT_URL`, `OIDC_STORE_ID_TOKEN` and a function of the site for `OIDC_OP_LOGOUT_URL_METHOD`"
    )
    finds_siwa_by = "URLs"
    authentication = "client_secret_post"
    algorithms = ("RS256",)
    redirect_uri = "https://localhost/oidc/callback/"
    refusal = (SuspiciousOperation, NotSignedIn)

    @pytest.fixture(autouse=True)
    def _settings(self, _with_siwa):
        with override_settings(
            OIDC_RP_CLIENT_ID=self.client_id,
            OIDC_RP_CLIENT_SECRET=self.client_secret,
            SIWA_URL=self.issuer,
            OIDC_OP_AUTHORIZATION_ENDPOINT=f"{self.issuer}/oauth/authorize",
            OIDC_OP_TOKEN_ENDPOINT=f"{self.issuer}/oauth/token",
            OIDC_OP_USER_ENDPOINT=f"{self.issuer}/oauth/userinfo",
            OIDC_OP_JWKS_ENDPOINT=f"{self.issuer}/.well-known/jwks.json",
            AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
        ):
            yield

    def set_up(self):
        User.objects.all().delete()
        self.site = Client(SERVER_NAME="localhost")

    def begin(self):
        return self.site.get("/oidc/authenticate/", secure=True).url

    def finish(self, arrival):
        self.site.get("/oidc/callback/", arrival.fields, secure=True)
        user = User.objects.first()
        if user is None:
            raise NotSignedIn
        id_token = self.site.session["oidc_id_token"]
        return SignedIn(claims(id_token)["sub"], user.email, claims(id_token)["name"], id_token, None)

    def log_out(self, person):
        return self.site.post("/oidc/logout/", secure=True).url

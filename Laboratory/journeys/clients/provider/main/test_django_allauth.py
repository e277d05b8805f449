"""django-allauth's provider for OpenID Connect in a Django site."""

import django_site  # noqa: F401 - configures Django, so it comes first

# isort: split
import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import User
from django.test import Client, override_settings

from relying_party import NotSignedIn, RelyingParty, SignedIn


class TestDjangoAllauth(RelyingParty):
    software = "django-allauth"
    settings = "`OAUTH_PKCE_ENABLED`"
    verified_by = "nobody"
    authentication = "client_secret_post"
    redirect_uri = "https://localhost/accounts/oidc/siwa/login/callback/"
    refusal = NotSignedIn  # the site shows its error page

    @pytest.fixture(autouse=True)
    def _settings(self, _with_siwa):
        with override_settings(
            SOCIALACCOUNT_PROVIDERS={
                "openid_connect": {
                    "OAUTH_PKCE_ENABLED": True,
                    "APPS": [
                        {
                            "provider_id": "siwa",
                            "name": "siwa",
                            "client_id": self.client_id,
                            "secret": self.client_secret,
                            "settings": {"server_url": self.issuer},
                        }
                    ],
                }
            }
        ):
            yield

    def set_up(self):
        User.objects.all().delete()
        self.site = Client(SERVER_NAME="localhost")

    def begin(self):
        return self.site.get("/accounts/oidc/siwa/login/", secure=True).url

    def finish(self, arrival):
        reply = self.site.get("/accounts/oidc/siwa/login/callback/", arrival.fields, secure=True)
        account = SocialAccount.objects.filter(provider="siwa").first()
        if account is None:
            raise NotSignedIn(reply.content)
        person = account.extra_data["userinfo"]
        return SignedIn(account.uid, account.user.email, person["name"], None, None)

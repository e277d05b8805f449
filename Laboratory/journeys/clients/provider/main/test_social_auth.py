"""social-auth-core's backend for any OpenID Provider, in a Django site."""

import django_site  # noqa: F401 - configures Django, so it comes first

# isort: split
import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from social_core.exceptions import SocialAuthBaseException
from social_django.models import UserSocialAuth
from social_django.utils import load_strategy

from relying_party import RelyingParty, SignedIn


class TestSocialAuth(RelyingParty):
    software = "social-auth-core, social-auth-app-django"
    settings = "`SOCIAL_AUTH_OIDC_USE_PKCE`"
    algorithms = ("RS256",)
    redirect_uri = "https://localhost/social/complete/oidc/"
    refusal = SocialAuthBaseException

    @pytest.fixture(autouse=True)
    def _settings(self, _with_siwa):
        with override_settings(
            SOCIAL_AUTH_OIDC_OIDC_ENDPOINT=self.issuer, SOCIAL_AUTH_OIDC_KEY=self.client_id, SOCIAL_AUTH_OIDC_SECRET=self.client_secret
        ):
            yield

    def set_up(self):
        User.objects.all().delete()
        self.site = Client(SERVER_NAME="localhost")

    def begin(self):
        return self.site.post("/social/login/oidc/", secure=True).url

    def finish(self, arrival):
        self.site.get("/social/complete/oidc/", arrival.fields, secure=True)
        account = self.account()
        kept = account.extra_data
        return SignedIn(account.uid, account.user.email, account.user.get_full_name(), kept["id_token"], kept["refresh_token"])

    @staticmethod
    def account():
        return UserSocialAuth.objects.get(provider="oidc")

    def refresh(self, refresh_token):
        self.account().refresh_token(load_strategy())
        return self.account().extra_data["refresh_token"]

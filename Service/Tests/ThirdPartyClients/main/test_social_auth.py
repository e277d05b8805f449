"""social-auth-core's AppleIdAuth in a Django site (social-auth-app-django): only proxy and CA say where Apple is."""
import django_site  # noqa: F401: configures Django, so it comes first
import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from social_core.exceptions import SocialAuthBaseException
from social_django.models import UserSocialAuth

from journey import Journey, SignedIn


class TestSocialAuth(Journey):
    software = "social-auth-core, social-auth-app-django"
    under_apples_name = True
    return_url = "https://localhost/social/complete/apple-id/"
    sends_nonce = False
    accepts = {"nonce": "it sends no nonce"}
    hands_out_refresh_token = False  # its pipeline sees the claims and the access token only
    refusal = SocialAuthBaseException

    @pytest.fixture(autouse=True)
    def _settings(self, apple):
        with override_settings(SOCIAL_AUTH_APPLE_ID_SECRET=apple.private_key):
            yield

    def set_up(self):
        User.objects.all().delete()
        self.browser = Client(SERVER_NAME="localhost")

    def begin(self):
        return self.browser.post("/social/login/apple-id/", secure=True).url

    def finish(self, answer):
        self.browser.post("/social/complete/apple-id/", answer["fields"], secure=True)
        account = UserSocialAuth.objects.get(provider="apple-id")
        return SignedIn(account.uid, account.user.email, account.extra_data.get("refresh_token"), account.access_token)

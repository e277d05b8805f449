"""social-auth-core's AppleIdAuth in a Django site, configured as for Apple except for the proxy and the CA."""

import django_site  # noqa: F401 - configures Django, so it comes first

# isort: split
import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from social_core.backends.apple import AppleIdAuth
from social_core.exceptions import SocialAuthBaseException
from social_django.models import UserSocialAuth
from social_django.utils import load_strategy

from journey import Journey, SignedIn


class AppleKeepingTokens(AppleIdAuth):
    """Keeps the refresh token, which AppleIdAuth drops, and authenticates revocations, which it does not."""

    def request_access_token(self, *args, **kwargs):
        self.answer = super().request_access_token(*args, **kwargs)
        return self.answer

    def user_data(self, access_token, *args, **kwargs):
        return {"refresh_token": self.answer.get("refresh_token")}

    def revoke_token_params(self, token, uid):
        client_id, client_secret = self.get_key_and_secret()
        return {"client_id": client_id, "client_secret": client_secret, "token": token}


class TestSocialAuth(Journey):
    software = "social-auth-core, social-auth-app-django"
    under_apples_name = True
    return_url = "https://localhost/social/complete/apple-id/"
    sends_nonce = False
    accepts = {"nonce": "it sends no nonce"}
    helped = ("refresh", "revoke")
    refusal = SocialAuthBaseException
    revoking_signs_out = True

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
        account = self.account()
        return SignedIn(account.uid, account.user.email, account.extra_data["refresh_token"])

    @staticmethod
    def account():
        return UserSocialAuth.objects.get(provider="apple-id")

    def refresh(self, refresh_token):
        self.account().refresh_token(load_strategy())
        assert self.account().extra_data["refresh_token"] == refresh_token

    def revoke(self, refresh_token):
        self.browser.post("/social/disconnect/apple-id/", secure=True)  # revoking the access token ends the grant

"""django-allauth's Apple provider in a Django site, configured as for Apple except for the proxy and the CA."""

import django_site  # noqa: F401 - configures Django, so it comes first

# isort: split
import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.contrib.auth.models import User
from django.test import Client, override_settings

from emulator import KEY, TEAM, WEB
from journey import Journey, NotSignedIn, SignedIn


class TestDjangoAllauth(Journey):
    software = "django-allauth"
    under_apples_name = True
    return_url = "https://localhost/accounts/apple/login/callback/"
    sends_nonce = False
    accepts = {"nonce": "it sends no nonce"}
    refusal = NotSignedIn  # The site shows its error page.

    @pytest.fixture(autouse=True)
    def _settings(self, apple):
        with override_settings(
            SOCIALACCOUNT_PROVIDERS={
                "apple": {
                    "APPS": [{"client_id": WEB, "secret": KEY, "key": TEAM, "settings": {"certificate_key": apple.private_key}}],
                    "SCOPE": ["name", "email"],
                }
            }
        ):
            yield

    def set_up(self):
        User.objects.all().delete()
        self.browser = Client(SERVER_NAME="localhost")

    def begin(self):
        return self.browser.get("/accounts/apple/login/", secure=True).url

    def finish(self, answer):
        reply = self.browser.post("/accounts/apple/login/callback/", answer["fields"], secure=True)
        reply = self.browser.get(reply.url, secure=True)
        account = SocialAccount.objects.filter(provider="apple").first()
        if account is None:
            raise NotSignedIn(reply.content)
        token = SocialToken.objects.get(account=account)
        return SignedIn(account.uid, account.extra_data["email"], token.token_secret)

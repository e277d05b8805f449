"""mozilla-django-oidc in a Django site, with the two overrides for Apple: a callback by POST, and no userinfo."""

import django_site  # noqa: F401 - configures Django, so it comes first

# isort: split
import jwt
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponseRedirect
from django.test import Client, override_settings
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from mozilla_django_oidc.auth import OIDCAuthenticationBackend
from mozilla_django_oidc.views import OIDCAuthenticationCallbackView

from journey import Journey, NotSignedIn, SignedIn


class WithoutUserinfo(OIDCAuthenticationBackend):
    """Overrides `get_userinfo`, as documented. `payload` holds the claims of the verified identity token."""

    def get_userinfo(self, access_token, id_token, payload):
        return payload

    def get_username(self, claims):
        return claims["sub"]


@method_decorator(csrf_exempt, name="dispatch")
class PostedCallback(OIDCAuthenticationCallbackView):
    http_method_names = ["get", "post"]

    def post(self, request):
        return HttpResponseRedirect(f"{request.path}?{request.POST.urlencode()}")


class TestMozillaDjangoOidc(Journey):
    software = "mozilla-django-oidc"
    finds_apple_by = "URLs"
    return_url = "http://localhost/oidc/callback/"
    hands_out_refresh_token = False
    helped = ("authorize",)
    accepts = {"audience": "it turns PyJWT's check off"}
    refusal = (SuspiciousOperation, jwt.PyJWTError, NotSignedIn)

    @pytest.fixture(autouse=True)
    def _settings(self, apple):
        with override_settings(
            OIDC_RP_CLIENT_SECRET=apple.client_secret(),
            OIDC_OP_JWKS_ENDPOINT=f"{apple.url}/auth/keys",
            OIDC_OP_AUTHORIZATION_ENDPOINT=f"{apple.url}/auth/authorize",
            OIDC_STORE_ACCESS_TOKEN=True,
            OIDC_OP_TOKEN_ENDPOINT=f"{apple.url}/auth/token",
            OIDC_OP_USER_ENDPOINT="",
            AUTHENTICATION_BACKENDS=["test_mozilla_django_oidc.WithoutUserinfo"],
        ):
            yield

    def set_up(self):
        User.objects.all().delete()
        self.browser = Client(SERVER_NAME="localhost")

    def begin(self):
        return self.browser.get("/oidc/authenticate/").url

    def finish(self, answer):
        self.browser.get(self.browser.post("/oidc/callback/", answer["fields"]).url)
        user = User.objects.first()
        if user is None:
            raise NotSignedIn
        return SignedIn(user.username, user.email, None, self.browser.session["oidc_access_token"])

"""One Django project for all Django clients. Each section has the settings that one client requires."""

import django
from django.conf import settings
from django.core.management import call_command
from django.http import JsonResponse
from django.urls import include, path

settings.configure(
    SECRET_KEY="of these tests",
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    LOGIN_REDIRECT_URL="/done",
    LOGIN_URL="/login",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "allauth",
        "allauth.account",
        "allauth.socialaccount",
        "allauth.socialaccount.providers.openid_connect",
        "social_django",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": ["django.template.context_processors.request", "django.contrib.messages.context_processors.messages"]
            },
        }
    ],
    AUTHENTICATION_BACKENDS=[
        "allauth.account.auth_backends.AuthenticationBackend",
        "social_core.backends.open_id_connect.OpenIdConnectAuth",
    ],
    # django-allauth
    SOCIALACCOUNT_LOGIN_ON_GET=True,
    # social-auth
    SOCIAL_AUTH_OIDC_USE_PKCE=True,
    SOCIAL_AUTH_RAISE_EXCEPTIONS=True,
    # mozilla-django-oidc
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_USE_PKCE=True,
    OIDC_RP_SCOPES="openid profile email",
    OIDC_STORE_ID_TOKEN=True,
    OIDC_OP_LOGOUT_URL_METHOD="test_mozilla_django_oidc.logout_url",
    LOGOUT_REDIRECT_URL="/",
)
django.setup()
call_command("migrate", verbosity=0, interactive=False)

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("social/", include("social_django.urls", namespace="social")),
    path("oidc/", include("mozilla_django_oidc.urls")),
    path("done", lambda request: JsonResponse({"user": str(request.user)})),
]

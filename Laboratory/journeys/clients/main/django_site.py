"""One Django project for all Django clients. Each section has the settings that one client requires."""

import django
from django.conf import settings
from django.core.management import call_command
from django.http import JsonResponse
from django.urls import include, path

TEAM, KEY, WEB = "TEAM000001", "TESTKEY001", "com.example.web"

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
        "allauth.socialaccount.providers.apple",
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
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend", "test_social_auth.AppleKeepingTokens"],
    # django-allauth
    SOCIALACCOUNT_STORE_TOKENS=True,
    SOCIALACCOUNT_LOGIN_ON_GET=True,
    ACCOUNT_EMAIL_VERIFICATION="none",
    # social-auth: Apple's return URLs need https anyway
    SOCIAL_AUTH_APPLE_ID_TEAM=TEAM,
    SOCIAL_AUTH_APPLE_ID_KEY=KEY,
    SOCIAL_AUTH_APPLE_ID_CLIENT=WEB,
    SOCIAL_AUTH_APPLE_ID_SCOPE=["name", "email"],
    SOCIAL_AUTH_RAISE_EXCEPTIONS=True,
    SOCIAL_AUTH_APPLE_ID_EXTRA_DATA=[("refresh_token", "refresh_token", True)],  # True: kept if a refresh returns none
    SOCIAL_AUTH_APPLE_ID_REVOKE_TOKEN_URL="https://appleid.apple.com/auth/revoke",
    SOCIAL_AUTH_REVOKE_TOKENS_ON_DISCONNECT=True,
    SOCIAL_AUTH_DISCONNECT_PIPELINE=[  # the default also requires a password, so that the person can still sign in
        f"social_core.pipeline.disconnect.{step}" for step in ("get_entries", "revoke_tokens", "disconnect")
    ],
    # mozilla-django-oidc
    OIDC_RP_CLIENT_ID=WEB,
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_RP_SCOPES="openid name email",
    OIDC_AUTH_REQUEST_EXTRA_PARAMS={"response_mode": "form_post"},
    OIDC_STORE_ID_TOKEN=True,
    OIDC_CALLBACK_CLASS="test_mozilla_django_oidc.PostedCallback",
    SESSION_COOKIE_SAMESITE="None",
    SESSION_COOKIE_SECURE=True,  # Apple's form is posted from another site.
)
django.setup()
call_command("migrate", verbosity=0, interactive=False)

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("social/", include("social_django.urls", namespace="social")),
    path("oidc/", include("mozilla_django_oidc.urls")),
    path("done", lambda request: JsonResponse({"user": str(request.user)})),
]

"""A Django project from `startproject` and django-allauth's quick start, headless, for apps only."""

import os
import pathlib
import urllib.parse

SECRET_KEY = os.environ["PEER_SECRET"]
DEBUG = False
ALLOWED_HOSTS = ["localhost"]
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.apple",
    "allauth.headless",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"]
ROOT_URLCONF = "allauth_urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth"]},
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True

# The same durability for all, a persistent connection, and a timeout of 30 seconds for SQLite's lock instead of five.
address = urllib.parse.urlsplit(os.environ["PEER_DATABASE"])
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": address.path[1:],
        "USER": address.username,
        "PASSWORD": address.password,
        "HOST": address.hostname,
        "PORT": address.port,
        "CONN_MAX_AGE": None,
    }
    if address.scheme
    else {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": address.path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 30, "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"},
    }
}

# No mail is sent, and requests are not limited.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = False
SOCIALACCOUNT_PROVIDERS = {
    "apple": {"APPS": [{"client_id": "com.example.app", "secret": "TESTKEY001", "key": "TEAM000001", "settings": {"certificate_key": ""}}]}
}
APPLE_KEYS_URL = os.environ["PEER_APPLE_KEYS"]

HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("app",)
if os.environ["PEER_STRATEGY"] == "jwt":
    HEADLESS_TOKEN_STRATEGY = "allauth.headless.tokens.strategies.jwt.JWTTokenStrategy"
    HEADLESS_JWT_PRIVATE_KEY = pathlib.Path(os.environ["PEER_JWT_KEY"]).read_text()

from allauth.socialaccount.providers.apple.views import AppleOAuth2Adapter
from django.conf import settings
from django.urls import include, path

# django-allauth has no setting for this.
AppleOAuth2Adapter.public_key_url = settings.APPLE_KEYS_URL

urlpatterns = [path("accounts/", include("allauth.urls")), path("_allauth/", include("allauth.headless.urls"))]

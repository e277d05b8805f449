import itertools

import pytest

from application import Application
from harness.system import running
from proxies import HOST, PROXIES, Certificate, Client

OPERATOR = "127.9.9.9"


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="session")
def system(tmp_path_factory):
    """The service as behind a proxy on the same machine. Clients have other addresses of 127.0.0.0/8."""
    with running(
        tmp_path_factory.mktemp("system"),
        public_url=f"https://{HOST}",
        trusted_proxies=["127.0.0.1"],
        operator_addresses=[OPERATOR],
        openid={
            "enabled": True,
            "clients": {
                "shop": {
                    "kind": "public",
                    "name": "Shop",
                    "redirect_uris": ["https://shop.example.com/callback"],
                    "android_package": "com.example.app",
                    "android_certificates": [":".join(["00"] * 32)],
                }
            },
        },
    ) as system:
        yield system


@pytest.fixture(scope="session")
def application():
    with Application() as application:
        yield application


@pytest.fixture(scope="session", params=list(PROXIES))
def kind(request):
    return PROXIES[request.param]


@pytest.fixture(scope="session")
def proxy(kind, system, application, certificate, tmp_path_factory):
    with kind(tmp_path_factory.mktemp(kind.name), certificate, system.port, application.port) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def numbers():
    return itertools.count(1)


@pytest.fixture
def new_client(proxy, system, numbers):
    """Makes clients, each with an address and so with limits of its own."""
    return lambda: Client(proxy, system, "127.0.{}.{}".format(*divmod(next(numbers) + 256, 250)))


@pytest.fixture
def client(new_client):
    return new_client()

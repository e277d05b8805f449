"""The web sign-in over TLS, as in production, where cookies are Secure and bound to the host by their names."""

import pytest

from harness.emulator import PEOPLE
from harness.engines.steps import fact, sign_in, sign_out
from harness.system import System
from harness.tls_proxy import TLSProxy


@pytest.fixture
def behind_tls(tmp_path):
    proxy = TLSProxy(tmp_path)
    system = System(tmp_path, emulator_host="idp.localhost", demo=True, public_url=proxy.url, trusted_proxies=["127.0.0.1"])
    proxy.target = system.port
    try:
        system.start()
        yield system
    finally:
        system.stop()
        proxy.stop()


def test_the_session_is_a_secure_cookie_of_this_host_alone(start, behind_tls):
    tab = start(acceptInsecureCerts=True)
    sign_in(tab, behind_tls, PEOPLE["ada"])
    account = fact(tab, "Account")
    cookie = tab.cookies()["__Host-siwa-session"]
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax" and cookie["path"] == "/", cookie
    sign_out(tab)
    assert "__Host-siwa-session" not in tab.cookies()
    sign_in(tab, behind_tls, PEOPLE["ada"])
    assert fact(tab, "Account") == account

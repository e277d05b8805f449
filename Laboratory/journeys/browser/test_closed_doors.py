"""New people at a closed door: they read why, nothing is left at Apple, and they get in once the door is open to them."""

import pytest
from playwright.sync_api import expect

from harness.browser import consent, expect_signed_in, fact, go_to_apple, prove_who_you_are, two_sites
from harness.emulator import PEOPLE

ADA, SHOP = PEOPLE["ada"], "http://localhost:3999/account"


def is_refused(page, system, code, heading, **choices):
    """A sign-in that ends on the page of a refusal, and the revocation that follows."""
    system.emulator.clear_log()
    go_to_apple(page, system)
    prove_who_you_are(page, ADA)
    consent(page, **choices)
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_text(code, exact=True)).to_be_visible()
    system.until_revoked()


def test_who_hid_the_address_may_choose_again_and_keeps_the_name(page, tmp_path):
    with two_sites(tmp_path, sign_in={"hidden_addresses": "refuse"}) as system:
        is_refused(page, system, "address_hidden", "This service needs your email address", first="Augusta", last="King", hide_email=True)
        page.get_by_role("link", name="Try again").click()
        prove_who_you_are(page, ADA)
        # Apple asks as it does the first time: for the name, and whether to share the address.
        expect(page.get_by_label("First name")).to_be_visible()
        consent(page, first="Augusta", last="Byron")
        expect_signed_in(page, system)
        assert fact(page, "Name") == "Augusta Byron"
        assert ADA["email"] in fact(page, "Email")


@pytest.mark.parametrize(
    "door, code, heading",
    [
        ("known", "person_not_known", "You do not have an account here"),
        ("invited", "person_not_invited", "This service is by invitation only"),
    ],
)
def test_a_stranger_gets_no_account_and_no_session(page, tmp_path, door, code, heading):
    with two_sites(tmp_path, sign_in={"new_accounts": door}) as system:
        is_refused(page, system, code, heading, first="Augusta", last="King")
        page.goto(system.url + "/")
        expect(page.get_by_role("link", name="Sign in with Apple")).to_be_visible()


def test_a_link_ticket_lets_in_whom_the_door_refused(page, tmp_path):
    with two_sites(tmp_path, sign_in={"new_accounts": "known", "existing_users_url": SHOP}) as system:
        is_refused(page, system, "person_not_known", "You do not have an account here", first="Augusta", last="King")
        ticket = system.backend(system.key("link"), "/v1/link-tickets", {"external_id": "4711"})["ticket"]
        page.route(
            SHOP,
            lambda route: route.fulfill(
                content_type="text/html",
                body=f"""
            <form method="post" action="{system.url}/web/link"><input type="hidden" name="ticket" value="{ticket}">
            <input type="hidden" name="return_to" value="/"><button>Use Sign in with Apple</button></form>""",
            ),
        )
        page.goto(SHOP)
        page.get_by_role("button", name="Use Sign in with Apple").click()
        page.get_by_role("button", name="Continue with Apple").click()
        prove_who_you_are(page, ADA)
        consent(page, first="Augusta", last="King")
        expect_signed_in(page, system)
        assert fact(page, "Name") == "Augusta King"

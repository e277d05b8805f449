"""Mail to a hidden address: a source registered in the portal, a message read and answered, forwarding switched off."""

import pytest
from playwright.sync_api import expect

from harness.emulator import PEOPLE
from harness.relay import Relay

ADA = PEOPLE["ada"]


@pytest.fixture
def relay(tmp_path):
    running = Relay(tmp_path, sources=(), listen="idp.localhost:0")
    yield running
    running.stop()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def open_account(page, relay):
    page.goto(relay.emulator.url + "/account")
    page.get_by_role("button", name=ADA["email"]).click()
    page.get_by_role("textbox", name="Password").fill(ADA["password"])
    press(page, "Sign in")


def test_a_source_is_registered_and_a_person_reads_and_answers_mail(page_without_scripts, relay):
    page = page_without_scripts
    assert relay.send()[0] == 550
    page.goto(relay.emulator.url + "/portal")
    page.get_by_role("link", name="example").click()
    page.get_by_role("link", name="Configure", exact=True).click()
    expect(page.get_by_text("source_none")).to_be_visible()
    page.get_by_label("Domains, subdomains and addresses").fill("example.com")
    press(page, "Next")
    assert relay.send()[0] == 550
    press(page, "Save")
    expect(page.get_by_role("status")).to_contain_text("The email sources were saved.")
    expect(page.get_by_text("SPF pass")).to_be_visible()
    assert relay.send() is None
    open_account(page, relay)
    page.get_by_role("link", name="Mail").click()
    page.get_by_role("link", name="Your order").click()
    facts = page.locator(".facts").inner_text()
    assert "news_at_example_com_" in facts and relay.address in facts and "news@example.com" not in facts
    expect(page.locator("pre").first).to_contain_text("It is on its way.")
    page.get_by_label("Your reply").fill("Thanks")
    press(page, "Reply")
    expect(page.get_by_role("status")).to_contain_text("Your reply went to the sender")
    (reply,) = relay.messages("replied")
    assert reply["recipient"] == "news@example.com" and reply["from"] == relay.address and ADA["email"] not in reply["sent"]


def test_mail_is_refused_while_forwarding_is_off(page, relay):
    relay.emulator.control("portal/email-sources", {"team_id": "TEAM000001", "sources": ["example.com"]})
    open_account(page, relay)
    page.get_by_role("link", name="com.example.app").click()
    press(page, "Turn forwarding off")
    expect(page.get_by_role("status")).to_contain_text("Forwarding is off now")
    assert relay.send() == (550, f"5.1.1 <{relay.address}>: inactive email address".encode())
    press(page, "Turn forwarding on")
    assert relay.send() is None


def test_a_source_is_removed_on_a_page_of_its_own(page, relay):
    relay.emulator.control("portal/email-sources", {"team_id": "TEAM000001", "sources": ["example.com", "example.org"]})
    page.goto(relay.emulator.url + "/portal/email?team=TEAM000001")
    page.get_by_role("link", name="Remove example.com").click()
    press(page, "Remove")
    expect(page.get_by_role("status")).to_contain_text("The email source was removed.")
    assert relay.send()[0] == 550

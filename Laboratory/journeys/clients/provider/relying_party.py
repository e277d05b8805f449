"""The way of every client: a person signs in, the client asks who it is, refreshes, and signs the person out."""

import dataclasses
import hashlib
import re
import urllib.parse

import pytest

from harness.keys import part
from requests_heard import client_authentication

SECRET = "of-these-tests-and-of-no-others"
ALGORITHMS = ("RS256", "ES256")
SIGNATURE = re.compile(rb'("id_token":"[\w-]+\.[\w-]+\.)[\w-]{20}')  # the first characters of the ID token's signature


@dataclasses.dataclass
class SignedIn:
    """What the client reports about the person, and the tokens that it keeps for its application."""

    subject: str
    email: str | None
    name: str | None
    id_token: str | None
    refresh_token: str | None


class NotSignedIn(Exception):
    """For clients that answer the browser with an error page instead of raising."""


class Registered:
    """A client in siwa's configuration, once for each algorithm of ID tokens. Its settings are in `at_siwa`."""

    kind = "confidential"
    redirect_uri = "https://app.example/callback"
    goodbye = "https://app.example/goodbye"  # where a person arrives after signing out
    at_siwa = {}  # the settings that this client needs, besides those of `registration`

    @classmethod
    def identifier(cls, algorithm="RS256"):
        return f"{cls.__name__.removeprefix('Test').lower()}-{algorithm.lower()}"

    @classmethod
    def registration(cls, algorithm, receiver_url):
        found = {
            "kind": cls.kind,
            "name": f"The client {cls.__name__.removeprefix('Test')}",
            "refresh": True,
            "redirect_uris": [cls.redirect_uri],
            "post_logout_redirect_uris": [cls.goodbye],
        }
        if cls.kind == "confidential":
            found["secret_sha256"] = [hashlib.sha256(SECRET.encode()).hexdigest()]
        if algorithm != "RS256":
            found["id_token_alg"] = algorithm
        if issubclass(cls, HearsOfLogouts):
            found["backchannel_logout_uri"] = receiver_url
        return found | cls.at_siwa

    @classmethod
    def all(cls):
        """The classes of tests of one client each."""
        return [test for each in cls.__subclasses__() for test in ([each] if each.__name__.startswith("Test") else each.all())]


def registrations(receiver_url):
    return {test.identifier(algorithm): test.registration(algorithm, receiver_url) for test in Registered.all() for algorithm in ALGORITHMS}


class RelyingParty(Registered):
    """One subclass per client implements `begin` and `finish`, and `refresh` and `log_out` if the client has them.

    The attributes say what the client does with its defaults and with `settings`. Each is compared with what it did.
    """

    software = ""  # as in Documentation/openid-clients.md
    comes_from = "Debian"  # if it is not a Python package
    settings = ""  # the client's own settings that it needs, as in the document
    finds_siwa_by = "discovery"  # or "URLs"
    pkce = True
    authentication = "client_secret_basic"
    response_mode = "query"
    algorithms = ALGORITHMS  # of ID tokens, that it accepts with its defaults
    verified_by = "itself"  # or the library that verifies ID tokens for it
    asks_userinfo = True
    refusal = Exception  # what the client raises when it refuses a token

    @pytest.fixture
    def algorithm(self, request):
        return getattr(request, "param", "RS256")

    @pytest.fixture(autouse=True)
    def _with_siwa(self, algorithm, system, browser, requests_sent, tls):
        self.system, self.browser, self.requests_sent, self.tls = system, browser, requests_sent, tls
        self.issuer = system.url
        self.client_id, self.client_secret = self.identifier(algorithm), SECRET

    @pytest.fixture(autouse=True)
    def _client(self, _with_siwa):
        self.set_up()

    # Implemented for each client.

    def set_up(self):
        """Makes the client with its public settings."""

    def begin(self):
        """The address to which the client sends the browser."""
        raise NotImplementedError

    def finish(self, arrival):
        """Passes what the browser brings to the client's callback. Returns SignedIn or raises."""
        raise NotImplementedError

    def refresh(self, refresh_token):
        """Refreshes, if the client can. Returns the new refresh token."""
        raise NotImplementedError

    def log_out(self, person):
        """The address that signs the person out. This one is made by the application, if the client cannot.

        Without the ID token, siwa asks the person first, whose click leads back.
        """
        hint = {"id_token_hint": person.id_token} if person.id_token else {"client_id": self.client_id}
        return f"{self.issuer}/oauth/logout?" + urllib.parse.urlencode(hint | {"post_logout_redirect_uri": self.goodbye})

    # Tested for each client.

    def sign_in(self):
        return self.finish(self.browser.open(self.begin()))

    def test_signs_a_person_in_refreshes_and_signs_out(self):
        url = self.begin()
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        assert asked.get("code_challenge_method") == ("S256" if self.pkce else None)
        arrival = self.browser.open(url)
        assert arrival.mode == self.response_mode and "code" in arrival.fields, arrival
        person = self.finish(arrival)
        account = self.browser.person()
        assert (person.subject, person.email, person.name) == (account["id"], account["email"], "Grace Hopper")
        self.did_what_its_attributes_say()
        newest = person.refresh_token
        if self.offers("refresh"):
            newest = self.refresh(newest)
            assert newest != person.refresh_token, "siwa issues a new refresh token each time"
            assert self.answers_a_refresh(newest)
        goodbye = self.browser.open(self.log_out(person))
        assert goodbye.url.split("?")[0] == self.goodbye, goodbye
        assert self.browser.person() is None
        if newest:
            assert not self.answers_a_refresh(newest), "the client's session ends with that of the browser"

    @pytest.mark.parametrize("algorithm", ["ES256"], indirect=True)
    def test_accepts_id_tokens_with_es256_as_the_document_says(self):
        if "ES256" in self.algorithms:
            assert self.sign_in().subject == self.browser.person()["id"]
        else:
            with pytest.raises(self.refusal):
                self.sign_in()

    def test_refuses_an_id_token_with_another_signature_unless_nobody_verifies(self, monkeypatch):
        arrival, spoiled = self.browser.open(self.begin()), []

        def spoil(answer):
            changed, count = SIGNATURE.subn(lambda found: found[1] + b"A" * 20, answer)
            spoiled.append(count)
            return changed

        monkeypatch.setattr(self.tls, "alter", spoil)
        if self.verified_by == "nobody":
            assert self.finish(arrival).subject == self.browser.person()["id"]
        else:
            with pytest.raises(self.refusal):
                self.finish(arrival)
        assert sum(spoiled) == 1

    def did_what_its_attributes_say(self):
        sent = self.requests_sent()
        paths = {request.path for request in sent}
        assert ("/.well-known/openid-configuration" in paths) == (self.finds_siwa_by == "discovery")
        assert ("/oauth/userinfo" in paths) == self.asks_userinfo
        (exchange,) = (request for request in sent if request.path == "/oauth/token")
        assert client_authentication(exchange) == self.authentication
        assert ("code_verifier" in exchange.form) == self.pkce

    def answers_a_refresh(self, refresh_token):
        """Whether siwa accepts the token, by plain HTTP with the client's credentials."""
        answer = self.system.send(
            "POST",
            "/oauth/token",
            form={"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.client_id}
            | ({"client_secret": self.client_secret} if self.kind == "confidential" else {}),
        )
        assert answer.status == 200 or (answer.status, answer.json["error"]) == (400, "invalid_grant"), answer.body
        return answer.status == 200

    @classmethod
    def offers(cls, step):
        """Whether the client itself supports this step."""
        return getattr(cls, step) is not getattr(RelyingParty, step)


class HearsOfLogouts:
    """A mixin for clients with back-channel logout. They implement `hear`, or `expect_to_hear` if they listen themselves."""

    @pytest.fixture(autouse=True)
    def _receiver(self, receiver):
        self.receiver = receiver

    def hear(self, form, person):
        """Passes the posted form to the client. Asserts that it ends this person's session. Raises if it refuses."""
        raise NotImplementedError

    def expect_to_hear(self, person):
        form = self.receiver.next_for(claims(person.id_token)["sid"])
        signed, _, signature = form["logout_token"].rpartition(".")
        with pytest.raises(Exception):  # noqa: B017 - each client has an error of its own
            self.hear(form | {"logout_token": f"{signed}.{'A' * 20}{signature[20:]}"}, person)
        self.hear(form, person)

    def test_hears_that_a_person_signed_out_at_siwa(self):
        person = self.sign_in()
        assert self.browser.sign_out().status < 400
        self.expect_to_hear(person)


def claims(id_token):
    """The claims of an ID token that the client has verified."""
    return part(id_token, 1)

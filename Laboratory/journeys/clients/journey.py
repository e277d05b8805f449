"""The steps that every client takes (authorize, exchange, verify, refresh, revoke) and the tokens it has to refuse."""

import dataclasses
import urllib.parse

import pytest

from emulator import WEB

STEPS = ("authorize", "exchange", "verify", "refresh", "revoke")
WRONG = ("signature", "audience", "nonce", "expired")


@dataclasses.dataclass
class SignedIn:
    """What the client reports about the person after the sign-in."""

    subject: str
    email: str | None
    refresh_token: str | None
    access_token: str | None = None  # only needed if the client hides the refresh token


class NotSignedIn(Exception):
    """For clients that answer the browser with an error page instead of raising."""


class PlainRefusal(Exception):
    """Apple's refusal of a plain HTTP request, for clients that cannot refresh themselves."""


class Journey:
    """One subclass per client implements `begin` and `finish`, and `refresh` and `revoke` if the client has them."""

    software = ""  # as in Documentation/emulator-clients.md
    finds_apple_by = "discovery"  # or "URLs"; irrelevant under Apple's name
    under_apples_name = False  # the client has Apple's addresses built in
    return_url = "http://localhost/callback"
    to_allow_http = {}  # environment without which the client refuses http
    sends_nonce = True
    hands_out_refresh_token = True
    revoking_signs_out = False  # whether the client deletes the refresh token when it revokes
    verified_by = "itself"  # or the library that verifies identity tokens for it
    helped = ()  # steps that need settings and some code of the site, which the document names
    accepts = {}  # wrong tokens that this client accepts, and why: findings, which are tested as well
    leaves_to_application = ()  # wrong tokens that the test's code refuses, as an application would have to
    refusal = Exception  # what the client raises when it refuses a token or a refresh

    @pytest.fixture(autouse=True)
    def _with_emulator(self, apple):
        self.apple = apple
        self.client_id, self.issuer, self.base_url = WEB, apple.issuer, apple.url
        self.set_up()

    # Implemented for each client.

    def set_up(self):
        """Makes the client with its public settings."""

    def begin(self):
        """The address to which the client sends the browser."""
        raise NotImplementedError

    def finish(self, answer):
        """Passes the browser's answer {method, action, fields} to the client's callback. Returns SignedIn or raises."""
        raise NotImplementedError

    def refresh(self, refresh_token):
        """Refreshes by plain HTTP if the client cannot do it itself. Raises Apple's refusal."""
        status, body = self.apple.post("/auth/token", grant_type="refresh_token", refresh_token=refresh_token)
        if status != 200:
            raise PlainRefusal(body["error"])

    def revoke(self, refresh_token):
        """Revokes by plain HTTP if the client cannot do it itself."""
        status, _ = self.apple.post("/auth/revoke", token=refresh_token)
        assert status == 200

    # Tested for each client.

    def test_signs_in_refreshes_and_revokes(self):
        url = self.begin()
        assert (self._sent(url, "nonce") is not None) == self.sends_nonce
        answer = self.apple.approve(url)
        person = self.finish(answer)
        assert (person.subject, person.email) == self.apple.person_as_known_here()
        assert bool(person.refresh_token) == self.hands_out_refresh_token
        if self.hands_out_refresh_token:
            self.refresh(person.refresh_token)
            assert self.apple.token_answers() == [None, None], "one exchange and one refresh, neither refused"
            self.revoke(person.refresh_token)
            if self.offers("refresh") and not self.revoking_signs_out:
                with pytest.raises(self.refusal):
                    self.refresh(person.refresh_token)
            else:
                with pytest.raises(PlainRefusal):
                    Journey.refresh(self, person.refresh_token)
            assert self.apple.token_answers() == [None, None, "invalid_grant"]
        else:
            self.revoke(person.access_token)
        assert "user" in self.apple.approve(url)["fields"], "after a revocation the next sign-in is a first one"

    @pytest.mark.parametrize("wrong", ("nothing",) + WRONG)
    def test_judges_an_identity_token_whose_fault_is(self, wrong):
        url = self.begin()
        answer = self.apple.approve(url)
        self.apple.answer_wrongly(wrong, self.return_url, self._sent(url, "nonce") or "unasked")
        if wrong == "nothing" or wrong in self.accepts:  # proves that the documented finding is still true
            assert self.finish(answer).subject == self.apple.person_as_known_here()[0]
        else:
            with pytest.raises(self.refusal):
                self.finish(answer)

    @classmethod
    def offers(cls, step):
        """Whether the client itself supports this step."""
        return getattr(cls, step) is not getattr(Journey, step)

    @classmethod
    def done_by(cls, step):
        """Who performs this step, as in the document's table."""
        if step == "refresh" and not cls.hands_out_refresh_token:
            return "nobody"
        if step in ("refresh", "revoke") and not cls.offers(step):
            return "site"
        if step in cls.helped:
            return "helped"
        return cls._verified() if step == "verify" else "itself"

    @classmethod
    def _verified(cls):
        """Who verifies tokens. The nonce does not count, since an application that made it also has to check it."""
        wanted = [wrong for wrong in WRONG if wrong != "nonce"]
        if "signature" in cls.accepts:
            return "nobody"
        if any(wrong in cls.accepts for wrong in wanted):
            return "in part"
        return "helped" if any(wrong in cls.leaves_to_application for wrong in wanted) else cls.verified_by

    @staticmethod
    def _sent(url, name):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)).get(name)

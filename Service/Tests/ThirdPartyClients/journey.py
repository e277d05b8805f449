"""The journey every client makes: authorize, exchange, verify, refresh, revoke; and the tokens it has to refuse."""
import dataclasses
import urllib.parse

import pytest

from emulator import WEB

STEPS = ("authorize", "exchange", "verify", "refresh", "revoke")
WRONG = ("signature", "audience", "nonce", "expired")


@dataclasses.dataclass
class SignedIn:
    """What the client says about the person, in its own words, after it has finished."""
    subject: str
    email: str | None
    refresh_token: str | None
    access_token: str | None = None  # only needed where the client hides the refresh token


class NotSignedIn(Exception):
    """For clients that answer a person's browser instead of raising."""


class PlainRefusal(Exception):
    """What plain HTTP met, where the client has no refresh of its own."""


class Journey:
    """Subclassed once per client. `begin` and `finish` are the client's; `refresh` and `revoke` too, where it has them."""

    software = ""             # as in Documentation/emulator-clients.md
    finds_apple_by = "discovery"  # or "URLs"; it makes no difference under Apple's name
    under_apples_name = False  # the client has Apple's addresses built in
    return_url = "http://localhost/callback"
    environment = {}
    sends_nonce = True
    hands_out_refresh_token = True
    revoking_signs_out = False  # the client has forgotten the refresh token by then
    verified_by = "itself"    # or the library beside it that verifies identity tokens
    helped = ()               # steps it does by settings and some code of the site's, which the document names
    accepts = {}              # wrong tokens this client lets pass, and why: findings, checked like everything else
    leaves_to_application = ()  # wrong tokens that the test's own few lines refuse, as an application has to
    refusal = Exception       # what the client raises

    @pytest.fixture(autouse=True)
    def _with_emulator(self, apple):
        self.apple = apple
        self.client_id, self.issuer, self.base_url = WEB, apple.issuer, apple.url
        self.set_up()

    # What a client file fills in.

    def set_up(self):
        """Makes the client, by its public settings."""

    def begin(self):
        """The address the client sends the browser to."""
        raise NotImplementedError

    def finish(self, answer):
        """Hands the browser's answer {method, action, fields} to the client's callback: SignedIn, or raises."""
        raise NotImplementedError

    def refresh(self, refresh_token):
        """By plain HTTP where the client has no refresh of its own: raises what Apple refuses."""
        status, body = self.apple.post("/auth/token", grant_type="refresh_token", refresh_token=refresh_token)
        if status != 200:
            raise PlainRefusal(body["error"])

    def revoke(self, refresh_token):
        """By plain HTTP where the client has no revocation of its own."""
        status, _ = self.apple.post("/auth/revoke", token=refresh_token)
        assert status == 200

    # What every client is held to.

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
        if wrong == "nothing" or wrong in self.accepts:  # what is let pass is a finding: written down, and true
            assert self.finish(answer).subject == self.apple.person_as_known_here()[0]
        else:
            with pytest.raises(self.refusal):
                self.finish(answer)

    @classmethod
    def offers(cls, step):
        """Whether the client does this step itself."""
        return getattr(cls, step) is not getattr(Journey, step)

    @classmethod
    def done_by(cls, step):
        """Who does this step, as in the document's table."""
        if step == "refresh" and not cls.hands_out_refresh_token:
            return "nobody"
        if step in ("refresh", "revoke") and not cls.offers(step):
            return "site"
        if step in cls.helped:
            return "helped"
        return cls._verified() if step == "verify" else "itself"

    @classmethod
    def _verified(cls):
        """The nonce apart, which is the application's where the application made it."""
        wanted = [wrong for wrong in WRONG if wrong != "nonce"]
        if "signature" in cls.accepts:
            return "nobody"
        if any(wrong in cls.accepts for wrong in wanted):
            return "in part"
        return "helped" if any(wrong in cls.leaves_to_application for wrong in wanted) else cls.verified_by

    @staticmethod
    def _sent(url, name):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)).get(name)

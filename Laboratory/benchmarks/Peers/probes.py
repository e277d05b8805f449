"""Checks each contender before it is measured: it must refuse invalid tokens. Records what else it accepts."""

import hashlib
import secrets

import load
from apple import OTHER_APP

OTHER_ISSUER = "https://issuer.example"


class Wrong(SystemExit):
    """A contender that accepts a token not meant for it does less work, so it is not worth measuring."""


def claim(nonce):
    """Returns the value that an app passes to Apple's sheet for a nonce."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def altered(token):
    """Returns the same token with another signature."""
    head, _, signature = token.rpartition(".")
    place = len(signature) // 2
    return f"{head}.{signature[:place]}{'A' if signature[place] != 'A' else 'B'}{signature[place + 1 :]}"


class Probe:
    """Sends requests to one contender."""

    def __init__(self, contender):
        self.contender, self.apple = contender, contender.apple

    def ask(self, octets):
        return load.ask(self.contender.port, octets)

    def begin(self):
        """Returns a nonce with its attempt, or a generated nonce if the contender has no attempts."""
        if not self.contender.has_attempts:
            return secrets.token_urlsafe(24), None
        begun = self.ask(self.contender.begin())
        self.expect(begun, True, "an attempt")
        return begun.json["nonce"], begun.json

    def sign_in(self, make=lambda token: token, other_nonce=False, **more):
        nonce, attempt = self.begin()
        (token,) = self.apple.tokens([claim(secrets.token_hex(8) if other_nonce else nonce)], **more)
        return self.ask(self.contender.sign_in(make(token), nonce, attempt))

    def expect(self, answer, is_good, what):
        if (answer.status == 200) != is_good or answer.status == 0 or answer.status >= 500:
            raise Wrong(f"peers: {self.contender.name} answered {what} with {answer.status}: {answer.body[:300]!r}")

    def run(self):
        """Runs the checks, and returns facts for the report."""
        contender, good = self.contender, self.sign_in()
        self.expect(good, True, "a good token")
        self.expect(self.sign_in(app=OTHER_APP), False, "a token for another audience")
        self.expect(self.sign_in(make=altered), False, "a token with an altered signature")
        self.apple.switch(token_issuer=OTHER_ISSUER)
        self.expect(self.sign_in(), False, "a token of another issuer")
        self.apple.switch(token_issuer=None)
        access, refresh = contender.session(good.json)
        self.expect(self.ask(contender.check(access)), True, "a session check")
        self.expect(self.ask(contender.nobody()), False, "a session check without a token")
        self.expect(self.ask(contender.check(access[:-8])), False, "a session check with a token cut short")
        facts = {"other nonce": self.tells(self.sign_in(other_nonce=True)), "token twice": self.token_twice()}
        if contender.has_nonce and facts["other nonce"] != "refused":
            raise Wrong(f"peers: {contender.name} does not compare the nonce")
        return facts | (self.old_refresh_token(refresh) if contender.has_refresh else {})

    def tells(self, answer):
        return "accepted" if answer.status == 200 else "refused"

    def token_twice(self):
        """Sends an identity token that was used before, with a new attempt if the contender has attempts."""
        nonce, attempt = self.begin()
        (token,) = self.apple.tokens([claim(nonce)])
        self.expect(self.ask(self.contender.sign_in(token, nonce, attempt)), True, "a good token")
        if attempt:
            _, attempt = self.begin()
        return self.tells(self.ask(self.contender.sign_in(token, nonce, attempt)))

    def old_refresh_token(self, oldest):
        contender, held = self.contender, oldest
        for _ in range(2):
            renewed = self.ask(contender.refresh(held))
            self.expect(renewed, True, "a refresh token")
            held = contender.session(renewed.json)[1]
        facts = {"old refresh token": self.tells(self.ask(contender.refresh(oldest)))}
        return facts | {"newest after that": self.tells(self.ask(contender.refresh(held)))}

    def everybody(self):
        """Signs in all people once, so that the measured sign-ins are those of known people."""
        begun = [self.begin() for _ in self.apple.people]
        for (nonce, attempt), token in zip(begun, self.apple.tokens([claim(nonce) for nonce, _ in begun])):
            self.expect(self.ask(self.contender.sign_in(token, nonce, attempt)), True, "a good token")

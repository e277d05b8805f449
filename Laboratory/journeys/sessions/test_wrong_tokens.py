"""Tokens with one fault each, and a service that fails. The real service does neither, so a stand-in takes its place."""

import json
import time

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from harness.keys import base64url, new_key
from harness.stand_in import StandIn, es256, hs256
from harness.waiting import until
from test_checking_sessions import Checker

DAY = 86_400


def wrong_tokens(issuer):
    """What is wrong, and the token."""
    stranger = new_key()
    signature = es256(issuer.key)
    public = issuer.key.public_key()
    point = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    yield "an unsigned token", issuer.token({"alg": "none"}, sign=lambda _: b"")
    yield "alg none under a good signature", issuer.token({"alg": "none"})
    for alg in ("ES384", "RS256", "HS256", "es256", "", 1, None):
        yield f"the algorithm {alg} under a good signature", issuer.token({"alg": alg})
    for secret in (
        public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo),
        public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo),
        point,
        point[1:],
        json.dumps(issuer.public_key()).encode(),
        b"",
    ):
        yield "the public key as a secret", issuer.token({"alg": "HS256"}, sign=hs256(secret))
        yield "the public key as a secret, called ES256", issuer.token(sign=hs256(secret))
    for typ in ("JWT", "AT+JWT", "application/at+jwt", "", ["at+jwt"], None):
        yield f"the type {typ}", issuer.token({"typ": typ})
    yield "somebody else's signature", issuer.token(sign=es256(stranger))
    for kid in ("key-2", "", "__proto__", "constructor", "toString", 0, 1, {}, ["key-1"], None):
        yield f"the key id {kid}", issuer.token({"kid": kid})
    yield "a key of its own", issuer.token({"kid": "mine", "jwk": issuer.public_key(stranger)}, sign=es256(stranger))
    yield "no signature", issuer.token(sign=lambda _: b"")
    for length in (1, 63, 64, 65, 128):
        yield f"{length} zeros as signature", issuer.token(sign=lambda _: bytes(length))
    yield "a signature in ASN.1", issuer.token(sign=lambda octets: issuer.key.sign(octets, ec.ECDSA(hashes.SHA256())))
    yield "a signature and more", issuer.token(sign=lambda octets: signature(octets) + b"\0")
    yield "a shortened signature", issuer.token(sign=lambda octets: signature(octets)[:-1])
    for second in (-1, -DAY):
        yield "an expired token", issuer.token(claims={"exp": int(time.time()) + second})
    for name in ("iss", "aud", "exp", "sub", "sid"):
        yield f"a token without {name}", issuer.token(claims={name: None})
    for other in (issuer.url + "/", "https://other.example", issuer.url.upper(), ""):
        yield f"the issuer {other}", issuer.token(claims={"iss": other})
        yield f"the audience {other}", issuer.token(claims={"aud": other})
    good = issuer.token()
    header, payload, signature = good.split(".")
    for text in ("null", "[]", '"at+jwt"', "1", "{", ""):
        yield f"the header {text}", ".".join([base64url(text.encode()), payload, signature])
    for text in (
        good + ".",
        "." + good,
        good + ".x",
        good.replace(".", " "),
        good.replace(".", ""),
        header + "." + payload,
        header + ".." + signature,
        "Bearer " + good,
        "." * 3,
        "é." + good,
    ):
        yield "something else in shape", text


def test_a_token_with_one_fault_does_not_pass(program, stand_in):
    with Checker(program, stand_in) as checker:
        for fault, token in wrong_tokens(stand_in):
            assert checker.check(token).startswith("no "), fault
            assert checker.check(stand_in.token()) == "yes account-1", f"after {fault}"


def test_a_flood_of_unknown_keys_asks_for_the_keys_once(program, stand_in):
    with Checker(program, stand_in, seconds=3600) as checker:
        for number in range(200):
            assert checker.check(stand_in.token({"kid": f"made-up-{number}"})).startswith("no ")
        assert checker.check(stand_in.token()) == "yes account-1"
    assert stand_in.count("/.well-known/jwks.json") == stand_in.count("/v1/ended-sessions") == 1


def test_an_unknown_key_is_looked_up_when_the_last_look_is_old(program, stand_in):
    with Checker(program, stand_in, seconds=0) as checker:
        assert checker.check(stand_in.token()) == "yes account-1"
        old, stand_in.kid, stand_in.key = stand_in.token(), "key-2", new_key()
        assert checker.check(stand_in.token()).startswith("no ")
        stand_in.answers["/.well-known/jwks.json"] = [(200, {"keys": [stand_in.public_key()]})]
        assert checker.check(stand_in.token()) == "yes account-1"
        assert checker.check(old).startswith("no "), "its key is withdrawn"


def test_other_keys_in_the_set_neither_sign_nor_disturb(program, stand_in):
    larger = ec.generate_private_key(ec.SECP384R1())
    numbers = larger.public_key().public_numbers()
    others = [
        {"kty": "EC", "crv": "P-384", "kid": "larger", "x": base64url(numbers.x.to_bytes(48)), "y": base64url(numbers.y.to_bytes(48))},
        {"kty": "oct", "kid": "secret", "k": base64url(b"secret" * 8)},
        {"kty": "RSA", "kid": "rsa", "n": base64url(b"\xff" * 256), "e": "AQAB"},
        {"kty": "new", "kid": "new"},
    ]
    stand_in.answers["/.well-known/jwks.json"] = [(200, {"keys": [*others, stand_in.public_key()]})]
    signatures = {"larger": es256(larger, 48), "secret": hs256(b"secret" * 8)}
    with Checker(program, stand_in) as checker:
        assert checker.check(stand_in.token()) == "yes account-1"
        for key in others:
            token = stand_in.token({"kid": key["kid"]}, sign=signatures.get(key["kid"]))
            assert checker.check(token).startswith("no "), key["kid"]


def test_every_page_of_ended_sessions_counts_and_the_next_look_begins_behind_it(program, stand_in):
    stand_in.end({"session-2": 1_000}, {"session-3": 1_001}, {"session-1": 1_002})
    with Checker(program, stand_in, seconds=0) as checker:
        assert checker.check(stand_in.token()) == "no session_ended"
        asked = [target for target in stand_in.asked if target.startswith("/v1/ended-sessions")]
        assert asked == ["/v1/ended-sessions", "/v1/ended-sessions?since=0", "/v1/ended-sessions?since=1"]
        stand_in.end({})
        for session in ("session-1", "session-2", "session-3"):
            assert checker.check(stand_in.token(claims={"sid": session})) == "no session_ended"
        assert stand_in.asked[-3] == "/v1/ended-sessions?since=2"
        assert checker.check(stand_in.token(claims={"sid": "session-4"})) == "yes account-1"


def test_what_no_token_outlives_is_forgotten(program, stand_in):
    stand_in.end({"session-1": 0})
    with Checker(program, stand_in, seconds=0) as checker:
        assert checker.check(stand_in.token()) == "no session_ended"
        stand_in.end({"session-2": 20 * 60_000})
        assert checker.check(stand_in.token()) == "yes account-1"


def test_a_service_that_fails_is_not_a_no(program, stand_in):
    good = dict(stand_in.answers)
    failures = [(500, None), (503, {"error": "busy"}), (403, {"error": "no"}), (200, None), (200, {}), (302, None)]
    with Checker(program, stand_in, seconds=0) as checker:
        for path in stand_in.answers:
            # Also with a body that would do.
            for failure in [*failures, (500, good[path][-1][1])]:
                stand_in.answers = good | {path: [failure]}
                # Only an unknown key has the keys read again.
                token = stand_in.token({"kid": "unknown"} if "jwks" in path else {})
                assert checker.check(token) == "cannot tell", (path, failure)
        stand_in.answers = good
        until(lambda: checker.check(stand_in.token()) == "yes account-1", "it works again")
        stand_in.server.shutdown()
        stand_in.server.server_close()
        assert checker.check(stand_in.token()) == "cannot tell"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_so_the_key_goes_to_no_other_host(program, stand_in, status):
    good = dict(stand_in.answers)
    with StandIn() as other, Checker(program, stand_in, seconds=0, key="siwa_key") as checker:
        other.answers = good
        for path in good:
            stand_in.answers = good | {path: [(status, other.url + path)]}
            assert checker.check(stand_in.token()) == "cannot tell", path
        stand_in.answers = good
        assert checker.check(stand_in.token()) == "yes account-1" and other.asked == []


def test_a_refusal_is_on_one_line_of_standard_error_as_the_service_wrote_it(program, stand_in, tmp_path):
    refusal = '{\n  "error": "credential_scope_missing",\n  "message": "Der Schlüssel hat die Berechtigung nicht."\n}'
    stand_in.answers["/v1/ended-sessions"] = [(403, refusal.encode())]
    with (tmp_path / "errors").open("w") as errors, Checker(program, stand_in, errors=errors) as checker:
        assert checker.check(stand_in.token()) == "cannot tell"
    (line,) = (tmp_path / "errors").read_text().splitlines()
    assert "/v1/ended-sessions" in line and "403" in line and "Der Schlüssel hat die Berechtigung nicht." in line

"""Verifies the provider's tokens and key set with a library that shares no code with it."""

import hashlib

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from harness.keys import base64url, from_base64url, part

from .expectations import equal
from .provider import now

SKEW = 300
PRIVATE = {"d", "p", "q", "dp", "dq", "qi", "k", "oth"}


def key_set(found):
    """What is wrong with a key set (RFC 7517): nothing private, ids distinct, RSA of 2048 bits, numbers well-formed."""
    keys = (found or {}).get("keys")
    if not isinstance(keys, list) or not keys:
        return [f"jwks_uri: {found!r} is no key set"]
    problems = [f"jwks_uri: a key has {sorted(PRIVATE & set(key))}" for key in keys if PRIVATE & set(key)]
    ids = [key.get("kid") for key in keys]
    if None in ids or len(set(ids)) != len(ids):
        problems.append(f"jwks_uri: key ids {ids}")
    for key in keys:
        if key.get("kty") not in ("RSA", "EC"):
            problems.append(f"jwks_uri: a key of type {key.get('kty')}")
            continue
        numbers = [from_base64url(key[name]) for name in (("n", "e") if key["kty"] == "RSA" else ("x", "y"))]
        if key["kty"] == "RSA" and (len(numbers[0]) < 256 or numbers[0][0] == 0):
            problems.append(f"jwks_uri: the RSA key {key.get('kid')} has {len(numbers[0])} octets")
        if key["kty"] == "EC" and any(len(number) != 32 for number in numbers):
            problems.append(f"jwks_uri: the EC key {key.get('kid')} has numbers of {[len(n) for n in numbers]} octets")
        if any(key.get("x5c") or name in key for name in ("x5u",)):
            problems.append("jwks_uri: a key with a certificate")
        problems += equal(f"jwks_uri: use of {key.get('kid')}", key.get("use", "sig"), "sig")
    return problems


def verified(token, keys, algorithms):
    """The claims, and what is wrong with the signature."""
    try:
        decoded = jwt.decode(token, KeySet.import_key_set(keys), algorithms=algorithms)
        return decoded.claims, [] if "kid" in decoded.header or len(keys["keys"]) == 1 else ["no kid, and several keys"]
    except (JoseError, ValueError, KeyError, TypeError) as error:
        return None, [f"{token[:40]}…: {type(error).__name__} {error}"]


def identity(token, keys, issuer, client, nonce, access_token):
    """Checks an ID token by OpenID Connect Core 3.1.3.7, and returns its claims with what is wrong."""
    algorithm = client.get("id_token_alg", "RS256")
    claims, problems = verified(token, keys, [algorithm])
    if claims is None:
        return {}, ["id_token: " + line for line in problems]
    audience = claims.get("aud")
    problems += equal("iss", claims.get("iss"), issuer)
    if client["id"] not in (audience if isinstance(audience, list) else [audience]):
        problems.append(f"aud: {audience!r}, expected {client['id']!r}")
    if (isinstance(audience, list) and len(audience) > 1) or "azp" in claims:
        problems += equal("azp", claims.get("azp"), client["id"])
    for name in ("exp", "iat"):
        if not isinstance(claims.get(name), int) or isinstance(claims.get(name), bool):
            return claims, problems + [f"id_token: {name}: {claims.get(name)!r}, expected a number"]
    if claims["exp"] <= now() - SKEW or claims["exp"] <= claims["iat"]:
        problems.append(f"exp: {claims['exp']} is over, iat is {claims['iat']}")
    if abs(claims["iat"] - now()) > SKEW:
        problems.append(f"iat: {claims['iat']}, it is {now()}")
    if claims.get("nbf", 0) > now():
        problems.append(f"nbf: {claims['nbf']} is to come")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or not subject.isascii():
        problems.append(f"sub: {subject!r}")
    problems += equal("nonce", claims.get("nonce"), nonce)
    if "at_hash" in claims:
        problems += equal("at_hash", claims["at_hash"], base64url(hashlib.sha256(access_token.encode()).digest()[:16]))
    return claims, ["id_token: " + line for line in problems]


def unverified(token, place=1):
    try:
        return part(token, place)
    except (AttributeError, IndexError, ValueError):
        return {}

"""Tokens that look like the provider's and are not."""

import hashlib
import hmac
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from harness.keys import base64url, from_base64url, part

FOREIGN = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def forge(how):
    """The token `of` with changed `header` and `claims`, signed as `signed` says: none, foreign, hs256, kept."""
    header = {**part(how["of"], 0), **how.get("header", {})}
    claims = {**part(how["of"], 1), **how.get("claims", {})}
    signed = ".".join(base64url(json.dumps({k: v for k, v in members.items() if v is not None}).encode()) for members in (header, claims))
    return signed + "." + base64url(SIGNATURES[how["signed"]](signed.encode(), how))


def _hs256(octets, how):
    return hmac.new(how["secret"].encode(), octets, hashlib.sha256).digest()


def _kept(octets, how):
    return from_base64url(how["of"].split(".")[2])


SIGNATURES = {
    "none": lambda octets, how: b"",
    "foreign": lambda octets, how: FOREIGN.sign(octets, padding.PKCS1v15(), hashes.SHA256()),
    "hs256": _hs256,
    "kept": _kept,
}

#!/usr/bin/env python3
"""Writes signed.json: messages that dkimpy signed (RFC 6376, RFC 8463), for the tests of the emulator's relay.

Usage: sign.py   (needs dkimpy 1.1.8, PyNaCl and cryptography; the keys are new each time)
"""

import base64
import json
import pathlib

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from nacl.signing import SigningKey

HEAD = (
    b'From: "News, weekly" <news@example.com>\r\nTo: abcdefghij@privaterelay.appleid.com\r\n'
    b"Subject: A  long\t subject\r\n that is folded  \r\nX-Twice: one\r\nX-Twice:two\r\nDate: Fri, 27 Nov 2026 08:00:00 +0000\r\n"
)
MESSAGES = {
    "plain": HEAD + b"\r\nHello\r\n",
    "empty body": HEAD + b"\r\n",
    "empty lines at the end": HEAD + b"\r\nHello\r\n\r\n \t\r\n\r\n\r\n",
    "blanks": HEAD + b"\r\n  Hello \t  there  \r\n\t\r\nEnd \r\n",
    "only blanks": HEAD + b"\r\n \t \r\n\r\n",
    "eight bits": HEAD + b"\r\nGr\xc3\xbc\xc3\x9fe\r\n..\r\n",
}
FIELDS = [b"from", b"to", b"subject", b"date", b"x-twice", b"x-twice", b"x-absent"]


def sign(message, selector, key, how, algorithm):
    ways = tuple(part.encode() for part in how.split("/"))
    return dkim.sign(message, selector, b"example.com", key, canonicalize=ways, include_headers=FIELDS, signature_algorithm=algorithm)


def main():
    private = rsa.generate_private_key(65537, 2048)
    pem = private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())
    spki = private.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    edwards = SigningKey.generate()
    keys = {
        "r._domainkey.example.com": "v=DKIM1; k=rsa; p=" + base64.b64encode(spki).decode(),
        "e._domainkey.example.com": "v=DKIM1; k=ed25519; p=" + base64.b64encode(bytes(edwards.verify_key)).decode(),
    }
    found = []
    for name, message in MESSAGES.items():
        for how in ("simple/simple", "simple/relaxed", "relaxed/simple", "relaxed/relaxed"):
            for selector, key, algorithm in ((b"r", pem, b"rsa-sha256"), (b"e", base64.b64encode(bytes(edwards)), b"ed25519-sha256")):
                signature = sign(message, selector, key, how, algorithm)
                signed = signature + message
                assert dkim.verify(signed, dnsfunc=lambda asked, timeout=5: keys[asked.decode().rstrip(".")].encode())
                found.append({"name": f"{name}, {how}, {algorithm.decode()}", "message": base64.b64encode(signed).decode()})
    text = json.dumps({"keys": keys, "messages": found}, indent=1, sort_keys=True)
    pathlib.Path(__file__).with_name("signed.json").write_text(text + "\n")


if __name__ == "__main__":
    main()

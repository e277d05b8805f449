"""Private key files, and the base64url encoding of tokens."""

import base64
import json
import os
import pathlib
import secrets

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from .shapes import JSONObject, StrPath


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def pem(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def write_private(path: StrPath, octets: bytes) -> pathlib.Path:
    """Writes a file that only its owner can ever open, atomically, since a service may read the folder at any moment."""
    path = pathlib.Path(path)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "wb") as file:
        file.write(octets)
    os.replace(draft, path)
    return path


def write_key(path: StrPath, key: ec.EllipticCurvePrivateKey) -> pathlib.Path:
    return write_private(path, pem(key))


def base64url(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def part(token: str, place: int) -> JSONObject:
    """The header (0) or the claims (1) of a token, without verification."""
    found: JSONObject = json.loads(from_base64url(token.split(".")[place]))
    return found

"""Makes valid and forged client secrets from the description in a case (README, "Client secrets")."""

import base64
import hashlib
import hmac
import json

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from harness.keys import base64url

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
MEMBERS = {"algorithm", "key", "header", "claims", "header_json", "claims_json", "signature", "token", "base64"}


class Keys:
    """The world's P-256 keys by name, and keys that are not registered: `unregistered`, `rsa`, `p384`."""

    def __init__(self, world):
        self.key_ids = {name: key["key_id"] for name, key in world["keys"].items()}
        self.private = {name: ec.generate_private_key(ec.SECP256R1()) for name in world["keys"]}
        self.private["unregistered"] = ec.generate_private_key(ec.SECP256R1())
        self.private["p384"] = ec.generate_private_key(ec.SECP384R1())
        self._rsa = None

    def __getitem__(self, name):
        if name == "rsa":
            self._rsa = self._rsa or rsa.generate_private_key(65537, 2048)
            return self._rsa
        return self.private[name]

    def public_pem(self, name):
        return self[name].public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


def make(description, client, keys, fill):
    """Makes a client's secret with the changes in the description. `fill` replaces placeholders."""
    unknown = set(description) - MEMBERS
    if unknown:
        raise ValueError(f"secret: unknown members {sorted(unknown)}")
    algorithm = description.get("algorithm", "ES256")
    key = description.get("key", client["key"])
    header = changed({"alg": algorithm, "kid": keys.key_ids.get(key, keys.key_ids[client["key"]])}, fill(description.get("header", {})))
    claims = changed(
        fill({"iss": client["team_id"], "iat": {"now": 0}, "exp": {"now": 300}, "aud": "{apple}", "sub": client["id"]}),
        fill(description.get("claims", {})),
    )
    parts = [
        fill(description.get("header_json", json.dumps(header, separators=(",", ":")))).encode(),
        fill(description.get("claims_json", json.dumps(claims, separators=(",", ":")))).encode(),
    ]
    encode = base64url
    if description.get("base64") == "standard":

        def encode(octets):
            return base64.b64encode(octets).decode()

    signed = ".".join(encode(part) for part in parts).encode()
    signature = reshape(sign(algorithm, keys[key], signed, keys, client), description.get("signature", "raw"))
    names = {"header": encode(parts[0]), "payload": encode(parts[1]), "signature": encode(signature)}
    if description.get("base64") == "spare_bits":
        names["signature"] = set_spare_bits(names["signature"])
    text = description.get("token", "{header}.{payload}.{signature}")
    for name, part in names.items():
        text = text.replace("{" + name + "}", part)
    return fill(text)


def changed(members, changes):
    """Applies changes to members. `null` removes a member, any other value sets it."""
    return {name: value for name, value in {**members, **changes}.items() if value is not None}


def sign(algorithm, key, signed, keys, client):
    """Makes a signature in the form of the named algorithm. For an unknown name, it depends on the key alone."""
    if algorithm == "none":
        return b""
    if algorithm.startswith("HS"):
        # algorithm confusion: the public key, which anybody can know, as the secret of a MAC (RFC 8725 §2.1)
        public = keys.public_pem(client["key"]).encode()
        return hmac.new(public, signed, getattr(hashlib, "sha" + algorithm[2:])).digest()
    if isinstance(key, rsa.RSAPrivateKey):
        if algorithm.startswith("PS"):
            return key.sign(signed, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())
        return key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
    size = (key.curve.key_size + 7) // 8
    r, s = decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256() if size == 32 else hashes.SHA384())))
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def reshape(signature, form):
    half = len(signature) // 2
    r, s = signature[:half], signature[half:]
    forms = {
        "raw": lambda: signature,
        "der": lambda: der(r, s),
        "truncated": lambda: signature[:-1],
        "longer": lambda: signature + b"\0",
        "empty": lambda: b"",
        "zeros": lambda: bytes(64),
        "swapped": lambda: s + r,
        "flipped": lambda: bytes([signature[0] ^ 1]) + signature[1:],
        "r_only": lambda: r,
        "zero_s": lambda: r + bytes(half),
        "order_as_s": lambda: r + ORDER.to_bytes(32, "big"),
    }
    return forms[form]()


def der(r, s):
    def integer(octets):
        octets = octets.lstrip(b"\0") or b"\0"
        if octets[0] & 0x80:
            octets = b"\0" + octets
        return b"\x02" + bytes([len(octets)]) + octets

    body = integer(r) + integer(s)
    return b"\x30" + bytes([len(body)]) + body


def set_spare_bits(text):
    """Sets a bit that must be zero: 64 octets leave four bits of the last character unused (RFC 4648 §3.5)."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) | 1]

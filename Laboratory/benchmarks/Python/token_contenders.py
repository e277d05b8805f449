"""Verifies the benchmark's token with PyJWT, and its bare signature with OpenSSL, as often as requested.

The first line on standard input is a job as JSON: token, public_key (a JWK as JSON), audience, issuer, nonce. The
answer is one line with versions. Each further line `pyjwt COUNT` or `openssl COUNT` is answered with the processor time
in microseconds.
"""

import json
import sys
import time

import cryptography
import jwt
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, utils


def main():
    job = json.loads(sys.stdin.readline())
    key = jwt.PyJWK.from_json(job["public_key"], algorithm="RS256").key
    token, nonce = job["token"], job["nonce"]
    options = {"require": ["iss", "aud", "exp", "iat", "sub"]}

    def pyjwt():
        claims = jwt.decode(token, key, algorithms=["RS256"], audience=job["audience"], issuer=job["issuer"], options=options)
        if claims["nonce"] != nonce:
            raise ValueError("another nonce")

    signed, _, encoded = token.rpartition(".")
    signature = jwt.utils.base64url_decode(encoded)
    hasher = hashes.Hash(hashes.SHA256())
    hasher.update(signed.encode())
    digest, scheme, algorithm = hasher.finalize(), padding.PKCS1v15(), utils.Prehashed(hashes.SHA256())

    def openssl():
        key.verify(signature, digest, scheme, algorithm)

    print(
        f"PyJWT {jwt.__version__} on Python {sys.version.split()[0]}, {backend.openssl_version_text()} "
        f"through cryptography {cryptography.__version__}",
        flush=True,
    )
    tasks = {"pyjwt": pyjwt, "openssl": openssl}
    for line in sys.stdin:
        name, count = line.split()
        task, count = tasks[name], int(count)
        started = time.process_time_ns()
        for _ in range(count):
            task()
        print((time.process_time_ns() - started) / 1_000, flush=True)


if __name__ == "__main__":
    main()

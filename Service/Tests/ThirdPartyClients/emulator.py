"""The built emulator as a test uses it: started on a free port, driven by its control calls."""
import base64
import contextlib
import json
import os
import pathlib
import select
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

SERVICE = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("SIWA_BUILT_PROGRAMS", SERVICE / ".build" / "debug"))
APPLE = "https://appleid.apple.com"
WEB, OTHER, TEAM, KEY = "com.example.web", "com.example.other", "TEAM000001", "TESTKEY001"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Emulator:
    """One running `apple-id-emulator` with two web clients of one team and one person, Maya."""

    def __init__(self, folder, issuer=None):
        self.folder = pathlib.Path(folder)
        self.key_file = self.folder / f"AuthKey_{KEY}.p8"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.private_key = self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()).decode()
        self.key_file.write_text(self.private_key)
        self.key_file.chmod(0o600)
        configuration = self.folder / "emulator.json"
        configuration.write_text(json.dumps({
            "teams": {"main": {
                "team_id": TEAM,
                "keys": {KEY: {"private_key_file": str(self.key_file)}},
                "apps": {"com.example.app": {"primary": True}},
                "services": {
                    client: {"primary_app": "com.example.app", "return_urls": ["https://app.example/callback"]}
                    for client in (WEB, OTHER)},
            }},
            "people": {"maya": {
                "email": "maya@example.com", "password": "maya-password",
                "name": {"first": "Maya", "last": "Lindqvist"}}},
        }))
        arguments = [BUILT / "apple-id-emulator", "--config", configuration, "--listen", "localhost:0"]
        if issuer:
            arguments += ["--issuer", issuer] + (["--allow-apple-issuer"] if issuer == APPLE else [])
        self.log_file = self.folder / "emulator.log"
        self.process = subprocess.Popen(
            [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self.log_file.open("wb"))
        ready, _, _ = select.select([self.process.stdout], [], [], 120)
        line = self.process.stdout.readline() if ready else b""
        if not line:
            self.stop()
            raise RuntimeError(f"the emulator did not start:\n{self.log_file.read_text()}")
        facts = json.loads(line)
        self.base_url, self.issuer = facts["base_url"], facts["issuer"]
        self.port = urllib.parse.urlsplit(self.base_url).port

    def stop(self):
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        self.process.kill()
        self.process.wait()

    def _call(self, path, data=None, headers=None, method=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=data, headers=headers or {}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def control(self, path, body=None, method=None):
        status, text = self._call(
            f"/_emulator/{path}", None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"}, method)
        assert status < 300, f"{path}: {text.decode()}"
        return json.loads(text) if text else None

    def post(self, path, **form):
        """A form post to Apple's own endpoints, as plain HTTP: (status, JSON or None)."""
        form = {"client_id": WEB, "client_secret": self.client_secret(form.get("client_id", WEB))} | form
        status, text = self._call(path, urllib.parse.urlencode(form).encode())
        return status, json.loads(text) if text else None

    def begin(self, *return_urls):
        """A clean state, with these return URLs registered for both clients."""
        self.control("reset", {})
        self.control("faults", method="DELETE")
        self.control("log", method="DELETE")
        for client in (WEB, OTHER):
            self.control("services", {"id": client, "primary_app": "com.example.app",
                                      "return_urls": list(return_urls)})

    def client_secret(self, client=WEB, lifetime=3600):
        """The ES256 token Apple wants as a client secret, made without any JWT library."""
        now = int(time.time())
        header = {"alg": "ES256", "kid": KEY}
        payload = {"iss": TEAM, "iat": now, "exp": now + lifetime, "aud": APPLE, "sub": client}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, payload))
        r, s = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"

    def approve(self, authorize_url, **choices):
        """Maya signs in at this address: what her browser carries back to the client."""
        url = urllib.parse.quote(authorize_url, safe="%/:?#&=+,;@!$'()*~[]")  # as a browser would send it
        return self.control("approvals", {
            "authorize_url": url, "person": "maya", "share_email": False, **choices})

    def token_answers(self):
        """What the token endpoint has answered in this test: an error's name, or None, for each request."""
        entries = self.control("log")["entries"]
        return [entry.get("error") for entry in entries if entry["path"] == "/auth/token"]

    def person_as_known_here(self):
        """Maya's subject and relay address for this team, by the emulator's own account of them."""
        maya = next(person for person in self.control("snapshot")["people"] if person["key"] == "maya")
        known = maya["known_to_teams_as"][TEAM]
        return known["sub"], known["relay_address"]

    # Wrong answers: tokens the emulator really signed, for someone or something else, or a signature exchanged.

    def answer_wrongly(self, kind, return_url, nonce):
        """The next code redeemed brings an identity token that is wrong in one way only, or in none (`nothing`)."""
        answer = self._stray_answer(kind, return_url, nonce)
        self.control("faults", {"endpoint": "token", "fault": {
            "kind": "status", "status": 200, "times": 1, "body": json.dumps(answer),
            "content_type": "application/json;charset=UTF-8"}})

    def _stray_answer(self, kind, return_url, nonce):
        client = OTHER if kind == "audience" else WEB
        if kind == "expired":
            self.control("clock", {"advance": -3 * 86_400})
        parameters = {"client_id": client, "redirect_uri": return_url, "response_type": "code",
                      "response_mode": "form_post", "scope": "name email",
                      "nonce": "another" if kind == "nonce" else nonce}
        approved = self.approve(f"{self.base_url}/auth/authorize?{urllib.parse.urlencode(parameters)}")
        status, answer = self.post(
            "/auth/token", client_id=client, grant_type="authorization_code", code=approved["fields"]["code"],
            redirect_uri=return_url)
        if kind == "expired":
            self.control("clock", {"advance": 3 * 86_400})
        assert status == 200, answer
        if kind == "signature":
            answer["id_token"] = signed_by_a_stranger(answer["id_token"])
        return answer


def signed_by_a_stranger(token):
    """Header and claims untouched, so the key's name is Apple's; the signature is not."""
    signed = token.rpartition(".")[0]
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return f"{signed}.{base64url(stranger.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256()))}"

"""Plays the cases of mail/relay.json by SMTP, against an emulator with a relay."""

import base64
import json
import smtplib

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

APP, PERSON, SELECTOR = "com.example.suite.app", "sol", "suite"
POLICY = {"example.com": ["v=spf1 ip4:127.0.0.1 -all"]}
STAGES = ("mail", "rcpt", "data", "end")


class Sender:
    """Sends the message of a case, after the world of the case was set up."""

    def __init__(self, emulator, address, waived=()):
        self.emulator, self.waived = emulator, waived
        self.host, _, port = address.rpartition(":")
        self.port = int(port)
        key = rsa.generate_private_key(65537, 2048)
        self.pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        self.key_record = "v=DKIM1; k=rsa; p=" + base64.b64encode(public).decode()

    def run(self, case):
        """The differences between what the case expects and what the relay did. An empty list is a pass."""
        self.emulator.begin(self.waived)
        relay = self._prepare(case)
        mail, expect = case["mail"], case["expect"]
        self.known = {"relay": relay, "RELAY": relay.upper(), "envelope": mail.get("envelope", "bounce@example.com")}
        for _ in range(mail.get("times", 1) - 1):
            stage, code, text = self._send(mail)
            if (stage, code) != ("end", 250):
                return [f"an earlier message was answered {code} {text} at {stage}"]
        stage, code, text = self._send(mail)
        differences = []
        if (stage, code) != (expect["at"], expect["code"]):
            differences.append(f"answered {code} at {stage}, not {expect['code']} at {expect['at']}: {text}")
        elif expect["text"] is not None and text != self._filled(expect["text"]):
            differences.append(f"answered {text!r}, not {self._filled(expect['text'])!r}")
        if (cause := self._cause()) != expect["cause"]:
            differences.append(f"cause {cause}, not {expect['cause']}")
        kept = self.emulator.control("GET", "/mail?state=delivered")["messages"]
        wanted = mail.get("times", 1) - (expect["code"] != 250)
        if len(kept) != wanted:
            differences.append(f"{len(kept)} messages in the mailbox, not {wanted}")
        return differences

    def _prepare(self, case):
        control = self.emulator.control
        teams = self.emulator.world["teams"]
        for team, name in (("main", "registered"), ("other", "registered_elsewhere")):
            sources = case.get(name, ["example.com"] if team == "main" else [])
            if sources:
                control("POST", "/portal/email-sources", {"team_id": teams[team]["team_id"], "sources": sources})
        signed = case["mail"].get("signed", {})
        records = {**POLICY, **case.get("dns", {})}
        if signed and signed.get("key") != "missing":
            records[f"{SELECTOR}._domainkey.{signed['domain']}"] = [self.key_record]
        for name, texts in records.items():
            control("POST", "/dns", {"name": name, "txt": texts})
        credential = control("POST", "/device/credentials", {"person": PERSON, "bundle_id": APP, "scopes": ["email"], "share_email": False})
        for method, path, body in case.get("before", []):
            control(method, path, body)
        claims = credential["identity_token"].split(".")[1]
        return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["email"]

    def _send(self, mail):
        """The stage, code and text of the answer that decided."""
        with smtplib.SMTP(self.host, self.port, local_hostname="client.example", timeout=60) as session:
            session.ehlo()
            size = f" SIZE={mail['size']}" if "size" in mail else ""
            code, text = session.docmd("MAIL", f"FROM:<{self.known['envelope']}>{size}")
            if code != 250:
                return "mail", code, text.decode()
            code, text = session.docmd("RCPT", f"TO:<{self._filled(mail.get('to', '{relay}'))}>")
            if code != 250:
                return "rcpt", code, text.decode()
            code, text = session.docmd("DATA")
            if code != 354:
                return "data", code, text.decode()
            session.send(self._message(mail) + b".\r\n")
            code, text = session.getreply()
            return "end", code, text.decode()

    def _message(self, mail):
        head = (
            f"From: {mail.get('from', 'news@example.com')}\r\nTo: {self.known['relay']}\r\nSubject: Your order\r\n"
            "Message-ID: <1@example.com>\r\n\r\n"
        )
        message = (head + mail.get("body", "It is on its way.\r\n")).encode()
        if signed := mail.get("signed"):
            form = tuple(part.encode() for part in signed.get("form", "relaxed/relaxed").split("/"))
            message = dkim.sign(message, SELECTOR.encode(), signed["domain"].encode(), self.pem, canonicalize=form) + message
            if signed.get("change") == "body":
                message = message.replace(b"on its way", b"lost")
        return message

    def _filled(self, text):
        for name, value in self.known.items():
            text = text.replace("{" + name + "}", value)
        return text

    def _cause(self):
        entries = [entry for entry in self.emulator.control("GET", "/log")["entries"] if entry["path"] == "mail"]
        return entries[-1]["cause"] if entries else None

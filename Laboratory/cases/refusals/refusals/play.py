"""Runs one case: the steps before, the request with its answer, and the checks afterwards."""

import typing
import urllib.parse

from harness.keys import part

from . import client_secrets, verdict
from .emulator import ControlRefused
from .placeholders import fill

LOG = "cause in the log"
KEPT = ("access_token", "refresh_token", "id_token", "sub", "transfer_sub")


class Exchange(typing.NamedTuple):
    """A request as it was sent, its answer, and the emulator's time."""

    path: str
    headers: dict
    body: bytes | None
    reply: object
    now: int


class Play:
    def __init__(self, suite, emulator, keys, waived=()):
        self.suite, self.emulator, self.keys, self.waived = suite, emulator, keys, waived
        self.world = suite.world
        self.sent = self.played = None  # the last exchange, and that of the last case's own request

    def run(self, case):
        """The differences between what the case expects and what happened. An empty list is a pass."""
        self.emulator.begin(self.waived)
        self.known = {**self.world["values"], "base_url": self.emulator.base_url, "now": self.world["now"]}
        try:
            for step in case.get("before", []):
                self._step(step)
        except (StepFailed, ControlRefused, verdict.NotJSON) as failure:
            return [f"before the request: {failure}"]
        try:
            differences = self._exchange(case["request"], case["expect"])
            self.played = self.sent
            # if the answer itself differs, the later differences would only be consequences
            for step in case.get("after", []) if told_by_log_only(differences) else []:
                later = self._exchange(step["request"], step["expect"])
                differences += [f"afterwards, {step['request'].get('like', 'request')}: {line}" for line in later]
        except verdict.NotJSON as failure:
            return [str(failure)]
        return differences

    # Steps

    def _step(self, step):
        kind = next(iter(set(step) & {"authorize", "device", "send", "advance", "switches", "control"}))
        prefix = step["as"] + "." if "as" in step else ""
        getattr(self, "_" + kind)(step, prefix)

    def _authorize(self, step, prefix):
        client = self._client(step.get("client", "web"))
        query = self._changed(self.world["requests"]["authorize"]["query"], step["authorize"], client)
        url = self.emulator.base_url + "/auth/authorize?" + self._encode(query)
        answer = self.emulator.control(
            "POST", "/approvals", {"authorize_url": url, "person": step.get("person", "sol"), "share_email": step.get("share_email", True)}
        )
        self._keep(prefix, answer["fields"], ("code", "id_token", "state"))

    def _device(self, step, prefix):
        client = self._client(step.get("client", "app"))
        answer = self.emulator.control(
            "POST",
            "/device/credentials",
            {"person": step.get("person", "sol"), "bundle_id": client["id"], **fill(step["device"], self.known)},
        )
        self._keep(prefix, {"code": answer["authorization_code"], "id_token": answer["identity_token"]}, ("code", "id_token"))

    def _send(self, step, prefix):
        reply, _ = self._request(step["send"])
        wanted = step.get("status", 200)
        if reply.status != wanted:
            raise StepFailed(f"{step['send'].get('like')} was answered {reply.status} {reply.body[:200]!r}, not {wanted}")
        if reply.status == 200 and reply.body.startswith(b"{"):
            self._keep(prefix, reply.json, KEPT)

    def _advance(self, step, prefix):
        self.known["now"] = self.emulator.control("POST", "/clock", {"advance": step["advance"]})["now"]

    def _switches(self, step, prefix):
        self.emulator.control("POST", "/switches", step["switches"])

    def _control(self, step, prefix):
        method, path, call = step["control"]
        self.emulator.control(method, path, fill(call, self.known))

    def _keep(self, prefix, found, names):
        self.known.update({prefix + name: found[name] for name in names if name in found})
        if "id_token" in found:
            self.known[prefix + "sub"] = part(found["id_token"], 1).get("sub")

    # Requests

    def _exchange(self, request, expect):
        reply, path = self._request(request)
        self._keep("", reply.json if reply.status == 200 and reply.body.startswith(b"{") else {}, KEPT)
        expect = fill(expect, self.known)
        differences = verdict.compare(expect, self.suite.answers[expect["answer"]], reply)
        if expect.get("signed") and not differences:
            published = self.emulator.send("GET", self.world["requests"]["keys"]["path"]).json["keys"]
            differences += verdict.signature(reply.json["id_token"], published)
        if "cause" in expect:
            entry = self.emulator.last_entry(request.get("method", self._like(request)["method"]), path)
            cause = entry["cause"] if entry else "(no entry in the log)"
            if cause != expect["cause"]:
                differences.append(f"{LOG}: {cause}, expected {expect['cause']}")
        return differences

    def _like(self, request):
        return self.world["requests"][request["like"]] if "like" in request else {"method": "GET"}

    def _request(self, request):
        """Sends one of the world's requests with the changes of the case."""
        like = self._like(request)
        client = self._client(request.get("client", like.get("client", "web")))
        self.known["client_id"] = client["id"]
        self.known["client_secret"] = client_secrets.make(
            request.get("secret", {}), client, self.keys, lambda value: fill(value, self.known)
        )
        path = request.get("path", like.get("path"))
        query = self._changed(like.get("query", {}), request.get("query", {}), client)
        target = path + ("?" + self._encode(query) if query else "") + fill(request.get("query_text", ""), self.known)
        method = request.get("method", like["method"])
        headers = fill({**like.get("headers", {}), **request.get("headers", {})}, self.known)
        headers = {name: value for name, value in headers.items() if value is not None}
        body = None
        if "body_text" in request:
            body = fill(request["body_text"], self.known).encode()
        elif "body" in like and request.get("body", {}) is not None:
            fields = self._changed(like["body"], request.get("body", {}), client)
            body = self._encode(fields).encode()
            if request.get("body_suffix"):
                body += bytes(request["body_suffix"], "latin-1")
        reply = self.emulator.send(method, target, headers, body)
        self.sent = Exchange(path, headers, body, reply, self.known["now"])
        return reply, path

    def _client(self, name):
        client = self.world["clients"][name]
        return {**client, "team_id": self.world["teams"][client["team"]]["team_id"]}

    def _changed(self, fields, changes, client):
        self.known["client_id"] = client["id"]
        return fill(client_secrets.changed(fields, changes), self.known)

    @staticmethod
    def _encode(fields):
        """Encodes a form. A list of values sends the parameter once for each value."""
        pairs = [(name, one) for name, value in fields.items() for one in (value if isinstance(value, list) else [value])]
        return "&".join(f"{urllib.parse.quote(name, safe='')}={urllib.parse.quote(str(one), safe='')}" for name, one in pairs)


class StepFailed(Exception):
    pass


def told_by_log_only(differences):
    """Whether all differences, if any, are in the log and the answer is as expected."""
    return all(LOG in line for line in differences)

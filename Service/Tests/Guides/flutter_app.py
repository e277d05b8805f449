"""The Flutter example in Python, because no Dart compiler runs here. The docstring of a step is the Dart that it plays."""
import hashlib
import re
import time

import requests

from harness.appauth import AppAuth, Refused
from harness.emulator import APP
from samples import at, found, text


def constant(name):
    return found(rf"const {name} = '([^']+)'", "Flutter/lib/service.dart")


class Refusal(Exception):
    def __init__(self, code, ends_session):
        super().__init__(code)
        self.ends_session = ends_session


class AppleSheet:
    """apple_sheet.dart on iOS, and `sign_in_with_apple`, which gives Apple the nonce as it is."""

    file = "apple_sheet.dart"

    def __init__(self, system, person):
        self.system, self.person = system, person
        self.expired = None  # an access token; the clock of the service stands still

    def sign_in(self, hashed=lambda nonce: hashlib.sha256(nonce.encode()).hexdigest()):
        """
        nonce: sha256.convert(utf8.encode(attempt['nonce'] as String)).toString(),
        if (error.code == AuthorizationErrorCode.canceled) return null;
        'identity_token': credential.identityToken,
        'code': credential.authorizationCode,
        if (given != null || family != null)
        'name': {if (given != null) 'given': given, if (family != null) 'family': family},
        """
        attempt = self.post("/v1/native/attempts", {"client": constant("nativeClient")})
        if self.person is None:
            return None
        answer = self.credential(hashed(attempt["nonce"]))
        self.name = answer.get("name") or {}
        name = {member: self.name[field] for member, field in (("given", "first"), ("family", "last")) if field in self.name}
        self.reply = self.post("/v1/native/sign-in", {
            "attempt": attempt["attempt"], "identity_token": answer["identity_token"],
            "code": answer["authorization_code"]} | ({"name": name} if name else {}))
        return self.session(self.reply)

    def credential(self, nonce):
        scopes = {"fullName": "name", "email": "email"}
        wanted = re.findall(r"AppleIDAuthorizationScopes\.(\w+)", text("Flutter/lib/apple_sheet.dart"))
        return self.system.control("device/credentials", {
            "person": self.person["key"], "bundle_id": APP, "scopes": [scopes[name] for name in wanted], "nonce": nonce})

    def renew(self, old):
        """
        '/v1/sessions/refresh',
        {'client': nativeClient, 'refresh_token': old.refreshToken},
        """
        return self.session(self.post("/v1/sessions/refresh", {
            "client": constant("nativeClient"), "refresh_token": old["refreshToken"]}))

    def end(self, old):
        """
        Future<void> end(Session old) => post('/v1/sessions/end', {'reason': 'person'}, accessToken: old.accessToken);
        """
        self.post("/v1/sessions/end", {"reason": "person"}, old["accessToken"])

    def post(self, path, body, access_token=None):
        if access_token and access_token == self.expired:
            raise Refusal("access_token_expired", True)
        reply = requests.post(
            at(self.system, constant("service")) + path, json=body,
            headers={"Authorization": f"Bearer {access_token}"} if access_token else {})
        if not reply.ok:
            raise Refusal(reply.json()["error"], reply.status_code in (401, 403))
        return reply.json() if reply.content else {}

    @staticmethod
    def session(reply):
        return {"accessToken": reply["access_token"], "refreshToken": reply["refresh_token"],
                "expires": time.time() + reply["expires_in"]}


class Browser:
    """browser.dart, and `flutter_appauth` on Android."""

    file = "browser.dart"

    def __init__(self, system, phone, person):
        self.system, self.phone, self.person, self.choices = system, phone, person, {}
        scopes = re.findall(r"'([^']+)'", found(r"const scopes = \[([^\]]+)\]", "Flutter/lib/service.dart"))
        self.app = AppAuth(at(system, constant("service")), constant("openIDClient"), constant("redirectURI"), None,
                           " ".join(scopes))

    def sign_in(self):
        """
        AuthorizationTokenRequest(openIDClient, redirectURI, issuer: service, scopes: scopes),
        } on FlutterAppAuthUserCancelledException {
        return null;
        if (error.platformErrorDetails.error == 'access_denied') return null;
        """
        if self.person is None:
            return None
        try:
            self.app.receive(self.phone.open(self.app.request(), self.app.redirect_uri, self.person, **self.choices))
        except Refused as refused:
            if refused.args == ("access_denied",):
                return None
            raise
        return self.session()

    def renew(self, old):
        """
        TokenRequest(openIDClient, redirectURI, issuer: service, refreshToken: old.refreshToken, scopes: scopes),
        if (code == 'invalid_grant') throw Refusal('invalid_grant', endsSession: true);
        """
        self.app.refresh_token = old["refreshToken"]
        try:
            self.app.refresh()
        except Refused as refused:
            if refused.args == ("invalid_grant",):
                raise Refusal("invalid_grant", True) from refused
            raise
        return self.session()

    def end(self, old):
        """
        Uri.parse('$service/oauth/revoke'),
        body: {'token': old.refreshToken, 'client_id': openIDClient},
        """
        requests.post(at(self.system, constant("service")) + "/oauth/revoke", {
            "token": old["refreshToken"], "client_id": constant("openIDClient")}).raise_for_status()

    def session(self):
        return {"accessToken": self.app.access_token, "refreshToken": self.app.refresh_token, "expires": time.time() + 300}


class Sessions:
    """session.dart, for one call at a time."""

    file = "session.dart"

    def __init__(self, way):
        self.way, self.kept = way, None

    def sign_in(self):
        """
        final session = await _way.signIn();
        return session == null ? null : _keep(session);
        """
        session = self.way.sign_in()
        return None if session is None else self.keep(session)

    def access_token(self):
        """
        final session = await _kept();
        if (session == null) return null;
        if (session.expires.isAfter(DateTime.now().add(const Duration(seconds: 30)))) return session.accessToken;
        final renewed = await (_renewal ??= _renew(session).whenComplete(() => _renewal = null));
        return renewed?.accessToken;
        """
        session = self.kept
        if session is None:
            return None
        if session["expires"] > time.time() + 30:
            return session["accessToken"]
        renewed = self.renew(session)
        return renewed and renewed["accessToken"]

    def sign_out(self):
        """
        try {
        await accessToken();
        } catch (_) {
        final session = await _kept();
        await _storage.delete(key: _entry);
        if (session != null) await _way.end(session);
        """
        try:
            self.access_token()
        except Exception:  # as the Dart does
            pass
        session, self.kept = self.kept, None
        if session is not None:
            self.way.end(session)

    def renew(self, session):
        """
        renewed = await _way.renew(session);
        if (!refusal.endsSession) rethrow;
        final now = await _kept();
        if (now?.refreshToken != session.refreshToken) return now;
        if (renewed != null) return _keep(renewed);
        await _storage.delete(key: _entry);
        return null;
        """
        renewed = None
        try:
            renewed = self.way.renew(session)
        except Refusal as refusal:
            if not refusal.ends_session:
                raise
        now = self.kept
        if now is None or now["refreshToken"] != session["refreshToken"]:
            return now
        if renewed is not None:
            return self.keep(renewed)
        self.kept = None
        return None

    def keep(self, session):
        self.kept = session
        return session


def steps():
    """The name of each step, its file, and the lines of Dart that it plays, in their order."""
    for part in (AppleSheet, Browser, Sessions):
        for name, member in vars(part).items():
            if callable(member) and (member.__doc__ or "").startswith("\n"):
                yield f"{part.__name__}.{name}", f"Flutter/lib/{part.file}", member.__doc__.strip().splitlines()

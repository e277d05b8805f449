"""The Flutter example in Python, because no Dart compiler runs here. The docstring of a step is the Dart that it plays."""
import datetime
import hashlib
import json
import re
import time

import requests

from harness.appauth import AppAuth, Refused
from harness.emulator import APP
from samples import at, found, text


def constant(name):
    return found(rf"const {name} = '([^']+)'", "Flutter/lib/service.dart")


def endings():
    return re.findall("'([^']+)'", found(r"const _endings = \{([^}]+)\}", "Flutter/lib/service.dart"))


def written(moment):
    """A time as `Session.toJson` writes it. `toIso8601String` gives a local time no offset."""
    expression = found(r"'expires': expires\.([\w().]+)\}", "Flutter/lib/session.dart")
    zone = {"toIso8601String()": None, "toUtc().toIso8601String()": datetime.timezone.utc}[expression]
    return datetime.datetime.fromtimestamp(moment, zone).isoformat()


def read(text):
    """`DateTime.parse`, which takes a time without an offset for local."""
    return datetime.datetime.fromisoformat(text).timestamp()


class Refusal(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.ends_session = code in endings()


class NoAnswer(Exception):
    """Nothing came back, or nothing from the service."""


class Device:
    """What iOS keeps for the app. The keychain outlives it, and the preferences do not."""

    def __init__(self):
        self.keychain, self.preferences = {}, {}


class Service:
    """service.dart."""

    file = "service.dart"

    def __init__(self, system):
        self.system = system
        self.expired = None  # an access token; the clock of the service stands still
        self.happens = []  # to the next sign-ins: "lost", "cut" after it has arrived, or a status and a body on the way

    def post(self, path, body, access_token=None):
        """
        if (reply.statusCode == 204) return {};
        final answer = _object(reply.body);
        if (reply.statusCode == 200 && answer != null) return answer;
        final code = answer?['error'];
        if (code is String) throw Refusal(code);
        throw http.ClientException('Something else answered in the place of the service, with status ${reply.statusCode}.');
        return value is Map<String, dynamic> ? value : null;
        } on FormatException {
        return null;
        """
        if access_token and access_token == self.expired:
            raise Refusal("access_token_expired")
        status, text = self.answer(path, body, access_token)
        if status == 204:
            return {}
        answer = an_object(text)
        if status == 200 and answer is not None:
            return answer
        if answer and isinstance(answer.get("error"), str):
            raise Refusal(answer["error"])
        raise NoAnswer(status)

    def answer(self, path, body, access_token):
        happens = self.happens.pop(0) if self.happens and path in ("/v1/native/sign-in", "/v1/sessions/refresh") else None
        if happens == "lost":
            raise NoAnswer(path)
        if isinstance(happens, tuple):
            return happens
        reply = requests.post(
            at(self.system, constant("service")) + path, json=body,
            headers={"Authorization": f"Bearer {access_token}"} if access_token else {})
        if happens == "cut":
            raise NoAnswer(path)
        return reply.status_code, reply.text


def an_object(text):
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


class AppleSheet:
    """apple_sheet.dart on iOS, and `sign_in_with_apple`, which gives Apple the nonce as it is."""

    file = "apple_sheet.dart"

    def __init__(self, system, person, device):
        self.system, self.person, self.keychain = system, person, device.keychain
        self.service = Service(system)
        self.sheets = []  # what Apple's sheet returned

    def sign_in(self, hashed=lambda nonce: hashlib.sha256(nonce.encode()).hexdigest()):
        """
        final unconfirmed = await _read(_answer);
        if (unconfirmed != null && DateTime.parse(unconfirmed['expires'] as String).isAfter(DateTime.now())) {
        try {
        return await _send(unconfirmed);
        } on Refusal {
        final attempt = await post('/v1/native/attempts', {'client': nativeClient});
        nonce: sha256.convert(utf8.encode(attempt['nonce'] as String)).toString(),
        if (error.code == AuthorizationErrorCode.canceled) return null;
        'user': credential.userIdentifier,
        'attempt': attempt['attempt'],
        'identity_token': credential.identityToken,
        'code': credential.authorizationCode,
        'expires': DateTime.now().toUtc().add(Duration(seconds: attempt['expires_in'] as int)).toIso8601String(),
        if (given != null || family != null) {
        final name = {if (given != null) 'given': given, if (family != null) 'family': family};
        await _storage.write(key: _nameOf(answer), value: jsonEncode(name));
        await _storage.write(key: _answer, value: jsonEncode(answer));
        return _send(answer);
        """
        unconfirmed = self.keychain.get("apple-answer")
        if unconfirmed and unconfirmed["expires"] > time.time():
            try:
                return self.send(unconfirmed)
            except Refusal:
                pass
        attempt = self.service.post("/v1/native/attempts", {"client": constant("nativeClient")})
        if self.person is None:
            return None
        sheet = self.credential(hashed(attempt["nonce"]))
        self.sheets.append(sheet)
        answer = {
            "user": sheet["user"], "expires": time.time() + attempt["expires_in"],
            "request": {"attempt": attempt["attempt"], "identity_token": sheet["identity_token"],
                        "code": sheet["authorization_code"]}}
        if "name" in sheet:
            self.keychain[name_of(answer)] = {"given": sheet["name"]["first"], "family": sheet["name"]["last"]}
        self.keychain["apple-answer"] = answer
        return self.send(answer)

    def send(self, answer):
        """
        final name = await _read(_nameOf(answer));
        ...(answer['request'] as Map<String, dynamic>),
        if (name != null) 'name': name,
        await _storage.delete(key: _answer);
        await _storage.delete(key: _nameOf(answer));
        return _session(reply);
        String _nameOf(Map<String, dynamic> answer) => 'apple-name-${answer['user']}';
        """
        name = self.keychain.get(name_of(answer))
        self.reply = self.service.post("/v1/native/sign-in", answer["request"] | ({"name": name} if name else {}))
        del self.keychain["apple-answer"]
        self.keychain.pop(name_of(answer), None)
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
        return self.session(self.service.post("/v1/sessions/refresh", {
            "client": constant("nativeClient"), "refresh_token": old["refreshToken"]}))

    def end(self, old):
        """
        Future<void> end(Session old) => post('/v1/sessions/end', {'reason': 'person'}, accessToken: old.accessToken);
        """
        self.service.post("/v1/sessions/end", {"reason": "person"}, old["accessToken"])

    @staticmethod
    def session(reply):
        return {"accessToken": reply["access_token"], "refreshToken": reply["refresh_token"],
                "expires": time.time() + reply["expires_in"]}


def name_of(answer):
    return f"apple-name-{answer['user']}"


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
        if (code == 'invalid_grant') throw Refusal('invalid_grant');
        """
        self.app.refresh_token = old["refreshToken"]
        try:
            self.app.refresh()
        except Refused as refused:
            if refused.args == ("invalid_grant",):
                raise Refusal("invalid_grant") from refused
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

    def __init__(self, way, device):
        self.way, self.device = way, device

    def sign_in(self):
        """
        final running = _signIn;
        if (running != null && DateTime.now().isBefore(_tappedAt.add(const Duration(seconds: 10)))) return running;
        _tappedAt = DateTime.now();
        return _signIn = _begin().whenComplete(() => _signIn = null);
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
        session = self.kept()
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
        session = self.kept()
        self.device.keychain.pop("session", None)
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
        now = self.kept()
        if now is None or now["refreshToken"] != session["refreshToken"]:
            return now
        if renewed is not None:
            return self.keep(renewed)
        self.device.keychain.pop("session", None)
        return None

    def keep(self, session):
        """
        final mark = await _preferences.getString(_mark) ?? DateTime.now().toUtc().toIso8601String();
        await _preferences.setString(_mark, mark);
        await _storage.write(key: _entry, value: jsonEncode({...session.toJson(), 'installation': mark}));
        """
        mark = self.device.preferences.setdefault("installation", str(time.time_ns()))
        stored = session | {"expires": written(session["expires"]), "installation": mark}
        self.device.keychain["session"] = json.dumps(stored)
        return session

    def kept(self):
        """
        final mark = await _preferences.getString(_mark);
        if (entry == null || mark == null) return null;
        return kept['installation'] == mark ? Session.fromJson(kept) : null;
        """
        entry, mark = self.device.keychain.get("session"), self.device.preferences.get("installation")
        if entry is None or mark is None:
            return None
        stored = json.loads(entry)
        return stored | {"expires": read(stored["expires"])} if stored["installation"] == mark else None


def steps():
    """The name of each step, its file, and the lines of Dart that it plays, in their order."""
    for part in (Service, AppleSheet, Browser, Sessions):
        for name, member in vars(part).items():
            if callable(member) and (member.__doc__ or "").startswith("\n"):
                yield f"{part.__name__}.{name}", f"Flutter/lib/{part.file}", member.__doc__.strip().splitlines()

"""The Flutter example in Python, because no Dart compiler runs here. The docstring of a step is the Dart that it plays."""

import contextlib
import datetime
import hashlib
import json
import re
import time

import requests

from flutter_storage import Storage
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
            at(self.system, constant("service")) + path,
            json=body,
            headers={"Authorization": f"Bearer {access_token}"} if access_token else {},
        )
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
        self.system, self.person, self.storage = system, person, Storage(device)
        self.service = Service(system)
        self.sheets = []  # what Apple's sheet returned
        self.left_out = set()  # what the plugin does not pass on of it

    def sign_in(self, hashed=lambda nonce: hashlib.sha256(nonce.encode()).hexdigest()):
        """
        final unconfirmed = await _storage.read(_answer);
        if (unconfirmed != null && DateTime.parse(unconfirmed['expires'] as String).isAfter(DateTime.now())) {
        try {
        return await _send(unconfirmed);
        } on Refusal {
        final attempt = await post('/v1/native/attempts', {'client': nativeClient});
        nonce: sha256.convert(utf8.encode(attempt['nonce'] as String)).toString(),
        if (error.code == AuthorizationErrorCode.canceled) return null;
        'attempt': attempt['attempt'],
        'identity_token': credential.identityToken,
        'code': credential.authorizationCode,
        final user = credential.userIdentifier, given = credential.givenName, family = credential.familyName;
        final name = {if (given != null) 'given': given, if (family != null) 'family': family};
        if (user == null) return _exchange(request, name);
        if (name.isNotEmpty) await _writeNames({...await _readNames(), user: name});
        final expires = DateTime.now().toUtc().add(Duration(seconds: attempt['expires_in'] as int));
        final answer = {'user': user, 'request': request, 'expires': expires.toIso8601String()};
        await _storage.write(_answer, answer);
        return _send(answer);
        """
        unconfirmed = self.storage.read("apple-answer")
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
        sheet = {name: value for name, value in sheet.items() if name not in self.left_out}
        request = {"attempt": attempt["attempt"], "identity_token": sheet["identity_token"], "code": sheet["authorization_code"]}
        user = sheet.get("user")
        name = {"given": sheet["name"]["first"], "family": sheet["name"]["last"]} if "name" in sheet else {}
        if user is None:
            return self.exchange(request, name)
        if name:
            self.write_names(self.read_names() | {user: name})
        answer = {"user": user, "request": request, "expires": time.time() + attempt["expires_in"]}
        self.storage.write("apple-answer", answer)
        return self.send(answer)

    def send(self, answer):
        """
        final user = answer['user'] as String;
        final name = (await _readNames())[user] as Map<String, dynamic>?;
        final session = await _exchange(answer['request'] as Map<String, dynamic>, name ?? {});
        await _storage.remove(_answer);
        final names = await _readNames();
        if (names.remove(user) != null) await _writeNames(names);
        return session;
        """
        session = self.exchange(answer["request"], self.read_names().get(answer["user"]) or {})
        self.storage.remove("apple-answer")
        names = self.read_names()
        if names.pop(answer["user"], None) is not None:
            self.write_names(names)
        return session

    def exchange(self, request, name):
        """
        _session(await post('/v1/native/sign-in', {...request, if (name.isNotEmpty) 'name': name}));
        """
        self.reply = self.service.post("/v1/native/sign-in", request | ({"name": name} if name else {}))
        return self.session(self.reply)

    def read_names(self):
        """
        static const _names = 'apple-names';
        final names = await _storage.read(_names);
        return names?['names'] as Map<String, dynamic>? ?? {};
        """
        return (self.storage.read("apple-names") or {}).get("names") or {}

    def write_names(self, names):
        """
        names.isEmpty ? _storage.remove(_names) : _storage.write(_names, {'names': names});
        """
        if names:
            self.storage.write("apple-names", {"names": names})
        else:
            self.storage.remove("apple-names")

    def credential(self, nonce):
        scopes = {"fullName": "name", "email": "email"}
        wanted = re.findall(r"AppleIDAuthorizationScopes\.(\w+)", text("Flutter/lib/apple_sheet.dart"))
        return self.system.control(
            "device/credentials",
            {"person": self.person["key"], "bundle_id": APP, "scopes": [scopes[name] for name in wanted], "nonce": nonce},
        )

    def renew(self, old):
        """
        '/v1/sessions/refresh',
        {'client': nativeClient, 'refresh_token': old.refreshToken},
        """
        return self.session(
            self.service.post("/v1/sessions/refresh", {"client": constant("nativeClient"), "refresh_token": old["refreshToken"]})
        )

    def end(self, old):
        """
        Future<void> end(Session old) => post('/v1/sessions/end', {'reason': 'person'}, accessToken: old.accessToken);
        """
        self.service.post("/v1/sessions/end", {"reason": "person"}, old["accessToken"])

    @staticmethod
    def session(reply):
        return {"accessToken": reply["access_token"], "refreshToken": reply["refresh_token"], "expires": time.time() + reply["expires_in"]}


class Browser:
    """browser.dart, and `flutter_appauth` on Android."""

    file = "browser.dart"

    def __init__(self, system, phone, person):
        self.system, self.phone, self.person, self.choices = system, phone, person, {}
        scopes = re.findall(r"'([^']+)'", found(r"const scopes = \[([^\]]+)\]", "Flutter/lib/service.dart"))
        self.app = AppAuth(at(system, constant("service")), constant("openIDClient"), constant("redirectURI"), None, " ".join(scopes))

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
        requests.post(
            at(self.system, constant("service")) + "/oauth/revoke", {"token": old["refreshToken"], "client_id": constant("openIDClient")}
        ).raise_for_status()

    def session(self):
        return {"accessToken": self.app.access_token, "refreshToken": self.app.refresh_token, "expires": time.time() + 300}


class Sessions:
    """session.dart, for one call at a time."""

    file = "session.dart"

    def __init__(self, way, device):
        self.way, self.storage = way, Storage(device)

    def sign_in(self):
        """
        final running = _signIn;
        if (running != null && DateTime.now().isBefore(_tappedAt.add(const Duration(seconds: 10)))) return running;
        _tappedAt = DateTime.now();
        mine = _begin().whenComplete(() {
        if (identical(_signIn, mine)) _signIn = null;
        return _signIn = mine;
        await _storage.beginInstallation();
        final session = await _way.signIn();
        return session == null ? null : _keep(session);
        """
        self.storage.begin_installation()
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
        await _storage.remove(_entry);
        if (session != null) await _way.end(session);
        """
        with contextlib.suppress(Exception):  # as the Dart does
            self.access_token()
        session = self.kept()
        self.storage.remove("session")
        if session is not None:
            self.way.end(session)

    def renew(self, session):
        """
        renewed = await _way.renew(session);
        if (!refusal.endsSession) rethrow;
        final now = await _kept();
        if (now?.refreshToken != session.refreshToken) return now;
        if (renewed != null) return _keep(renewed);
        await _storage.remove(_entry);
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
        self.storage.remove("session")
        return None

    def keep(self, session):
        """
        await _storage.write(_entry, session.toJson());
        return session;
        """
        self.storage.write("session", session | {"expires": written(session["expires"])})
        return session

    def kept(self):
        """
        final kept = await _storage.read(_entry);
        return kept == null ? null : Session.fromJson(kept);
        """
        kept = self.storage.read("session")
        return None if kept is None else kept | {"expires": read(kept["expires"])}


def steps():
    """The name of each step, its file, and the lines of Dart that it plays, in their order."""
    for part in (Storage, Service, AppleSheet, Browser, Sessions):
        for name, member in vars(part).items():
            if callable(member) and (member.__doc__ or "").startswith("\n"):
                yield f"{part.__name__}.{name}", f"Flutter/lib/{part.file}", member.__doc__.strip().splitlines()

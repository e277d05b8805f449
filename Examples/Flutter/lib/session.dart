import 'dart:io';

import 'apple_sheet.dart';
import 'browser.dart';
import 'service.dart';
import 'storage.dart';

/// What the app keeps in the keychain or in the keystore. It holds a refresh token, so it belongs nowhere else.
class Session {
  Session({required this.accessToken, required this.refreshToken, required this.expires});

  Session.fromJson(Map<String, dynamic> json)
      : accessToken = json['accessToken'] as String,
        refreshToken = json['refreshToken'] as String,
        expires = DateTime.parse(json['expires'] as String);

  final String accessToken;
  final String refreshToken;
  final DateTime expires;

  Map<String, String> toJson() =>
      {'accessToken': accessToken, 'refreshToken': refreshToken, 'expires': expires.toUtc().toIso8601String()};
}

/// Apple's own sheet, or the browser. Both lead to the same account.
abstract interface class WayToSignIn {
  /// Returns null if the person cancelled: closed the sheet or the tab, or pressed "Cancel" on a page.
  Future<Session?> signIn();
  Future<Session> renew(Session old);
  Future<void> end(Session old);
}

/// The session of the person who uses the app. An app has one of these.
class Sessions {
  static const _entry = 'session';

  final _storage = Storage();
  final WayToSignIn _way = Platform.isIOS || Platform.isMacOS ? AppleSheet() : Browser();
  Future<Session?>? _signIn;
  late DateTime _tappedAt;
  Future<Session?>? _renewal;

  Future<Session?> signIn() {
    // Two taps open one sheet. A tap after ten seconds shows that no sheet covers the button: sometimes, none appears.
    final running = _signIn;
    if (running != null && DateTime.now().isBefore(_tappedAt.add(const Duration(seconds: 10)))) return running;
    _tappedAt = DateTime.now();
    late final Future<Session?> mine;
    mine = _begin().whenComplete(() {
      // By the end of this sign-in, a later one may have taken its place.
      if (identical(_signIn, mine)) _signIn = null;
    });
    return _signIn = mine;
  }

  Future<Session?> _begin() async {
    await _storage.beginInstallation();
    final session = await _way.signIn();
    return session == null ? null : _keep(session);
  }

  /// The access token for a call of your API; null if nobody is signed in.
  Future<String?> accessToken() async {
    final session = await _kept();
    if (session == null) return null;
    if (session.expires.isAfter(DateTime.now().add(const Duration(seconds: 30)))) return session.accessToken;
    // One renewal at a time, because each replaces the refresh token.
    final renewed = await (_renewal ??= _renew(session).whenComplete(() => _renewal = null));
    return renewed?.accessToken;
  }

  Future<void> signOut() async {
    try {
      await accessToken();
    } catch (_) {
      // An expired access token ends nothing. An outage must not keep the person signed in.
    }
    final session = await _kept();
    await _storage.remove(_entry);
    if (session != null) await _way.end(session);
  }

  Future<Session?> _renew(Session session) async {
    Session? renewed;
    try {
      renewed = await _way.renew(session);
    } on Refusal catch (refusal) {
      // Only the end of the session signs out. After an outage, the next call tries again.
      if (!refusal.endsSession) rethrow;
    }
    final now = await _kept();
    // A sign-in or a sign-out in the meantime is not undone.
    if (now?.refreshToken != session.refreshToken) return now;
    if (renewed != null) return _keep(renewed);
    await _storage.remove(_entry);
    return null;
  }

  Future<Session> _keep(Session session) async {
    await _storage.write(_entry, session.toJson());
    return session;
  }

  Future<Session?> _kept() async {
    final kept = await _storage.read(_entry);
    return kept == null ? null : Session.fromJson(kept);
  }
}

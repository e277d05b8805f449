import 'dart:convert';
import 'dart:io';

import 'package:flutter_secure_storage/flutter_secure_storage.dart';
import 'package:shared_preferences/shared_preferences.dart';

import 'apple_sheet.dart';
import 'browser.dart';
import 'service.dart';

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
  static const _mark = 'installation';

  final _storage = const FlutterSecureStorage();

  /// With an app, iOS removes the preferences, but not the keychain. Android removes both.
  final _preferences = SharedPreferencesAsync();
  final WayToSignIn _way = Platform.isIOS || Platform.isMacOS ? AppleSheet() : Browser();
  Future<Session?>? _signIn;
  late DateTime _tappedAt;
  Future<Session?>? _renewal;

  Future<Session?> signIn() {
    // Two taps open one sheet. A tap after ten seconds shows that no sheet covers the button: sometimes, none appears.
    final running = _signIn;
    if (running != null && DateTime.now().isBefore(_tappedAt.add(const Duration(seconds: 10)))) return running;
    _tappedAt = DateTime.now();
    return _signIn = _begin().whenComplete(() => _signIn = null);
  }

  Future<Session?> _begin() async {
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
    await _storage.delete(key: _entry);
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
    await _storage.delete(key: _entry);
    return null;
  }

  Future<Session> _keep(Session session) async {
    final mark = await _preferences.getString(_mark) ?? DateTime.now().toUtc().toIso8601String();
    await _preferences.setString(_mark, mark);
    await _storage.write(key: _entry, value: jsonEncode({...session.toJson(), 'installation': mark}));
    return session;
  }

  /// A session of an earlier installation does not count, because the person has removed the app since.
  Future<Session?> _kept() async {
    final entry = await _storage.read(key: _entry);
    final mark = await _preferences.getString(_mark);
    if (entry == null || mark == null) return null;
    final kept = jsonDecode(entry) as Map<String, dynamic>;
    return kept['installation'] == mark ? Session.fromJson(kept) : null;
  }
}

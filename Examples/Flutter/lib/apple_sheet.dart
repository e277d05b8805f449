import 'dart:convert';

import 'package:crypto/crypto.dart';
import 'package:flutter_secure_storage/flutter_secure_storage.dart';
import 'package:sign_in_with_apple/sign_in_with_apple.dart';

import 'service.dart';
import 'session.dart';

/// Apple's own sheet, on iOS and macOS.
class AppleSheet implements WayToSignIn {
  /// Apple's answer in an attempt. For the same answer, the service returns the same session, so it can be sent again.
  static const _answer = 'apple-answer';

  final _storage = const FlutterSecureStorage();

  @override
  Future<Session?> signIn() async {
    // If the reply got lost, the answer is sent again, without a second sheet.
    final unconfirmed = await _read(_answer);
    if (unconfirmed != null && DateTime.parse(unconfirmed['expires'] as String).isAfter(DateTime.now())) {
      try {
        return await _send(unconfirmed);
      } on Refusal {
        // The sheet returns another answer.
      }
    }
    final attempt = await post('/v1/native/attempts', {'client': nativeClient});
    final AuthorizationCredentialAppleID credential;
    try {
      credential = await SignInWithApple.getAppleIDCredential(
        // The name first: in the other order, some devices returned none.
        scopes: [AppleIDAuthorizationScopes.fullName, AppleIDAuthorizationScopes.email],
        // The plugin gives Apple the nonce unchanged, and the service expects its SHA-256 in the token.
        nonce: sha256.convert(utf8.encode(attempt['nonce'] as String)).toString(),
      );
    } on SignInWithAppleAuthorizationException catch (error) {
      if (error.code == AuthorizationErrorCode.canceled) return null;
      rethrow;
    }
    final answer = {
      'user': credential.userIdentifier,
      'request': {
        'attempt': attempt['attempt'],
        'identity_token': credential.identityToken,
        'code': credential.authorizationCode,
      },
      'expires': DateTime.now().toUtc().add(Duration(seconds: attempt['expires_in'] as int)).toIso8601String(),
    };
    // Apple returns the name the first time only, so it is stored before it is sent.
    final given = credential.givenName, family = credential.familyName;
    if (given != null || family != null) {
      final name = {if (given != null) 'given': given, if (family != null) 'family': family};
      await _storage.write(key: _nameOf(answer), value: jsonEncode(name));
    }
    await _storage.write(key: _answer, value: jsonEncode(answer));
    return _send(answer);
  }

  /// Removes the answer and the name once the service has confirmed them. Until then, the name goes with every sign-in.
  Future<Session> _send(Map<String, dynamic> answer) async {
    final name = await _read(_nameOf(answer));
    final reply = await post('/v1/native/sign-in', {
      ...(answer['request'] as Map<String, dynamic>),
      if (name != null) 'name': name,
    });
    await _storage.delete(key: _answer);
    await _storage.delete(key: _nameOf(answer));
    return _session(reply);
  }

  @override
  Future<Session> renew(Session old) async => _session(await post(
        '/v1/sessions/refresh',
        {'client': nativeClient, 'refresh_token': old.refreshToken},
      ));

  @override
  Future<void> end(Session old) => post('/v1/sessions/end', {'reason': 'person'}, accessToken: old.accessToken);

  String _nameOf(Map<String, dynamic> answer) => 'apple-name-${answer['user']}';

  Future<Map<String, dynamic>?> _read(String entry) async {
    final value = await _storage.read(key: entry);
    return value == null ? null : jsonDecode(value) as Map<String, dynamic>;
  }

  Session _session(Map<String, dynamic> reply) => Session(
        accessToken: reply['access_token'] as String,
        refreshToken: reply['refresh_token'] as String,
        expires: DateTime.now().add(Duration(seconds: reply['expires_in'] as int)),
      );
}

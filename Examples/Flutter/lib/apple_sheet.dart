import 'dart:convert';

import 'package:crypto/crypto.dart';
import 'package:sign_in_with_apple/sign_in_with_apple.dart';

import 'service.dart';
import 'session.dart';
import 'storage.dart';

/// Apple's own sheet, on iOS and macOS.
class AppleSheet implements WayToSignIn {
  /// Apple's answer in an attempt. For the same answer, the service returns the same session, so it can be sent again.
  static const _answer = 'apple-answer';

  /// The names that the service has not confirmed, by Apple's identifier of the person.
  static const _names = 'apple-names';

  final _storage = Storage();

  @override
  Future<Session?> signIn() async {
    // If the reply got lost, the answer is sent again, without a second sheet.
    final unconfirmed = await _storage.read(_answer);
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
    final request = {
      'attempt': attempt['attempt'],
      'identity_token': credential.identityToken,
      'code': credential.authorizationCode,
    };
    final user = credential.userIdentifier, given = credential.givenName, family = credential.familyName;
    final name = {if (given != null) 'given': given, if (family != null) 'family': family};
    // The plugin's types allow an answer without a person's identifier. Nothing could say later whose it was.
    if (user == null) return _exchange(request, name);
    // Apple returns the name the first time only, so it is stored before it is sent.
    if (name.isNotEmpty) await _writeNames({...await _readNames(), user: name});
    final expires = DateTime.now().toUtc().add(Duration(seconds: attempt['expires_in'] as int));
    final answer = {'user': user, 'request': request, 'expires': expires.toIso8601String()};
    await _storage.write(_answer, answer);
    return _send(answer);
  }

  /// Removes the answer and the name once the service has confirmed them. Until then, the name goes with every sign-in.
  Future<Session> _send(Map<String, dynamic> answer) async {
    final user = answer['user'] as String;
    final name = (await _readNames())[user] as Map<String, dynamic>?;
    final session = await _exchange(answer['request'] as Map<String, dynamic>, name ?? {});
    await _storage.remove(_answer);
    final names = await _readNames();
    if (names.remove(user) != null) await _writeNames(names);
    return session;
  }

  Future<Session> _exchange(Map<String, dynamic> request, Map<String, dynamic> name) async =>
      _session(await post('/v1/native/sign-in', {...request, if (name.isNotEmpty) 'name': name}));

  Future<Map<String, dynamic>> _readNames() async {
    final names = await _storage.read(_names);
    return names?['names'] as Map<String, dynamic>? ?? {};
  }

  Future<void> _writeNames(Map<String, dynamic> names) =>
      names.isEmpty ? _storage.remove(_names) : _storage.write(_names, {'names': names});

  @override
  Future<Session> renew(Session old) async => _session(await post(
        '/v1/sessions/refresh',
        {'client': nativeClient, 'refresh_token': old.refreshToken},
      ));

  @override
  Future<void> end(Session old) => post('/v1/sessions/end', {'reason': 'person'}, accessToken: old.accessToken);

  Session _session(Map<String, dynamic> reply) => Session(
        accessToken: reply['access_token'] as String,
        refreshToken: reply['refresh_token'] as String,
        expires: DateTime.now().add(Duration(seconds: reply['expires_in'] as int)),
      );
}

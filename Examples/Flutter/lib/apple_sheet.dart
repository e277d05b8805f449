import 'dart:convert';

import 'package:crypto/crypto.dart';
import 'package:sign_in_with_apple/sign_in_with_apple.dart';

import 'service.dart';
import 'session.dart';

/// Apple's own sheet, on iOS and macOS.
class AppleSheet implements WayToSignIn {
  @override
  Future<Session?> signIn() async {
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
    final given = credential.givenName, family = credential.familyName;
    return _session(await post('/v1/native/sign-in', {
      'attempt': attempt['attempt'],
      'identity_token': credential.identityToken,
      'code': credential.authorizationCode,
      // Apple returns the name the first time only. The service keeps it.
      if (given != null || family != null)
        'name': {if (given != null) 'given': given, if (family != null) 'family': family},
    }));
  }

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

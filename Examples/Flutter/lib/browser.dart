import 'package:flutter_appauth/flutter_appauth.dart';
import 'package:http/http.dart' as http;

import 'service.dart';
import 'session.dart';

/// The browser, on Android. AppAuth makes state, nonce and code verifier by itself.
class Browser implements WayToSignIn {
  static const _appAuth = FlutterAppAuth();

  @override
  Future<Session?> signIn() async {
    try {
      return _session(await _appAuth.authorizeAndExchangeCode(
        AuthorizationTokenRequest(openIDClient, redirectURI, issuer: service, scopes: scopes),
      ));
    } on FlutterAppAuthUserCancelledException {
      return null;
    } on FlutterAppAuthPlatformException catch (error) {
      // "Cancel" on the service's page.
      if (error.platformErrorDetails.error == 'access_denied') return null;
      rethrow;
    }
  }

  @override
  Future<Session> renew(Session old) async {
    try {
      return _session(
        await _appAuth.token(
          TokenRequest(openIDClient, redirectURI, issuer: service, refreshToken: old.refreshToken, scopes: scopes),
        ),
        old,
      );
    } on FlutterAppAuthPlatformException catch (error) {
      final code = error.platformErrorDetails.error;
      if (code == 'invalid_grant') throw Refusal('invalid_grant');
      rethrow;
    }
  }

  /// A public client has to name itself when it revokes.
  @override
  Future<void> end(Session old) => http.post(
        Uri.parse('$service/oauth/revoke'),
        body: {'token': old.refreshToken, 'client_id': openIDClient},
      );

  Session _session(TokenResponse tokens, [Session? old]) => Session(
        accessToken: tokens.accessToken!,
        refreshToken: tokens.refreshToken ?? old!.refreshToken,
        expires: tokens.accessTokenExpirationDateTime!,
      );
}

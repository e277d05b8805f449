import 'dart:convert';

import 'package:http/http.dart' as http;

/// The service at which people sign in. Exactly its `public_url`, without a slash at the end.
const service = 'https://id.example.com';

/// The names of this app in the configuration of the service: for Apple's sheet, and as an OpenID client.
const nativeClient = 'app';
const openIDClient = 'flutter';
const redirectURI = 'com.example.app:/signed-in';
const scopes = ['openid', 'profile', 'email', 'offline_access'];

/// The refusals after which there is no session any more. The last one is OAuth's, for a session of the browser.
const _endings = {
  'session_ended', 'session_expired', 'refresh_token_invalid', 'refresh_token_reused', 'refresh_token_wrong_client',
  'account_disabled', 'account_held', 'proof_required', 'consent_revoked', 'invalid_grant',
};

/// A refusal of the service. Its codes are explained at `/errors`.
class Refusal implements Exception {
  Refusal(this.code);

  final String code;

  /// Whether trying again is of no use, because the session has ended.
  bool get endsSession => _endings.contains(code);
}

Future<Map<String, dynamic>> post(String path, Map<String, Object?> body, {String? accessToken}) async {
  final reply = await http.post(
    Uri.parse(service + path),
    headers: {
      'Content-Type': 'application/json',
      if (accessToken != null) 'Authorization': 'Bearer $accessToken',
    },
    body: jsonEncode(body),
  );
  if (reply.statusCode == 204) return {};
  final answer = _object(reply.body);
  if (reply.statusCode == 200 && answer != null) return answer;
  final code = answer?['error'];
  if (code is String) throw Refusal(code);
  // A page of a firewall or of a hotel's network says nothing about the session.
  throw http.ClientException('Something else answered in the place of the service, with status ${reply.statusCode}.');
}

/// Null if the text is not a JSON object.
Map<String, dynamic>? _object(String text) {
  try {
    final value = jsonDecode(text);
    return value is Map<String, dynamic> ? value : null;
  } on FormatException {
    return null;
  }
}

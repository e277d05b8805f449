import 'dart:convert';

import 'package:http/http.dart' as http;

/// The service at which people sign in. Exactly its `public_url`, without a slash at the end.
const service = 'https://id.example.com';

/// The names of this app in the configuration of the service: for Apple's sheet, and as an OpenID client.
const nativeClient = 'app';
const openIDClient = 'flutter';
const redirectURI = 'com.example.app:/signed-in';
const scopes = ['openid', 'profile', 'email', 'offline_access'];

/// A refusal of the service. Its codes are explained at `/errors`.
class Refusal implements Exception {
  Refusal(this.code, {required this.endsSession});

  final String code;

  /// There is no session any more, so trying again is of no use.
  final bool endsSession;
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
  final answer = reply.body.isEmpty ? <String, dynamic>{} : jsonDecode(reply.body) as Map<String, dynamic>;
  if (reply.statusCode >= 400) {
    throw Refusal(answer['error'] as String, endsSession: const [401, 403].contains(reply.statusCode));
  }
  return answer;
}

import 'dart:convert';

import 'package:flutter_secure_storage/flutter_secure_storage.dart';
import 'package:shared_preferences/shared_preferences.dart';

/// The keychain or the keystore. What this app keeps is tokens and names, so it belongs nowhere else.
class Storage {
  /// What counts only in the installation that stored it. A name outlives it, because Apple returns it only once.
  static const _marked = ['session', 'apple-answer'];
  static const _mark = 'installation';

  final _keychain = const FlutterSecureStorage();

  /// With an app, iOS removes the preferences, but not the keychain. Android removes both.
  final _preferences = SharedPreferencesAsync();

  /// At the first sign-in of an installation: removes what an earlier one has left, and marks this one.
  Future<void> beginInstallation() async {
    if (await _preferences.getString(_mark) != null) return;
    for (final entry in _marked) {
      await remove(entry);
    }
    await _preferences.setString(_mark, DateTime.now().toUtc().toIso8601String());
  }

  /// A session or an answer that an earlier installation has left does not count.
  Future<Map<String, dynamic>?> read(String entry) async {
    final found = await _keychain.read(key: entry);
    if (found == null) return null;
    final value = jsonDecode(found) as Map<String, dynamic>;
    if (!_marked.contains(entry)) return value;
    final mark = await _preferences.getString(_mark);
    return mark != null && value['installation'] == mark ? value : null;
  }

  Future<void> write(String entry, Map<String, dynamic> value) async {
    final mark = await _preferences.getString(_mark);
    await _keychain.write(key: entry, value: jsonEncode({...value, if (_marked.contains(entry)) 'installation': mark}));
  }

  Future<void> remove(String entry) => _keychain.delete(key: entry);
}

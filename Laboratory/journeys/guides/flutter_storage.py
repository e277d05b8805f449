"""What the Flutter example keeps on a device, in Python. The docstring of a step is the Dart that it plays."""

import json
import time


class Device:
    """What iOS keeps for the app. The keychain outlives it, and the preferences do not."""

    def __init__(self):
        self.keychain, self.preferences = {}, {}


MARKED = "session", "apple-answer"


class Storage:
    """storage.dart."""

    file = "storage.dart"

    def __init__(self, device):
        self.device = device

    def begin_installation(self):
        """
        static const _marked = ['session', 'apple-answer'];
        if (await _preferences.getString(_mark) != null) return;
        for (final entry in _marked) {
        await remove(entry);
        await _preferences.setString(_mark, DateTime.now().toUtc().toIso8601String());
        """
        if "installation" in self.device.preferences:
            return
        for entry in MARKED:
            self.remove(entry)
        self.device.preferences["installation"] = str(time.time_ns())

    def read(self, entry):
        """
        final found = await _keychain.read(key: entry);
        if (found == null) return null;
        final value = jsonDecode(found) as Map<String, dynamic>;
        if (!_marked.contains(entry)) return value;
        final mark = await _preferences.getString(_mark);
        return mark != null && value['installation'] == mark ? value : null;
        """
        if entry not in self.device.keychain:
            return None
        value = json.loads(self.device.keychain[entry])
        if entry not in MARKED:
            return value
        mark = self.device.preferences.get("installation")
        return value if mark is not None and value["installation"] == mark else None

    def write(self, entry, value):
        """
        final mark = await _preferences.getString(_mark);
        await _keychain.write(key: entry, value: jsonEncode({...value, if (_marked.contains(entry)) 'installation': mark}));
        """
        mark = self.device.preferences.get("installation")
        self.device.keychain[entry] = json.dumps(value | ({"installation": mark} if entry in MARKED else {}))

    def remove(self, entry):
        """
        Future<void> remove(String entry) => _keychain.delete(key: entry);
        """
        self.device.keychain.pop(entry, None)

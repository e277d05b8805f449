"""What the Flutter example keeps on a device, in Python. The docstring of a step is the Dart that it plays."""
import json
import time


class Device:
    """What iOS keeps for the app. The keychain outlives it, and the preferences do not."""

    def __init__(self):
        self.keychain, self.preferences = {}, {}


class Storage:
    """storage.dart."""

    file = "storage.dart"

    def __init__(self, device):
        self.device = device

    def begin_installation(self):
        """
        static const _entries = ['session', 'apple-answer', 'apple-names'];
        if (await _preferences.getString(_mark) != null) return;
        for (final entry in _entries) {
        await remove(entry);
        await _preferences.setString(_mark, DateTime.now().toUtc().toIso8601String());
        """
        if "installation" in self.device.preferences:
            return
        for entry in ("session", "apple-answer", "apple-names"):
            self.remove(entry)
        self.device.preferences["installation"] = str(time.time_ns())

    def read(self, entry):
        """
        final found = await _keychain.read(key: entry);
        final mark = await _preferences.getString(_mark);
        if (found == null || mark == null) return null;
        final value = jsonDecode(found) as Map<String, dynamic>;
        return value['installation'] == mark ? value : null;
        """
        found, mark = self.device.keychain.get(entry), self.device.preferences.get("installation")
        if found is None or mark is None:
            return None
        value = json.loads(found)
        return value if value["installation"] == mark else None

    def write(self, entry, value):
        """
        final mark = await _preferences.getString(_mark);
        await _keychain.write(key: entry, value: jsonEncode({...value, 'installation': mark}));
        """
        mark = self.device.preferences.get("installation")
        self.device.keychain[entry] = json.dumps(value | {"installation": mark})

    def remove(self, entry):
        """
        Future<void> remove(String entry) => _keychain.delete(key: entry);
        """
        self.device.keychain.pop(entry, None)

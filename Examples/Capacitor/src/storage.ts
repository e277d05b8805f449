import { SecureStorage } from '@aparajita/capacitor-secure-storage';
import { Preferences } from '@capacitor/preferences';

/** The keychain or the keystore. What this app keeps holds tokens and names, so it belongs nowhere else. */
export async function read<Value>(entry: string): Promise<Value | null> {
  const found = await SecureStorage.get(entry);
  return typeof found === 'string' ? JSON.parse(found) : null;
}

export async function write(entry: string, value: object): Promise<void> {
  await SecureStorage.set(entry, JSON.stringify(value));
}

export async function remove(entry: string): Promise<void> {
  await SecureStorage.remove(entry);
}

const MARK = 'installation';

/** The mark of this installation. With an app, iOS removes these preferences, not the keychain. Android removes both. */
export async function installation(): Promise<string | null> {
  return (await Preferences.get({ key: MARK })).value;
}

export async function markInstallation(): Promise<string> {
  const mark = await installation() ?? String(Date.now());
  await Preferences.set({ key: MARK, value: mark });
  return mark;
}

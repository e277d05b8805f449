import { SecureStorage } from '@aparajita/capacitor-secure-storage';
import { Preferences } from '@capacitor/preferences';

/** What this app keeps in the keychain or in the keystore. It is tokens and names, so it belongs nowhere else. */
const ENTRIES = ['session', 'apple-answer', 'apple-names'] as const;
export type Entry = typeof ENTRIES[number];

const MARK = 'installation';

/** The mark of this installation. With an app, iOS removes these preferences, not the keychain. Android removes both. */
async function installation(): Promise<string | null> {
  return (await Preferences.get({ key: MARK })).value;
}

/** At the first sign-in of an installation: removes what an earlier one has left, and marks this one. */
export async function beginInstallation(): Promise<void> {
  if (await installation()) return;
  for (const entry of ENTRIES) await remove(entry);
  await Preferences.set({ key: MARK, value: String(Date.now()) });
}

/** Reads what this installation has written. What an earlier one has left does not count. */
export async function read<Value>(entry: Entry): Promise<Value | null> {
  const found = await SecureStorage.get(entry);
  const value = typeof found === 'string' ? JSON.parse(found) : null;
  return value && value.installation === await installation() ? value : null;
}

export async function write(entry: Entry, value: object): Promise<void> {
  await SecureStorage.set(entry, JSON.stringify({ ...value, installation: await installation() }));
}

export async function remove(entry: Entry): Promise<void> {
  await SecureStorage.remove(entry);
}

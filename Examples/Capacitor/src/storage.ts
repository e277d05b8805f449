import { SecureStorage } from '@aparajita/capacitor-secure-storage';
import { Preferences } from '@capacitor/preferences';

/** What this app keeps in the keychain or in the keystore. It is tokens and names, so it belongs nowhere else. */
export type Entry = 'session' | 'apple-answer' | 'apple-names';

/** What counts only in the installation that stored it. A name outlives it, because Apple returns it only once. */
const MARKED: Entry[] = ['session', 'apple-answer'];

const MARK = 'installation';

/** The mark of this installation. With an app, iOS removes these preferences, not the keychain. Android removes both. */
async function installation(): Promise<string | null> {
  return (await Preferences.get({ key: MARK })).value;
}

/** At the first sign-in of an installation: removes what an earlier one has left, and marks this one. */
export async function beginInstallation(): Promise<void> {
  if (await installation()) return;
  for (const entry of MARKED) await remove(entry);
  await Preferences.set({ key: MARK, value: String(Date.now()) });
}

/** A session or an answer that an earlier installation has left does not count. */
export async function read<Value>(entry: Entry): Promise<Value | null> {
  const found = await SecureStorage.get(entry);
  const value = typeof found === 'string' ? JSON.parse(found) : null;
  if (!value || !MARKED.includes(entry)) return value;
  return value.installation === await installation() ? value : null;
}

export async function write(entry: Entry, value: object): Promise<void> {
  const stored = MARKED.includes(entry) ? { ...value, installation: await installation() } : value;
  await SecureStorage.set(entry, JSON.stringify(stored));
}

export async function remove(entry: Entry): Promise<void> {
  await SecureStorage.remove(entry);
}

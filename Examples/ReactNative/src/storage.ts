import { Platform, Settings } from 'react-native';
import * as Keychain from 'react-native-keychain';

/** What this app keeps in the keychain or in the keystore. It is tokens and names, so it belongs nowhere else. */
export type Entry = 'session' | 'apple-answer' | 'apple-names';

/** What counts only in the installation that stored it. A name outlives it, because Apple returns it only once. */
const MARKED: Entry[] = ['session', 'apple-answer'];

const MARK = 'installation';

/** The mark of this installation. With an app, iOS removes the settings, but not the keychain. Android removes both. */
function installation(): string | null {
  return Platform.OS === 'ios' ? Settings.get(MARK) ?? null : 'the only one';
}

/** At the first sign-in of an installation: removes what an earlier one has left, and marks this one. */
export async function beginInstallation(): Promise<void> {
  if (installation()) return;
  for (const entry of MARKED) await remove(entry);
  Settings.set({ [MARK]: String(Date.now()) });
}

/** A session or an answer that an earlier installation has left does not count. */
export async function read<Value>(entry: Entry): Promise<Value | null> {
  const found = await Keychain.getGenericPassword({ service: entry });
  const value = found ? JSON.parse(found.password) : null;
  if (!value || !MARKED.includes(entry)) return value;
  return value.installation === installation() ? value : null;
}

export async function write(entry: Entry, value: object): Promise<void> {
  const stored = MARKED.includes(entry) ? { ...value, installation: installation() } : value;
  await Keychain.setGenericPassword(entry, JSON.stringify(stored), { service: entry });
}

export async function remove(entry: Entry): Promise<void> {
  await Keychain.resetGenericPassword({ service: entry });
}

import { Platform, Settings } from 'react-native';
import * as Keychain from 'react-native-keychain';

/** The keychain or the keystore. What this app keeps holds tokens and names, so it belongs nowhere else. */
export async function read<Value>(entry: string): Promise<Value | null> {
  const found = await Keychain.getGenericPassword({ service: entry });
  return found ? JSON.parse(found.password) : null;
}

export async function write(entry: string, value: object): Promise<void> {
  await Keychain.setGenericPassword(entry, JSON.stringify(value), { service: entry });
}

export async function remove(entry: string): Promise<void> {
  await Keychain.resetGenericPassword({ service: entry });
}

const MARK = 'installation';

/** The mark of this installation. With an app, iOS removes the settings, but not the keychain. Android removes both. */
export function installation(): string | null {
  return Platform.OS === 'ios' ? Settings.get(MARK) ?? null : 'the only one';
}

export function markInstallation(): string {
  const mark = installation() ?? String(Date.now());
  if (Platform.OS === 'ios') Settings.set({ [MARK]: mark });
  return mark;
}

import { SecureStorage } from '@aparajita/capacitor-secure-storage';

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

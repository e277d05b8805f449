import { Platform } from 'react-native';
import * as appleSheet from './appleSheet';
import * as browser from './browser';
import { Refusal } from './service';
import { beginInstallation, read, remove, write } from './storage';

/** What the app keeps of a session, in the keychain or in the keystore. */
export interface Session {
  accessToken: string;
  refreshToken: string;
  /** When the access token expires, in milliseconds since 1970. */
  expires: number;
  /** Only a session of the browser has one. It can be the hint of `/oauth/logout`. */
  idToken?: string;
}

/** Apple's own sheet on Apple's platforms, the browser elsewhere. Both lead to the same account. */
const way = Platform.OS === 'ios' ? appleSheet : browser;

const ENTRY = 'session';
let signingIn: Promise<Session | null> | null = null;
let tappedAt = 0;
let renewal: Promise<Session | null> | null = null;

async function keep(session: Session): Promise<Session> {
  await write(ENTRY, session);
  return session;
}

/** Returns null if the person cancelled: closed the sheet or the tab, or pressed "Cancel" on a page. */
export function signIn(): Promise<Session | null> {
  // Two taps open one sheet. A tap after ten seconds shows that no sheet covers the button: sometimes, none appears.
  if (signingIn && Date.now() <= tappedAt + 10_000) return signingIn;
  tappedAt = Date.now();
  // By the end of this sign-in, a later one may have taken its place.
  const mine = begin().finally(() => { if (signingIn === mine) signingIn = null; });
  signingIn = mine;
  return mine;
}

async function begin(): Promise<Session | null> {
  await beginInstallation();
  const session = await way.signIn();
  return session && keep(session);
}

/** The access token for a call of your API; null if nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const session = await read<Session>(ENTRY);
  if (!session) return null;
  if (session.expires > Date.now() + 30_000) return session.accessToken;
  // One renewal at a time, because each replaces the refresh token.
  renewal = renewal ?? renew(session).finally(() => { renewal = null; });
  const renewed = await renewal;
  return renewed && renewed.accessToken;
}

async function renew(session: Session): Promise<Session | null> {
  let renewed: Session | null = null;
  try {
    renewed = await way.renew(session);
  } catch (error) {
    // Only the end of the session signs out. After an outage, the next call tries again.
    if (!(error instanceof Refusal && error.endsSession)) throw error;
  }
  const now = await read<Session>(ENTRY);
  // A sign-in or a sign-out in the meantime is not undone.
  if (now?.refreshToken !== session.refreshToken) return now;
  if (renewed) return keep(renewed);
  await remove(ENTRY);
  return null;
}

export async function signOut(): Promise<void> {
  // An expired access token ends nothing. An outage must not keep the person signed in.
  await accessToken().catch(() => null);
  const session = await read<Session>(ENTRY);
  await remove(ENTRY);
  if (session) await way.end(session);
}

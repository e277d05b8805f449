import { SignInWithApple } from '@capacitor-community/apple-sign-in';
import { NATIVE_CLIENT, post, Refusal } from './service';
import type { Session } from './session';
import { read, remove, write } from './storage';

interface SessionReply {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

interface Attempt {
  attempt: string;
  nonce: string;
  expires_in: number;
}

/** Apple's answer in an attempt. For the same answer, the service returns the same session, so it can be sent again. */
interface Answer {
  user: string;
  request: object;
  /** When the attempt expires, in milliseconds since 1970. */
  expires: number;
}

interface Name {
  given?: string;
  family?: string;
}

const ANSWER = 'apple-answer';
const NAMES = 'apple-names';

function session(reply: SessionReply): Session {
  return {
    accessToken: reply.access_token,
    refreshToken: reply.refresh_token,
    expires: Date.now() + reply.expires_in * 1000,
  };
}

/** The plugin gives Apple the nonce unchanged, and the service expects its SHA-256 in the token. */
async function hashed(nonce: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}

export async function signIn(): Promise<Session | null> {
  // If the reply got lost, the answer is sent again, without a second sheet.
  const unconfirmed = await read<Answer>(ANSWER);
  if (unconfirmed && unconfirmed.expires > Date.now()) {
    try {
      return await send(unconfirmed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  const attempt = await post<Attempt>('/v1/native/attempts', { client: NATIVE_CLIENT });
  let credential;
  try {
    const options = { clientId: '', redirectURI: '', scopes: 'name email', nonce: await hashed(attempt.nonce) };
    credential = (await SignInWithApple.authorize(options)).response;
  } catch (error) {
    // The plugin passes on the description of Apple's error, which ends with its number: 1001 is a closed sheet.
    if (/\b1001\b/.test((error as Error).message)) return null;
    throw error;
  }
  const request = {
    attempt: attempt.attempt,
    identity_token: credential.identityToken,
    code: credential.authorizationCode,
  };
  const { user, givenName, familyName } = credential;
  const name = givenName || familyName ? { given: givenName ?? undefined, family: familyName ?? undefined } : undefined;
  // The plugin's types allow an answer without a person's identifier. Nothing could say later whose it was.
  if (!user) return session(await post<SessionReply>('/v1/native/sign-in', { ...request, name }));
  const answer = { user, request, expires: Date.now() + attempt.expires_in * 1000 };
  // Apple returns the name the first time only, so it is stored before it is sent.
  if (name) await writeNames({ ...await names(), [user]: name });
  await write(ANSWER, answer);
  return send(answer);
}

/** Removes the answer and the name once the service has confirmed them. Until then, the name goes with every sign-in. */
async function send({ user, request }: Answer): Promise<Session> {
  const reply = await post<SessionReply>('/v1/native/sign-in', { ...request, name: (await names())[user] });
  await remove(ANSWER);
  const { [user]: confirmed, ...others } = await names();
  if (confirmed) await writeNames(others);
  return session(reply);
}

/** The names that the service has not confirmed, by Apple's identifier of the person. */
async function names(): Promise<Record<string, Name>> {
  return (await read<{ names: Record<string, Name> }>(NAMES))?.names ?? {};
}

async function writeNames(names: Record<string, Name>): Promise<void> {
  if (Object.keys(names).length > 0) await write(NAMES, { names });
  else await remove(NAMES);
}

export async function renew(old: Session): Promise<Session> {
  return session(await post<SessionReply>('/v1/sessions/refresh', {
    client: NATIVE_CLIENT,
    refresh_token: old.refreshToken,
  }));
}

export async function end(old: Session): Promise<void> {
  await post('/v1/sessions/end', { reason: 'person' }, old.accessToken);
}

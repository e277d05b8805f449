import { SignInWithApple } from '@capacitor-community/apple-sign-in';
import { NATIVE_CLIENT, post } from './service';
import type { Session } from './session';

interface SessionReply {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

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
  const attempt = await post<{ attempt: string; nonce: string }>('/v1/native/attempts', { client: NATIVE_CLIENT });
  let credential;
  try {
    const options = { clientId: '', redirectURI: '', scopes: 'name email', nonce: await hashed(attempt.nonce) };
    credential = (await SignInWithApple.authorize(options)).response;
  } catch (error) {
    // The plugin passes on the description of Apple's error, which ends with its number: 1001 is a closed sheet.
    if (/\b1001\b/.test((error as Error).message)) return null;
    throw error;
  }
  // Apple returns the name the first time only. The service keeps it.
  const { givenName, familyName } = credential;
  const name = givenName || familyName ? { given: givenName ?? undefined, family: familyName ?? undefined } : undefined;
  return session(await post<SessionReply>('/v1/native/sign-in', {
    attempt: attempt.attempt,
    identity_token: credential.identityToken,
    code: credential.authorizationCode,
    name,
  }));
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

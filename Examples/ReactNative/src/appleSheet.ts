import { appleAuth } from '@invertase/react-native-apple-authentication';
import { NATIVE_CLIENT, post, SERVICE } from './service';
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

export async function signIn(): Promise<Session | null> {
  const attempt = await post<{ attempt: string; nonce: string }>('/v1/native/attempts', { client: NATIVE_CLIENT });
  let credential;
  try {
    credential = await appleAuth.performRequest({
      requestedOperation: appleAuth.Operation.LOGIN,
      // The name first: in the other order, some devices returned none.
      requestedScopes: [appleAuth.Scope.FULL_NAME, appleAuth.Scope.EMAIL],
      // The plugin gives Apple the SHA-256 of it, which is what the service expects in the token.
      nonce: attempt.nonce,
    });
  } catch (error) {
    if ((error as { code?: string }).code === appleAuth.Error.CANCELED) return null;
    throw error;
  }
  // Apple returns the name the first time only. The service keeps it.
  const { givenName, familyName } = credential.fullName ?? {};
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
  const reply = await fetch(SERVICE + '/v1/sessions/end', {
    method: 'POST',
    headers: { Authorization: `Bearer ${old.accessToken}` },
  });
  if (!reply.ok) throw new Error(`The session was not ended: ${reply.status}`);
}

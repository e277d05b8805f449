import { appleAuth } from '@invertase/react-native-apple-authentication';
import { NATIVE_CLIENT, post, Refusal, SERVICE } from './service';
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
  const answer = {
    user: credential.user,
    request: {
      attempt: attempt.attempt,
      identity_token: credential.identityToken,
      code: credential.authorizationCode,
    },
    expires: Date.now() + attempt.expires_in * 1000,
  };
  // Apple returns the name the first time only, so it is stored before it is sent.
  const { givenName, familyName } = credential.fullName ?? {};
  const name = { given: givenName ?? undefined, family: familyName ?? undefined };
  if (givenName || familyName) await writeNames({ ...await names(), [answer.user]: name });
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
  const reply = await fetch(SERVICE + '/v1/sessions/end', {
    method: 'POST',
    headers: { Authorization: `Bearer ${old.accessToken}` },
  });
  if (!reply.ok) throw new Error(`The session was not ended: ${reply.status}`);
}

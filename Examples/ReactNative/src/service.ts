/** The service at which people sign in. Exactly its `public_url`, without a slash at the end. */
export const SERVICE = 'https://id.example.com';

/** The names of this app in the configuration of the service: for Apple's sheet, and as an OpenID client. */
export const NATIVE_CLIENT = 'app';
export const OPENID_CLIENT = 'mobile';
export const REDIRECT_URI = 'com.example.app:/signed-in';

/** A refusal of the service. Its codes are explained at `/errors`. */
export class Refusal extends Error {
  /** `endsSession`: there is no session any more, so trying again is of no use. */
  constructor(readonly code: string, message: string, readonly endsSession: boolean) {
    super(message);
  }
}

export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const reply = await fetch(SERVICE + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Refusal(answer.error, answer.message, [401, 403].includes(reply.status));
  return answer;
}

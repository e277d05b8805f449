import { CapacitorHttp } from '@capacitor/core';

/** The service at which people sign in. Exactly its `public_url`, without a slash at the end. */
export const SERVICE = 'https://id.example.com';

/** The names of this app in the configuration of the service: for Apple's sheet, and as an OpenID client. */
export const NATIVE_CLIENT = 'app';
export const OPENID_CLIENT = 'capacitor';
export const REDIRECT_URI = 'com.example.app:/signed-in';

/** The refusals after which there is no session any more. The last one is OAuth's, for a session of the browser. */
const ENDINGS = [
  'session_ended', 'session_expired', 'refresh_token_invalid', 'refresh_token_reused', 'refresh_token_wrong_client',
  'account_disabled', 'account_held', 'proof_required', 'consent_revoked', 'invalid_grant',
];

/** A refusal of the service. Its codes are explained at `/errors`. */
export class Refusal extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }

  /** Whether trying again is of no use, because the session has ended. */
  get endsSession(): boolean {
    return ENDINGS.includes(this.code);
  }
}

/** Sends by the native side, because the pages of an app have an origin of their own (CORS). */
export async function post<Answer>(path: string, data: object, accessToken?: string): Promise<Answer> {
  const authorization = accessToken ? { Authorization: `Bearer ${accessToken}` } : undefined;
  const reply = await CapacitorHttp.post({
    url: SERVICE + path,
    headers: { 'Content-Type': 'application/json', ...authorization },
    data,
    disableRedirects: true, // tokens would go to another host
  });
  const answer = reply.data;
  if (reply.status === 204 || (reply.status === 200 && typeof answer === 'object')) return answer;
  if (typeof answer?.error === 'string') throw new Refusal(answer.error, answer.message);
  // A page of a firewall or of a hotel's network says nothing about the session.
  throw new Error(`Something else answered in the place of the service, with status ${reply.status}.`);
}

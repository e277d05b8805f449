import { CapacitorHttp } from '@capacitor/core';

/** The service at which people sign in. Exactly its `public_url`, without a slash at the end. */
export const SERVICE = 'https://id.example.com';

/** The names of this app in the configuration of the service: for Apple's sheet, and as an OpenID client. */
export const NATIVE_CLIENT = 'app';
export const OPENID_CLIENT = 'capacitor';
export const REDIRECT_URI = 'com.example.app:/signed-in';

/** A refusal of the service. Its codes are explained at `/errors`. */
export class Refusal extends Error {
  /** `endsSession`: there is no session any more, so trying again is of no use. */
  constructor(readonly code: string, message: string, readonly endsSession: boolean) {
    super(message);
  }
}

/** Sends by the native side, because the pages of an app have an origin of their own (CORS). */
export async function post<Answer>(path: string, data: object, accessToken?: string): Promise<Answer> {
  const authorization = accessToken ? { Authorization: `Bearer ${accessToken}` } : undefined;
  const reply = await CapacitorHttp.post({
    url: SERVICE + path,
    headers: { 'Content-Type': 'application/json', ...authorization },
    data,
  });
  if (reply.status >= 400) throw new Refusal(reply.data.error, reply.data.message, [401, 403].includes(reply.status));
  return reply.data;
}

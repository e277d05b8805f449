import { GenericOAuth2 } from '@capacitor-community/generic-oauth2';
import { CapacitorHttp } from '@capacitor/core';
import { OPENID_CLIENT, REDIRECT_URI, Refusal, SERVICE } from './service';
import type { Session } from './session';

const TOKEN_ENDPOINT = SERVICE + '/oauth/token';

/** Without `pkceEnabled`, the service refuses the request. */
const configuration = {
  appId: OPENID_CLIENT,
  authorizationBaseUrl: SERVICE + '/oauth/authorize',
  accessTokenEndpoint: TOKEN_ENDPOINT,
  redirectUrl: REDIRECT_URI,
  responseType: 'code',
  pkceEnabled: true,
  scope: 'openid profile email offline_access',
};

/** A token response as AppAuth writes it, with a time in milliseconds. */
interface Tokens {
  access_token: string;
  refresh_token?: string;
  id_token: string;
  expires_at: number;
}

function session(tokens: Tokens, old?: Session): Session {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? old?.refreshToken ?? '',
    expires: tokens.expires_at,
    idToken: tokens.id_token,
  };
}

/**
 * The plugin makes state and code verifier with `java.util.Random` on Android, which is not for secrets. A state of its
 * own would show other apps the output of that generator, so this one comes from here.
 */
function newState(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}

export async function signIn(): Promise<Session | null> {
  try {
    const answer = await GenericOAuth2.authenticate({ ...configuration, state: newState() });
    return session(answer.access_token_response);
  } catch (error) {
    // The plugin reports a closed tab as the first, and every refusal as the second. The usual one is "Cancel" on a page.
    if (['USER_CANCELLED', 'ERR_GENERAL'].includes((error as Error).message)) return null;
    throw error;
  }
}

export async function renew(old: Session): Promise<Session> {
  try {
    const renewed = await GenericOAuth2.refreshToken({
      appId: OPENID_CLIENT,
      accessTokenEndpoint: TOKEN_ENDPOINT,
      refreshToken: old.refreshToken,
    });
    return session(renewed, old);
  } catch (error) {
    const { message } = error as Error;
    if (message === 'invalid_grant') throw new Refusal(message, message);
    throw error;
  }
}

/** The plugin revokes nothing, and a public client has to name itself. */
export async function end(old: Session): Promise<void> {
  await CapacitorHttp.post({
    url: SERVICE + '/oauth/revoke',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    data: { token: old.refreshToken, client_id: OPENID_CLIENT },
    disableRedirects: true, // the token would go to another host
  });
}

import { authorize, refresh, revoke, type AuthConfiguration } from 'react-native-app-auth';
import { OPENID_CLIENT, REDIRECT_URI, Refusal, SERVICE } from './service';
import type { Session } from './session';

/** AppAuth makes state, nonce and code verifier by itself. */
const configuration: AuthConfiguration = {
  issuer: SERVICE,
  clientId: OPENID_CLIENT,
  redirectUrl: REDIRECT_URI,
  scopes: ['openid', 'profile', 'email', 'offline_access'],
};

interface Tokens {
  accessToken: string;
  accessTokenExpirationDate: string;
  refreshToken: string | null;
  idToken: string;
}

function session(tokens: Tokens, old?: Session): Session {
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? old?.refreshToken ?? '',
    expires: Date.parse(tokens.accessTokenExpirationDate),
    idToken: tokens.idToken,
  };
}

export async function signIn(): Promise<Session | null> {
  try {
    return session(await authorize(configuration));
  } catch (error) {
    // A refusal has OAuth's code. A closed tab has none, only AppAuth's words.
    const { code, message } = error as { code?: string; message: string };
    if (code === 'access_denied' || /cancel/i.test(message)) return null;
    throw error;
  }
}

export async function renew(old: Session): Promise<Session> {
  try {
    return session(await refresh(configuration, { refreshToken: old.refreshToken }), old);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'invalid_grant') throw new Refusal(code, message);
    throw error;
  }
}

/** A public client has to name itself when it revokes. */
export async function end(old: Session): Promise<void> {
  await revoke(configuration, { tokenToRevoke: old.refreshToken, sendClientId: true });
}

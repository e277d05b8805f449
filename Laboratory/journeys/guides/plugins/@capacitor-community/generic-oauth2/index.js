// On Android: AppAuth without discovery and without a nonce. Token responses are in AppAuth's own form.
const appauth = require('../../appauth');

const written = tokens => ({
  request: {}, token_type: tokens.token_type, access_token: tokens.access_token, id_token: tokens.id_token,
  refresh_token: tokens.refresh_token, scope: tokens.scope, expires_at: Date.now() + tokens.expires_in * 1000 });

// A refusal's code of OAuth is only in Android's log.
function rejection({ code, message, endpoint }) {
  if (message === appauth.CLOSED) return 'USER_CANCELLED';
  if (code === 'state_mismatch') return 'ERR_STATES_NOT_MATCH';
  return endpoint ? 'ERR_AUTHORIZATION_FAILED' : 'ERR_GENERAL';
}

exports.GenericOAuth2 = {
  async authenticate(options) {
    if (!options.pkceEnabled) throw new Error('the guide needs pkceEnabled');
    try {
      const tokens = await appauth.authorize({
        authorizationEndpoint: options.authorizationBaseUrl, tokenEndpoint: options.accessTokenEndpoint, client: options.appId,
        redirect: options.redirectUrl, scope: options.scope, state: options.state, nonce: false });
      return { access_token: tokens.access_token, authorization_response: {}, access_token_response: written(tokens) };
    } catch (error) {
      throw new Error(rejection(error));
    }
  },
  async refreshToken({ appId, accessTokenEndpoint, refreshToken, scope }) {
    try {
      return written(await appauth.ask(accessTokenEndpoint, {
        grant_type: 'refresh_token', refresh_token: refreshToken, client_id: appId, ...(scope ? { scope } : {}) }));
    } catch (error) {
      throw new Error(error.code ?? 'ERR_GENERAL');
    }
  },
};

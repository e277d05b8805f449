// Version 8 on Android: discovery by the issuer, a code challenge and a nonce by default, dates as ISO 8601.
const appauth = require('../appauth');

async function provider(configuration) {
  const reply = await fetch(configuration.issuer + '/.well-known/openid-configuration');
  return reply.json();
}

const dated = tokens => new Date(Date.now() + tokens.expires_in * 1000).toISOString();

// The code of OAuth if there is one.
const rejected = code => error => { throw appauth.failure(error.code ?? code, error.message); };

exports.authorize = async configuration => {
  const { authorization_endpoint, token_endpoint } = await provider(configuration);
  const tokens = await appauth.authorize({
    authorizationEndpoint: authorization_endpoint, tokenEndpoint: token_endpoint, client: configuration.clientId,
    redirect: configuration.redirectUrl, scope: configuration.scopes.join(' '), nonce: configuration.useNonce ?? true,
  }).catch(rejected('authentication_error'));
  return {
    accessToken: tokens.access_token, accessTokenExpirationDate: dated(tokens), idToken: tokens.id_token,
    refreshToken: tokens.refresh_token ?? '', tokenType: tokens.token_type, scopes: tokens.scope.split(' '),
    authorizeAdditionalParameters: {}, tokenAdditionalParameters: {},
  };
};

exports.refresh = async (configuration, { refreshToken }) => {
  const { token_endpoint } = await provider(configuration);
  const tokens = await appauth.ask(token_endpoint, {
    grant_type: 'refresh_token', refresh_token: refreshToken, client_id: configuration.clientId,
    scope: configuration.scopes.join(' ') }).catch(rejected('token_refresh_failed'));
  return {
    accessToken: tokens.access_token, accessTokenExpirationDate: dated(tokens), idToken: tokens.id_token,
    refreshToken: tokens.refresh_token ?? null, tokenType: tokens.token_type, additionalParameters: {},
  };
};

exports.revoke = async (configuration, { tokenToRevoke, sendClientId }) => {
  const { revocation_endpoint } = await provider(configuration);
  const form = { token: tokenToRevoke, ...(sendClientId ? { client_id: configuration.clientId } : {}) };
  const reply = await fetch(revocation_endpoint, { method: 'POST', body: new URLSearchParams(form) });
  if (!reply.ok) throw appauth.failure('revoke_failed', `${reply.status}`);
};

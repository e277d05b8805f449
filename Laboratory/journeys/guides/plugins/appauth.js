// What AppAuth does on Android and on iOS, under the plugins that wrap it.
const { createHash, randomBytes } = require('crypto');

const secret = () => randomBytes(32).toString('base64url');
const failure = (code, message) => Object.assign(new Error(message ?? code), { code });

// A tab that was closed. Unlike a refusal, it has no code of OAuth.
const CLOSED = 'User cancelled flow';

async function ask(endpoint, form) {
  const reply = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) });
  const answer = await reply.json().catch(() => { throw failure(null, 'JSON deserialization error'); });
  if (!reply.ok) throw Object.assign(failure(answer.error, answer.error_description), { endpoint });
  return answer;
}

// Opens the browser, and exchanges the code for tokens. `nonce` is true for a plugin that sends one.
async function authorize({ authorizationEndpoint, tokenEndpoint, client, redirect, scope, state, nonce }) {
  const sent = { state: state ?? secret(), verifier: secret(), nonce: nonce ? secret() : undefined };
  const query = {
    redirect_uri: redirect, client_id: client, response_type: 'code', state: sent.state, scope,
    code_challenge: createHash('sha256').update(sent.verifier).digest('base64url'), code_challenge_method: 'S256',
    ...(nonce ? { nonce: sent.nonce } : {}),
  };
  const arrived = await device({ browser: { url: `${authorizationEndpoint}?${new URLSearchParams(query)}`, claimed: redirect } });
  if (!arrived) throw failure(null, CLOSED);
  const answer = Object.fromEntries(new URLSearchParams(arrived.split('?')[1]));
  if (answer.state !== sent.state) throw failure('state_mismatch');
  if (answer.error) throw failure(answer.error, answer.error_description);
  const tokens = await ask(tokenEndpoint, {
    grant_type: 'authorization_code', code: answer.code, redirect_uri: redirect, client_id: client, code_verifier: sent.verifier });
  const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url'));
  if (nonce && claims.nonce !== sent.nonce) throw failure('id_token_nonce');
  if (claims.aud !== client) throw failure('id_token_audience');
  return tokens;
}

module.exports = { ask, authorize, failure, CLOSED };

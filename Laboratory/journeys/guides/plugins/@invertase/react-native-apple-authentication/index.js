// Version 2, on iOS: gives Apple the SHA-256 of the nonce, and returns the nonce itself. Token and code are text.
const { createHash } = require('crypto');

const known = ['requestedOperation', 'requestedScopes', 'user', 'nonce', 'nonceEnabled', 'state'];
exports.appleAuth = {
  Operation: { IMPLICIT: 0, LOGIN: 1, REFRESH: 2, LOGOUT: 3 },
  Scope: { EMAIL: 0, FULL_NAME: 1 },
  Error: { UNKNOWN: '1000', CANCELED: '1001', INVALID_RESPONSE: '1002', NOT_HANDLED: '1003', FAILED: '1004' },
  async performRequest(options) {
    const odd = Object.keys(options).filter(name => !known.includes(name));
    if (odd.length) throw new Error(`Invalid params found: ${odd}`);
    const nonce = options.nonce ? createHash('sha256').update(options.nonce).digest('hex') : undefined;
    const scopes = options.requestedScopes.map(scope => ['email', 'name'][scope]);
    const found = await device({ sheet: { nonce, scopes } });
    if (!found) throw Object.assign(new Error('The operation couldn’t be completed.'), { code: '1001' });
    return {
      user: found.user, nonce: options.nonce, state: null, email: found.email ?? null, realUserStatus: 2,
      // The object is there after the first time too, with nothing in it.
      fullName: { namePrefix: null, givenName: found.name?.first ?? null, middleName: null,
        familyName: found.name?.last ?? null, nameSuffix: null, nickname: null },
      authorizedScopes: [], identityToken: found.identity_token, authorizationCode: found.authorization_code,
    };
  },
};

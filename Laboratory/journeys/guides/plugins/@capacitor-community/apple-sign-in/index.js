// On iOS: gives Apple the nonce as it is, and returns token and code as text. An error has Apple's description only.
globalThis.crypto ??= require('crypto').webcrypto; // every WebView has it
exports.SignInWithApple = {
  async authorize({ scopes, nonce }) {
    const wanted = ['name', 'email'].filter(scope => scopes.includes(scope));
    const found = await device({ sheet: { nonce, scopes: wanted } });
    if (!found) {
      throw new Error('The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1001.)');
    }
    return { response: {
      user: found.user ?? null, email: found.email ?? null, givenName: found.name?.first ?? null, familyName: found.name?.last ?? null,
      identityToken: found.identity_token, authorizationCode: found.authorization_code } };
  },
};

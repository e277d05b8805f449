"use strict";

const { createPublicKey, verify } = require("node:crypto");

class Refused extends Error {}

/** Returns a function that checks the identity tokens which Apple gave an app, and gives their claims. */
function identityOf({ keys, issuer, app }) {
  return async (token, nonce) => {
    const [header, payload, signature] = token.split(".");
    const { kid } = decoded(header);
    const claims = decoded(payload);
    const answer = await fetch(keys);
    if (!answer.ok) throw new Error(`Apple's keys: ${answer.status}`);
    const key = (await answer.json()).keys.find((candidate) => candidate.kid === kid);
    const signed = Buffer.from(`${header}.${payload}`);
    const isSigned = key && verify("sha256", signed, createPublicKey({ key, format: "jwk" }), Buffer.from(signature, "base64url"));
    if (!isSigned) throw new Refused("not signed by Apple");
    if (claims.iss !== issuer || claims.aud !== app) throw new Refused("for somebody else");
    if (claims.exp * 1000 <= Date.now()) throw new Refused("too old");
    if (claims.nonce !== nonce) throw new Refused("of another sign-in");
    return claims;
  };
}

function decoded(part) {
  return JSON.parse(Buffer.from(part, "base64url"));
}

module.exports = { identityOf, Refused };

// An app's backend: it takes the identity token that Apple gave the app, and answers with the account.
import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";

class Refused extends Error {}

/** `apple` has the address of Apple's keys, the issuer, and the app's bundle ID. */
export function backend(apple) {
  return createServer(async (request, response) => {
    const answer = (status, body) => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    try {
      let text = "";
      for await (const part of request.setEncoding("utf8")) text += part;
      const { identityToken, nonce } = JSON.parse(text);
      const claims = await verified(identityToken, nonce, apple);
      answer(200, { account: claims.sub, email: claims.email });
    } catch (error) {
      if (error instanceof Refused) answer(401, { error: error.message });
      else answer(503, { error: "Apple cannot be reached" });
    }
  });
}

async function verified(token, nonce, apple) {
  const [header, payload, signature] = String(token).split(".");
  const { kid } = decoded(header);
  const claims = decoded(payload);
  const answer = await fetch(apple.keys);
  if (!answer.ok) throw new Error(`Apple's keys: ${answer.status}`);
  const key = (await answer.json()).keys.find((candidate) => candidate.kid === kid);
  const signed = Buffer.from(`${header}.${payload}`);
  const isSigned = key && verify("sha256", signed, createPublicKey({ key, format: "jwk" }), Buffer.from(signature ?? "", "base64url"));
  if (!isSigned) throw new Refused("not signed by Apple");
  if (claims.iss !== apple.issuer || claims.aud !== apple.app) throw new Refused("for somebody else");
  if (claims.exp * 1000 <= Date.now()) throw new Refused("too old");
  if (claims.nonce !== nonce) throw new Refused("of another sign-in");
  return claims;
}

function decoded(part) {
  try {
    return JSON.parse(Buffer.from(part, "base64url"));
  } catch {
    throw new Refused("not a token");
  }
}

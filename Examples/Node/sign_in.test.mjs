// Tests a server's sign-in with the emulator of Apple: `node --test sign_in.test.mjs`.
//
// Needs Node.js 20, no packages, and apple-id-emulator in PATH. The emulator picks a free port, so all that the test knows
// of it is what the first line says. `loopback_url` is reached from every machine, whatever names that machine knows.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, createPublicKey, sign, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

const keys = mkdtempSync(join(tmpdir(), "keys-"));
let emulator;
let apple; // what the emulator says of itself

before(async () => {
  const options = ["--listen", "idp.localhost:0", "--keys-in", keys];
  emulator = spawn("apple-id-emulator", options, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: emulator.stdout })) {
    apple = JSON.parse(line);
    break;
  }
});

after(() => {
  emulator.kill();
  rmSync(keys, { recursive: true });
});

async function json(reply) {
  assert.ok(reply.ok, `${reply.url} was answered ${reply.status}`);
  return reply.json();
}

/** A control call: it plays the person and their phone. */
const control = async (path, body) => json(await fetch(`${apple.loopback_url}/_emulator/${path}`, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));

const hashed = (nonce) => createHash("sha256").update(nonce).digest("hex");
const encoded = (part) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decoded = (part) => JSON.parse(Buffer.from(part, "base64url"));

// What your server does. In your own test, send the phone's answer to your server instead.

/** The claims of Apple's identity token. */
async function verified(identityToken, nonce) {
  const [header, payload, signature] = identityToken.split(".");
  const { keys } = await json(await fetch(`${apple.loopback_url}/auth/keys`));
  const key = keys.find(({ kid }) => kid === decoded(header).kid);
  const isSigned = verify(
    "RSA-SHA256", Buffer.from(`${header}.${payload}`), createPublicKey({ key, format: "jwk" }),
    Buffer.from(signature, "base64url"));
  assert.ok(isSigned && decoded(header).alg === "RS256");
  const claims = decoded(payload);
  assert.deepEqual([claims.iss, claims.aud, claims.nonce], [apple.issuer, apple.app, hashed(nonce)]);
  assert.ok(claims.exp > Date.now() / 1000);
  return claims;
}

/** Apple's tokens for the code, with a secret that the team's key has signed. */
async function exchanged(code) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: apple.team_id, sub: apple.app, aud: apple.issuer, iat: now, exp: now + 300 };
  const signed = `${encoded({ alg: "ES256", kid: apple.key_id })}.${encoded(claims)}`;
  const key = { key: readFileSync(apple.key_file), dsaEncoding: "ieee-p1363" };
  const secret = `${signed}.${sign("SHA256", Buffer.from(signed), key).toString("base64url")}`;
  const form = { client_id: apple.app, client_secret: secret, grant_type: "authorization_code", code };
  return json(await fetch(`${apple.loopback_url}/auth/token`, { method: "POST", body: new URLSearchParams(form) }));
}

test("a person signs in", async () => {
  await control("people", { key: "grace", email: "grace@example.com", name: { first: "Grace", last: "Hopper" } });
  const nonce = "a nonce of your server";
  const phone = await control("device/credentials", {
    person: "grace", bundle_id: apple.app, scopes: ["name", "email"], nonce: hashed(nonce) });

  const claims = await verified(phone.identity_token, nonce);
  assert.deepEqual([claims.sub, claims.email], [phone.user, "grace@example.com"]);
  assert.deepEqual(phone.name, { first: "Grace", last: "Hopper" });
  assert.ok((await exchanged(phone.authorization_code)).refresh_token);
});

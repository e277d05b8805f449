import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, beforeEach, test } from "node:test";
import { createEmulator } from "apple-id-emulator";
import { backend } from "./server.js";

let emulator, server, address;

before(async () => {
  emulator = await createEmulator();
  server = backend({ keys: `${emulator.baseURL}/auth/keys`, issuer: emulator.issuer, app: emulator.app });
  await once(server.listen(0, "127.0.0.1"), "listening");
  address = `http://127.0.0.1:${server.address().port}/`;
});
beforeEach(() => emulator.reset());
after(async () => {
  server.close();
  await emulator.close();
});

async function signIn(credential, nonce) {
  const body = JSON.stringify({ identityToken: credential.identityToken, nonce });
  const answer = await fetch(address, { method: "POST", body });
  return { status: answer.status, ...(await answer.json()) };
}

test("a person gets an account", async () => {
  await emulator.createPerson("ada", { first: "Ada" });
  const credential = await emulator.signIn("ada", { nonce: "n-1" });
  assert.deepEqual(await signIn(credential, "n-1"), { status: 200, account: credential.user, email: "ada@example.com" });
});

test("a token of another sign-in is refused", async () => {
  const credential = await emulator.signIn("maya", { nonce: "n-1" });
  assert.deepEqual(await signIn(credential, "n-2"), { status: 401, error: "of another sign-in" });
});

test("a token for another team's app is refused", async () => {
  const team = await emulator.createTeam();
  const credential = await emulator.signIn("maya", { app: team.app, nonce: "n-1" });
  assert.deepEqual(await signIn(credential, "n-1"), { status: 401, error: "for somebody else" });
});

test("nobody is signed in while Apple is down", async () => {
  const credential = await emulator.signIn("maya", { nonce: "n-1" });
  await emulator.setFault("keys", "status", { status: 503 });
  assert.equal((await signIn(credential, "n-1")).status, 503);
  await emulator.waitFor("fault_fired", { endpoint: "keys" });
});

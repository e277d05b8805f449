"use strict";

const { createEmulator } = require("apple-id-emulator");
const { identityOf, Refused } = require("./identity.js");

let emulator, verified;

beforeAll(async () => {
  emulator = await createEmulator();
  verified = identityOf({ keys: `${emulator.baseURL}/auth/keys`, issuer: emulator.issuer, app: emulator.app });
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

test("a person's token is accepted", async () => {
  await emulator.createPerson("ada", { first: "Ada" });
  const credential = await emulator.signIn("ada", { nonce: "n-1" });
  await expect(verified(credential.identityToken, "n-1")).resolves.toMatchObject({ sub: credential.user, email: "ada@example.com" });
});

test("a token of another sign-in is refused", async () => {
  const credential = await emulator.signIn("maya", { nonce: "n-1" });
  await expect(verified(credential.identityToken, "n-2")).rejects.toThrow(Refused);
});

test("a token for another team's app is refused", async () => {
  const team = await emulator.createTeam();
  const credential = await emulator.signIn("maya", { app: team.app, nonce: "n-1" });
  await expect(verified(credential.identityToken, "n-1")).rejects.toThrow("for somebody else");
});

test("nobody is signed in while Apple is down", async () => {
  const credential = await emulator.signIn("maya", { nonce: "n-1" });
  await emulator.setFault("keys", "status", { status: 503 });
  await expect(verified(credential.identityToken, "n-1")).rejects.toThrow("Apple's keys: 503");
  await emulator.waitFor("fault_fired", { endpoint: "keys" });
});

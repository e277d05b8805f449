import assert from "node:assert/strict";
import { test } from "node:test";
import { createEmulator } from "apple-id-emulator";

test("a person signs in", async () => {
  const emulator = await createEmulator();
  await emulator.createPerson("ada", { first: "Ada", last: "Lovelace" });
  const credential = await emulator.signIn("ada", { nonce: "n-1" });
  const claims = JSON.parse(Buffer.from(credential.identityToken.split(".")[1], "base64url"));
  assert.equal(claims.iss, emulator.issuer);
  assert.equal(claims.sub, credential.user);
  assert.equal(claims.nonce, "n-1");
  assert.equal(credential.email, "ada@example.com");
  await emulator.close();
});

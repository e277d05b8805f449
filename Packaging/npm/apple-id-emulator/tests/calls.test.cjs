"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { after, before, beforeEach, test } = require("node:test");
const {
  createEmulator, EmulatorDidNotStart, EmulatorError, EventsMissed, SignInCanceled, SignInFailed, TimeoutError,
} = require("apple-id-emulator");

let emulator;
before(async () => (emulator = await createEmulator()));
after(() => emulator.close());
beforeEach(() => emulator.reset());

test("a team has its own people and clients", async () => {
  const team = await emulator.createTeam();
  const first = await emulator.signIn("maya", { app: team.app });
  const other = await emulator.signIn("maya");
  assert.ok(first.name && other.name && first.user !== other.user);
  assert.match(team.privateKey, /^-----BEGIN/);
});

test("a name comes with the first sign-in only", async () => {
  assert.equal((await emulator.signIn("maya")).name.first, "Maya");
  assert.equal((await emulator.signIn("maya")).name, null);
});

test("a person who does not confirm is not signed in", async () => {
  await assert.rejects(emulator.signIn("maya", { confirmation: "canceled" }), SignInCanceled);
  await assert.rejects(emulator.signIn("locked"), (error) => error instanceof SignInFailed && !(error instanceof SignInCanceled));
});

test("an event is waited for while something else happens", async () => {
  const waiting = emulator.waitFor("code_issued", { person: "maya" });
  await emulator.signIn("tomas");
  await emulator.signIn("maya");
  assert.equal((await waiting).client_id, emulator.app);
});

test("a wait ends after its time", async () => {
  await assert.rejects(emulator.waitFor("consent_given", { person: "maya" }, { seconds: 0.1 }), TimeoutError);
});

test("a wait says if events were lost", async () => {
  const people = Array.from({ length: 1_100 }, (_, number) => ({ key: `p${number}`, email: `p${number}@example.com` }));
  await emulator.call("/people", { people });
  await assert.rejects(emulator.waitFor("person_added", { person: "p0" }), EventsMissed);
});

test("a misspelt event is refused at once", async () => {
  await assert.rejects(emulator.waitFor("tokens_isued"), (error) => error instanceof EmulatorError && error.code === "event_type_unknown");
});

test("a fault lasts as long as it should", async () => {
  await emulator.setFault("keys", "status", { status: 503, times: 1 });
  assert.equal((await fetch(`${emulator.baseURL}/auth/keys`)).status, 503);
  assert.equal((await fetch(`${emulator.baseURL}/auth/keys`)).status, 200);
});

test("Apple's pages are answered for a person", async () => {
  await emulator.registerReturnURL("http://localhost:5000/back");
  const query = new URLSearchParams({
    client_id: emulator.service, redirect_uri: "http://localhost:5000/back", response_type: "code", state: "s-1",
  });
  const { location } = await emulator.approve(`${emulator.baseURL}/auth/authorize?${query}`, "maya");
  assert.equal(new URL(location).searchParams.get("state"), "s-1");
});

test("a wrong option is reported with the program's words", async () => {
  await assert.rejects(createEmulator({ options: ["--nonsense"] }), (error) => {
    return error instanceof EmulatorDidNotStart && /ended with 2[^]*--nonsense/.test(error.message);
  });
});

test("an emulator that nobody closes does not keep Node.js running", () => {
  const program = 'require("apple-id-emulator").createEmulator().then((it) => it.signIn("maya")).then(() => console.log("signed in"))';
  assert.equal(execFileSync(process.execPath, ["--eval", program], { encoding: "utf8", timeout: 60_000 }), "signed in\n");
});

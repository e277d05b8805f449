// siwa.js without a browser: what it decides from values. Run with `node --test`.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import test from "node:test";

globalThis.crypto ??= webcrypto;  // Node.js 18
// Node.js before 24 has no Web Locks. These tests are one tab, which waits for no other.
Object.defineProperty(globalThis, "navigator", { value: { locks: { request: async (name, work) => await work() } } });
const { SiwaClient, SiwaError, version } = await import("./siwa.mjs");

const service = "https://id.example.com";
const options = { service, clientID: "shop", redirectURI: "https://shop.example/callback.html", storage: "localStorage" };
const key = `siwa:${service}:shop:session`;

class Storage extends Map {
  getItem(name) { return this.get(name) ?? null; }
  setItem(name, value) { this.set(name, value); }
  removeItem(name) { this.delete(name); }
}

function idToken(changes = {}) {
  const claims = { iss: service, aud: "shop", sub: "ada", sid: "s1", iat: 1_000, exp: 4_600, name: "Zoë", ...changes };
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "RS256" })}.${part(claims)}.signature`;
}

function reply(changes, status = 200) {
  const body = { access_token: "access-2", refresh_token: "refresh-2", expires_in: 300, id_token: idToken(), ...changes };
  return new Response(JSON.stringify(body), { status });
}

/** A client with a stored session, and a service that answers with these replies in order. */
async function client(t, ...replies) {
  globalThis.localStorage = new Storage();
  localStorage.setItem(key, JSON.stringify({
    id: "s1", claims: { sub: "ada", name: "Ada" }, begunAt: 900, renewals: 1, idToken: idToken(), refreshToken: "refresh-1" }));
  const sent = [];
  t.mock.method(globalThis, "fetch", async (address, { body, credentials }) => {
    sent.push({ address, credentials, ...Object.fromEntries(body) });
    const next = replies.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  const made = new SiwaClient(options);
  t.after(() => made.close());
  await made.start();
  return { made, sent };
}

const code = (promise) => promise.then(() => "ok", (error) => error instanceof SiwaError ? error.code : error);

test("a version has three numbers", () => assert.match(version, /^1\.\d+\.\d+$/));

for (const [name, changes] of Object.entries({
  "a service with a slash at the end": { service: service + "/" }, "no client": { clientID: "" },
  "a redirect URI that is no address": { redirectURI: "/callback" }, "an unknown storage": { storage: "cookie" },
  "an API with a path": { apiOrigins: ["https://api.example/v1"] }, "a misspelt option": { apiOrgins: [] } })) {
  test(`${name} is refused at once`, () => {
    assert.throws(() => new SiwaClient({ ...options, ...changes }), { name: "SiwaError", code: "options_invalid" });
  });
}

test("a stored session is there at once, and the first access token is a renewed one", async (t) => {
  const { made, sent } = await client(t, reply());
  assert.equal(made.user.name, "Ada");
  assert.equal(await made.accessToken(), "access-2");
  assert.equal(made.user.name, "Zoë");
  assert.deepEqual(sent, [{
    address: `${service}/oauth/token`, credentials: "omit", grant_type: "refresh_token", refresh_token: "refresh-1",
    client_id: "shop" }]);
  assert.equal(await made.accessToken(), "access-2");
  assert.equal(sent.length, 1);
  assert.equal(JSON.parse(localStorage.getItem(key)).refreshToken, "refresh-2");
  assert.ok(!localStorage.getItem(key).includes("access-2"));
});

test("calls at the same time share one renewal", async (t) => {
  const { made, sent } = await client(t, reply());
  assert.deepEqual(await Promise.all([made.accessToken(), made.accessToken(), made.accessToken()]),
    ["access-2", "access-2", "access-2"]);
  assert.equal(sent.length, 1);
});

for (const [name, changes] of Object.entries({
  "another issuer": { iss: "https://evil.example" }, "another client": { aud: "other" },
  "two audiences": { aud: ["shop", "other"] }, "another person": { sub: "ned" }, "no lifetime": { exp: 1_000 } })) {
  test(`an ID token of ${name} changes nothing`, async (t) => {
    const { made } = await client(t, reply({ id_token: idToken(changes) }), reply());
    assert.equal(await code(made.renew()), "id_token_invalid");
    assert.equal(made.user.name, "Ada");
    assert.equal(await code(made.renew()), "ok");
  });
}

test("an answer that is no JSON changes nothing", async (t) => {
  const { made } = await client(t, new Response("<html>a proxy</html>"), reply());
  assert.equal(await code(made.renew()), "id_token_invalid");
  assert.equal(await code(made.renew()), "ok");
});

for (const [name, answer, expected] of [
  ["no network", new TypeError("failed"), "service_unreachable"], ["500", reply({}, 500), "service_unavailable"],
  ["429", reply({}, 429), "service_unavailable"], ["invalid_client", reply({ error: "invalid_client" }, 401), "refused"]]) {
  test(`${name} leaves the session`, async (t) => {
    const { made } = await client(t, answer);
    assert.equal(await code(made.renew()), expected);
    assert.notEqual(made.user, null);
    assert.notEqual(localStorage.getItem(key), null);
  });
}

test("invalid_grant ends the session, once", async (t) => {
  const { made } = await client(t, reply({ error: "invalid_grant" }, 400));
  const heard = [];
  made.addEventListener("signedout", (event) => heard.push(event.reason));
  assert.equal(await code(made.renew()), "session_ended");
  assert.deepEqual([made.user, localStorage.getItem(key), heard], [null, null, ["session_ended"]]);
  assert.equal(await code(made.renew()), "not_signed_in");
});

test("a storage that throws is as good as none", async (t) => {
  const { made } = await client(t, reply());
  t.mock.method(localStorage, "setItem", () => { throw new Error("blocked"); });
  assert.equal(await made.accessToken(), "access-2");
});

test("a browser that refuses locks and messages, because the person blocks the page's data, still renews", async (t) => {
  t.mock.method(navigator.locks, "request", async () => { throw new DOMException("refused", "SecurityError"); });
  t.mock.method(globalThis, "BroadcastChannel", function () { throw new DOMException("refused", "SecurityError"); });
  const { made, sent } = await client(t, reply());
  assert.equal(await made.accessToken(), "access-2");
  assert.equal(sent.length, 1);
});

test("a renewal that failed is not tried again without the lock", async (t) => {
  const { made, sent } = await client(t, new TypeError("failed"), reply());
  assert.equal(await code(made.renew()), "service_unreachable");
  assert.equal(sent.length, 1);
});

test("a message about a session that ended here does not bring it back", async (t) => {
  const { made } = await client(t, reply({ error: "invalid_grant" }, 400));
  await code(made.renew());
  const other = new BroadcastChannel(key);
  t.after(() => other.close());
  const answered = new Promise((resolve) => { other.onmessage = resolve; });
  other.postMessage({ kind: "session", event: "renewed", session: { id: "s1", renewals: 9, expiresAt: Infinity, claims: {} } });
  other.postMessage({ kind: "question" });
  await answered;
  assert.equal(made.user, null);
});

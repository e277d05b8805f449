// siwa.js with pages that it does not hear: other tabs, pages in the browser's history, a popup. Run with `node --test`.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import test from "node:test";

globalThis.crypto ??= webcrypto;  // Node.js 18
const { SiwaClient, SiwaError } = await import("./siwa.mjs");

const service = "https://id.example.com", origin = "https://shop.example";
const options = { service, clientID: "shop", redirectURI: `${origin}/callback.html` };
const key = `siwa:${service}:shop:session`, currentKey = `${key}:current`;

// MARK: A browser

class Storage extends Map {
  getItem(name) { return this.get(name) ?? null; }
  setItem(name, value) { this.set(name, value); }
  removeItem(name) { this.delete(name); }
}

const page = new EventTarget();
const queues = new Map();
/** Runs the work of one name in order. */
function request(name, work) {
  const run = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(name, run.catch(() => {}));
  return run;
}
const globals = {
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }), navigator: { locks: { request } },
  addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page),
  screenX: 0, screenY: 0, outerWidth: 1_000, outerHeight: 1_000, window: globalThis, top: globalThis,
  matchMedia: () => ({ matches: false }),
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** The page comes back from the browser's history. */
function comeBack() {
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
}

async function until(condition, what) {
  for (let turn = 0; !condition(); turn++) {
    assert.ok(turn < 100_000, `${what} did not happen`);
    await new Promise(setImmediate);
  }
}

// MARK: A service

function idToken(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "RS256" })}.${part({ iss: service, aud: "shop", exp: 10_000, ...claims })}.signature`;
}

function tokens(claims, renewals) {
  return {
    access_token: `access-${claims.sid}-${renewals}`, refresh_token: `refresh-${claims.sid}-${renewals}`, expires_in: 300,
    id_token: idToken(claims) };
}

const ada = { sub: "ada", name: "Ada", sid: "s1", iat: 1_000 }, ned = { sub: "ned", name: "Ned", sid: "s2", iat: 2_000 };
const people = { [ada.sid]: ada, [ned.sid]: ned };

/** A session as siwa.js stores it. */
function kept(claims, renewals = 1) {
  const { refresh_token: refreshToken, id_token: idToken } = tokens(claims, renewals);
  return { id: claims.sid, claims, begunAt: claims.iat, renewals, idToken, refreshToken };
}

/**
 * Answers the token endpoint: a code is the claims of a person with the request's nonce, and a refresh token is replaced
 * by the next one. `before` runs before each answer, or gives another one.
 */
function serve(t, before = () => {}) {
  const sent = [];
  globalThis.location = { origin, href: `${origin}/`, assign: (address) => sent.push({ leaves: new URL(address).pathname }) };
  t.mock.method(globalThis, "fetch", async (address, { body, keepalive }) => {
    const call = { path: address.slice(service.length), ...Object.fromEntries(body), keepalive };
    sent.push(call);
    const other = await before(call);
    if (other instanceof Response) return other;
    if (call.grant_type === "authorization_code") return Response.json(tokens(JSON.parse(call.code), 1));
    if (call.path === "/oauth/revoke") return new Response("{}");
    const [, sid, renewals] = call.refresh_token.split("-");
    return Response.json(tokens(people[sid], Number(renewals) + 1));
  });
  return sent;
}

/** A browser without data, except for what is given. */
function begin(t, { local = {}, session = {}, before } = {}) {
  for (const [name, values] of Object.entries({ localStorage: local, sessionStorage: session })) {
    globalThis[name] = new Storage(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  }
  return serve(t, before);
}

async function started(t, storage) {
  const made = new SiwaClient({ ...options, storage });
  t.after(() => made.close());
  made.heard = [];
  for (const type of ["signedin", "renewed", "signedout"]) {
    made.addEventListener(type, ({ isFromOtherTab, reason }) => made.heard.push([type, isFromOtherTab, reason ?? null]));
  }
  await made.start();
  return made;
}

/** A tab that is not a client: what it hears, and what it says. */
function tab(t, answer = () => null) {
  const made = new BroadcastChannel(key);
  t.after(() => made.close());
  made.onmessage = ({ data }) => {
    const message = answer(data);
    if (message) made.postMessage(message);
  };
  return made;
}

/** Opens the popup. The result's `finish` does what its last page does. */
async function popup(t, client) {
  const window = { closed: false, close() { this.closed = true; }, location: { href: "about:blank" } };
  const opened = new Promise((resolve) => { window.location.replace = (address) => resolve(new URL(address).searchParams); });
  t.mock.method(globalThis, "open", () => window);
  const result = client.signInWithPopup();
  result.catch(() => {});
  const asked = await opened;
  const finish = (claims) => {
    const code = JSON.stringify({ ...claims, nonce: asked.get("nonce") });
    const answer = new URLSearchParams({ state: asked.get("state"), iss: service, code });
    page.dispatchEvent(Object.assign(new Event("message"), {
      origin, source: window, data: { kind: "answer", state: asked.get("state"), answer: `?${answer}` } }));
  };
  return { window, result, finish };
}
globalThis.open = () => null;

async function signIn(t, client, claims) {
  const { result, finish } = await popup(t, client);
  finish(claims);
  await result;
}

const code = (promise) => promise.then(() => "ok", (error) => error instanceof SiwaError ? error.code : error);
const stored = (storage, name) => JSON.parse(storage.getItem(name));

// MARK: Pages in the browser's history, and pages that slept

test("a page from the history forgets who signed out on another page, and says so", async (t) => {
  begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  localStorage.removeItem(key);
  comeBack();
  assert.deepEqual([made.user, made.heard], [null, [["signedout", true, "signed_out"]]]);
});

test("a page from the history takes who signed in on another page, and says so", async (t) => {
  begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  // The service's clock was set back in between.
  localStorage.setItem(key, JSON.stringify(kept({ ...ned, iat: 500 })));
  comeBack();
  assert.deepEqual([made.user.name, made.heard], ["Ned", [["signedin", true, null]]]);
  await made.renew();
});

test("a page from the history takes a newer renewal, and says so", async (t) => {
  const sent = begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  localStorage.setItem(key, JSON.stringify(kept(ada, 4)));
  comeBack();
  assert.deepEqual(made.heard, [["renewed", true, null]]);
  await made.renew();
  assert.deepEqual(sent.map((call) => call.refresh_token), ["refresh-s1-4"]);
});

test("a page from the history learns of a sign-out from another tab, without any storage", async (t) => {
  begin(t);
  const made = await started(t, "memory");
  await signIn(t, made, ada);
  tab(t, ({ kind, session }) => kind === "session" && session ? { kind: "ended", id: session.id, reason: "signed_out" } : null);
  comeBack();
  await until(() => made.user === null, "the sign-out");
  assert.deepEqual(made.heard.at(-1), ["signedout", true, "signed_out"]);
});

test("a page from the history asks the service if there is nobody else to ask", async (t) => {
  const refusal = () => Response.json({ error: "invalid_grant" }, { status: 400 });
  begin(t, { before: ({ grant_type: type }) => type === "refresh_token" && refusal() });
  const made = await started(t, "memory");
  await signIn(t, made, ada);
  comeBack();
  await until(() => made.user === null, "the end of the session");
  assert.deepEqual(made.heard.at(-1), ["signedout", false, "session_ended"]);
});

test("a tab that signed out tells a tab that missed it", async (t) => {
  begin(t);
  const made = await started(t, "memory");
  await signIn(t, made, ada);
  await made.signOut();
  const other = tab(t);
  let said;
  other.onmessage = ({ data }) => { said = data; };
  other.postMessage({ kind: "session", session: kept(ada, 7) });
  await until(() => said, "an answer");
  assert.deepEqual(said, { kind: "ended", id: "s1", reason: "signed_out" });
  assert.equal(made.user, null);
});

test("a renewal does not bring back a session that another page removed", async (t) => {
  const sent = begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  localStorage.removeItem(key);
  assert.equal(await code(made.renew()), "session_ended");
  assert.deepEqual([localStorage.getItem(key), sent, made.heard], [null, [], [["signedout", true, "signed_out"]]]);
});

test("a renewal that is under way does not bring it back either", async (t) => {
  begin(t, { local: { [key]: kept(ada) }, before: () => localStorage.removeItem(key) });
  const made = await started(t, "localStorage");
  assert.equal(await code(made.renew()), "session_ended");
  assert.deepEqual([localStorage.getItem(key), made.user], [null, null]);
});

test("the end of a session leaves the one that another page has stored", async (t) => {
  begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  localStorage.setItem(key, JSON.stringify(kept(ned)));
  tab(t).postMessage({ kind: "ended", id: "s1", reason: "signed_out" });
  await until(() => made.user === null, "the sign-out");
  assert.equal(stored(localStorage, key).id, "s2");
});

for (const storage of ["localStorage", "sessionStorage"]) {
  test(`a session that ${storage} could not keep goes on`, async (t) => {
    begin(t);
    for (const blocked of [localStorage, sessionStorage]) t.mock.method(blocked, "setItem", () => { throw new Error("full"); });
    const made = await started(t, storage);
    await signIn(t, made, ada);
    comeBack();
    assert.equal(await code(made.renew()), "ok");
    assert.equal(made.user.name, "Ada");
  });
}

test("a session that ended here does not come back from the storage", async (t) => {
  begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  await made.signOut();
  localStorage.setItem(key, JSON.stringify(kept(ada, 2)));
  comeBack();
  assert.deepEqual([made.user, made.heard.length], [null, 1]);
});

test("a renewal that the browser cannot store leaves no used token behind", async (t) => {
  begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  t.mock.method(localStorage, "setItem", () => { throw new Error("full"); });
  await made.renew();
  assert.deepEqual([made.user.name, localStorage.size], ["Ada", 0]);
});

test("the access token of another tab is no event", async (t) => {
  const sent = begin(t, { local: { [key]: kept(ada) } });
  tab(t, ({ session }) => ({ kind: "session", session: { ...session, accessToken: "theirs", expiresAt: Date.now() + 300_000 } }));
  const made = await started(t, "localStorage");
  assert.deepEqual([await made.accessToken(), made.heard, sent], ["theirs", [], []]);
});

// MARK: Copies in sessionStorage

test("a session that localStorage cannot tell of is not stored in sessionStorage either", async (t) => {
  begin(t);
  t.mock.method(localStorage, "setItem", () => { throw new Error("full"); });
  await signIn(t, await started(t, "sessionStorage"), ada);
  assert.equal(sessionStorage.size, 0);
});

const current = ({ id, begunAt, renewals }) => ({ id, begunAt, renewals });

test("a tab that comes back with a used refresh token ends its session without a request", async (t) => {
  const sent = begin(t, { session: { [key]: kept(ada) }, local: { [currentKey]: current(kept(ada, 3)) } });
  const made = await started(t, "sessionStorage");
  assert.deepEqual([made.user, made.heard, sent], [null, [["signedout", true, "session_ended"]], []]);
  // Another tab that sleeps may have the newest token.
  assert.deepEqual([sessionStorage.size, stored(localStorage, currentKey).renewals], [0, 3]);
});

test("a tab whose refresh token was used while it slept ends its session without a request", async (t) => {
  const sent = begin(t, { session: { [key]: kept(ada) }, local: { [currentKey]: current(kept(ada)) } });
  const made = await started(t, "sessionStorage");
  localStorage.setItem(currentKey, JSON.stringify(current(kept(ada, 3))));
  assert.equal(await code(made.renew()), "session_ended");
  assert.deepEqual([made.user, made.heard, sent], [null, [["signedout", true, "session_ended"]], []]);
});

test("a tab with a used refresh token takes the newer one of another tab", async (t) => {
  const sent = begin(t, { session: { [key]: kept(ada) }, local: { [currentKey]: current(kept(ada, 3)) } });
  tab(t, ({ session }) => session?.renewals === 1 ? { kind: "session", session: kept(ada, 3) } : null);
  const made = await started(t, "sessionStorage");
  assert.equal(made.user.name, "Ada");
  await made.renew();
  assert.deepEqual(sent.map((call) => call.refresh_token), ["refresh-s1-3"]);
  assert.equal(stored(localStorage, currentKey).renewals, 4);
});

test("an old token of another tab is not used either", async (t) => {
  const sent = begin(t, { local: { [currentKey]: current(kept(ada, 3)) } });
  tab(t, ({ session }) => session === null ? { kind: "session", session: kept(ada, 2) } : null);
  const made = await started(t, "sessionStorage");
  assert.deepEqual([made.user, sent, stored(localStorage, currentKey).renewals], [null, [], 3]);
});

for (const [name, local] of Object.entries({ "signed out": {}, "signed in anew": { [currentKey]: current(kept(ned)) } })) {
  test(`a tab that comes back after another one ${name} does not show who was there before`, async (t) => {
    begin(t, { session: { [key]: kept(ada) }, local });
    const made = await started(t, "sessionStorage");
    assert.deepEqual([made.user, sessionStorage.size], [null, 0]);
  });
}

test("localStorage never has a token of a session in sessionStorage, and nothing after the sign-out", async (t) => {
  begin(t);
  const made = await started(t, "sessionStorage");
  await signIn(t, made, ada);
  await made.renew();
  assert.deepEqual(Object.fromEntries(localStorage), { [currentKey]: JSON.stringify({ id: "s1", begunAt: 1_000, renewals: 2 }) });
  assert.equal(stored(sessionStorage, key).refreshToken, "refresh-s1-2");
  await made.signOut();
  assert.deepEqual([localStorage.size, sessionStorage.size], [0, 0]);
});

// MARK: A sign-in and a sign-out at once

test("a sign-out ends a sign-in whose popup is open", async (t) => {
  const sent = begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  const { window, result, finish } = await popup(t, made);
  await made.signOut();
  finish(ned);
  assert.equal(await code(result), "superseded");
  assert.deepEqual([made.user, window.closed, sent.map((call) => call.path)], [null, true, ["/oauth/revoke"]]);
});

test("a sign-out ends a sign-in whose code is on its way, and the session that it began", async (t) => {
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  const sent = begin(t, { before: ({ grant_type: type }) => type === "authorization_code" && held });
  const made = await started(t, "localStorage");
  const { result, finish } = await popup(t, made);
  finish(ned);
  await until(() => sent.length === 1, "the token request");
  await made.signOut();
  answer();
  assert.equal(await code(result), "superseded");
  assert.deepEqual([made.user, localStorage.size, made.heard], [null, 0, []]);
  assert.deepEqual([sent[1].path, sent[1].token], ["/oauth/revoke", "refresh-s2-1"]);
});

test("a sign-out everywhere revokes the client's own session before it leaves", async (t) => {
  const sent = begin(t, { local: { [key]: kept(ada) } });
  const made = await started(t, "localStorage");
  assert.equal(await made.signOut({ everywhere: true }), true);
  assert.deepEqual(sent.map(({ path, token, keepalive, leaves }) => leaves ?? [path, token, keepalive]),
    [["/oauth/revoke", "refresh-s1-1", true], "/oauth/logout"]);
});

test("a sign-out everywhere without a session here only leaves", async (t) => {
  const sent = begin(t);
  const made = await started(t, "localStorage");
  await made.signOut({ everywhere: true });
  assert.deepEqual(sent, [{ leaves: "/oauth/logout" }]);
});

// MARK: Two tabs that sign in

for (const [name, first, second, wins] of [
  ["the later one", { ...ada, iat: 1_001 }, { ...ned, iat: 1_000 }, "Ada"],
  ["the later one, whichever hears first", { ...ada, iat: 1_000 }, { ...ned, iat: 1_001 }, "Ned"],
  ["in the same second, always the same one", { ...ada, iat: 1_000 }, { ...ned, iat: 1_000 }, "Ned"]]) {
  test(`two tabs that sign in at once end with the same person: ${name}`, async (t) => {
    let answer;
    const held = new Promise((resolve) => { answer = resolve; });
    const sent = begin(t, { before: () => held });
    const tabs = [await started(t, "memory"), await started(t, "memory")];
    const popups = [];
    for (const [index, claims] of [first, second].entries()) {
      popups.push(await popup(t, tabs[index]));
      popups[index].finish(claims);
    }
    await until(() => sent.length === 2, "both token requests");
    answer();
    await Promise.all(popups.map(({ result }) => result));
    await until(() => tabs.every((tab) => tab.heard.length > 0 && tab.user.name === wins), `${wins} in both tabs`);
    const loser = tabs[wins === "Ada" ? 1 : 0];
    assert.deepEqual(loser.heard, [["signedin", false, null], ["signedin", true, null]]);
  });
}

test("a sign-in in the same second as the session that it replaces is the session of every tab", async (t) => {
  begin(t);
  const first = await started(t, "memory");
  await signIn(t, first, { ...ned, iat: 1_000 });
  const second = await started(t, "memory");
  await signIn(t, second, { ...ada, iat: 1_000 });
  await until(() => first.user.name === "Ada", "the second sign-in");
  assert.equal(second.user.name, "Ada");
});

test("a tab that says an old renewal is told the newer one", async (t) => {
  begin(t, { local: { [key]: kept(ada, 5) } });
  await started(t, "localStorage");
  const other = tab(t);
  let said;
  other.onmessage = ({ data }) => { said = data; };
  other.postMessage({ kind: "session", session: kept(ada, 2) });
  await until(() => said, "an answer");
  assert.equal(said.session.renewals, 5);
});

// MARK: A popup that disappears, and pages that have none

/** The clock of a page that watches its popup. `advance` runs what is due ten times a second, unless the page sleeps. */
function watching(t) {
  let now = 0, tick = () => {};
  t.mock.method(performance, "now", () => now);
  t.mock.method(globalThis, "setInterval", (work) => { tick = work; });
  t.mock.method(globalThis, "clearInterval", () => { tick = () => {}; });
  return {
    advance(milliseconds) {
      for (const end = now + milliseconds; now < end;) {
        now += 100;
        tick();
      }
    },
    sleep: (milliseconds) => { now += milliseconds; },
  };
}

function show(visibilityState) {
  document.visibilityState = visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}

async function watched(t) {
  begin(t);
  const made = await started(t, "memory"), clock = watching(t), heard = [];
  made.addEventListener("popuplost", () => heard.push("popuplost"));
  const { window, result, finish } = await popup(t, made);
  code(result).then((outcome) => heard.push(outcome));
  await new Promise(setImmediate);
  return { window, finish, heard, ...clock };
}

test("a popup that is cut off late, because the service is slow, is lost and can still answer", async (t) => {
  const { window, finish, heard, advance } = await watched(t);
  advance(20_000);
  window.closed = true;
  advance(1_400);
  assert.deepEqual(heard, ["popuplost"]);
  finish(ada);
  await until(() => heard.length > 1, "the answer");
  assert.deepEqual(heard, ["popuplost", "ok"]);
});

test("a popup that covered the page is closed when the page is back", async (t) => {
  const { window, heard, advance, sleep } = await watched(t);
  show("hidden");
  sleep(60_000);
  window.closed = true;
  show("visible");
  advance(1_400);
  await until(() => heard.length > 0, "the end");
  assert.deepEqual(heard, ["popup_closed"]);
});

test("a popup that disappears while it covers the page is lost", async (t) => {
  const { window, heard, advance } = await watched(t);
  show("hidden");
  t.after(() => show("visible"));
  advance(20_000);
  window.closed = true;
  advance(1_400);
  assert.deepEqual(heard, ["popuplost"]);
});

test("a look at the page long before does not make a popup that was cut off a closed one", async (t) => {
  const { window, heard, advance } = await watched(t);
  show("hidden");
  advance(2_000);
  show("visible");
  advance(10_000);
  window.closed = true;
  advance(1_400);
  assert.deepEqual(heard, ["popuplost"]);
});

test("a popup that was seen at the service and disappears is closed", async (t) => {
  const { window, heard, advance } = await watched(t);
  window.location.href = service;
  advance(200);
  window.closed = true;
  advance(1_400);
  await until(() => heard.length > 0, "the end");
  assert.deepEqual(heard, ["popup_closed"]);
});

for (const mode of ["standalone", "minimal-ui", "window-controls-overlay"]) {
  test(`an installed web app opens no popup: ${mode}`, async (t) => {
    begin(t);
    const made = await started(t, "memory");
    const opened = t.mock.method(globalThis, "open", () => null);
    t.mock.method(globalThis, "matchMedia", (query) => ({ matches: query.split(", ").includes(`(display-mode: ${mode})`) }));
    assert.equal(await code(made.signInWithPopup()), "popup_blocked");
    assert.equal(opened.mock.callCount(), 0);
  });
}

// siwa.js: signs people in at a siwa service, from pages of any origin. No dependencies.
// Guide: Documentation/openid/single-page-app.md. Types: siwa.d.ts, beside this file.
//
// A public OpenID client: authorization code with PKCE (RFC 7636), state, nonce, and the issuer of RFC 9207.
// Sections: errors, the client, the page at the redirect URI, popups, other tabs, the button, small functions.

export const version = "1.0.0";

// MARK: Errors

/** What went wrong. `code` is stable; the message is for developers and may change. */
export class SiwaError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message, details = {}) {
    super(message);
    this.name = "SiwaError";
    this.code = code;
    Object.assign(this, details);
  }
}

/** `signedin`, `renewed` or `signedout`. `isFromOtherTab` says where it happened. */
class SessionEvent extends Event {
  constructor(type, details) {
    super(type);
    Object.assign(this, details);
  }
}

// MARK: The client

/** One OpenID client of the service, in this tab. Tabs of the same origin share the session. */
export class SiwaClient extends EventTarget {
  #options;
  #session = null;
  #kept;
  /** Whether the storage has our session. If it is missing there later, another page removed it. */
  #isKept = false;
  #tabs;
  /** Sessions that ended, and why. A message about one of them may still be on its way. */
  #ended = new Map();
  #renewal = null;
  #attempt = null;
  #timer = null;
  #listening = new AbortController();

  constructor(options) {
    super();
    this.#options = checked(options);
    this.#kept = new KeptSession(this.#options.storage, this.#key("session"));
    this.#tabs = new Channel(this.#key("session"), (message, reply) => this.#hear(message, reply));
    if (typeof document !== "undefined") {
      const { signal } = this.#listening;
      document.addEventListener("visibilitychange", () => this.#renewIfDue(), { signal });
      addEventListener("online", () => this.#renewIfDue(), { signal });
      addEventListener("pageshow", ({ persisted }) => persisted && this.#comeBack(), { signal });
    }
  }

  /** The claims of the person who is signed in, from the ID token; `null` if nobody is. */
  get user() {
    return this.#session?.claims ?? null;
  }

  /** Finds the session at the start of a page: of a redirect that just came back, stored, or of another tab. */
  async start() {
    if (!this.#session) {
      // Without an event: a stored session is no news, and the result tells of it.
      this.#session = this.#kept.read();
      this.#isKept = this.#session !== null;
    }
    const request = takeRequest(this.#options);
    try {
      if (request) {
        await this.#attemptAlone((signal) => this.#redeem(request, new URLSearchParams(request.answer), signal));
      }
    } finally {
      // Another tab may have newer tokens, or the only ones. Who cancels a second sign-in stays signed in.
      await this.#catchUp();
      this.#schedule();
    }
    return this.user;
  }

  /** Leaves this page for the sign-in. `returnTo` is the address of this origin to come back to. */
  async signInWithRedirect({ returnTo = location.href, prompt } = {}) {
    const target = new URL(returnTo, location.href);
    if (target.origin !== location.origin) {
      throw new SiwaError("options_invalid", "returnTo must be an address of this origin");
    }
    requireOwnOrigin(this.#options);
    const request = { ...newRequest(this.#options), returnTo: target.href };
    const address = await this.#authorizationAddress(request, prompt);
    try {
      sessionStorage.setItem(requestKey, JSON.stringify(request));
    } catch {
      throw new SiwaError("storage_blocked", "the browser keeps no data for this page, so a redirect cannot come back");
    }
    location.assign(address);
  }

  /**
   * Signs in with a popup. Call it directly in the click: browsers block a popup that opens later. The event
   * `popuplost` says that the page no longer sees the popup, and goes on waiting for its answer.
   */
  async signInWithPopup({ prompt } = {}) {
    requireOwnOrigin(this.#options);
    // Before any `await`, because the permission to open a popup ends with the click.
    const popup = openPopup();
    return await this.#attemptAlone(async (signal) => {
      try {
        const request = newRequest(this.#options);
        popup.location.replace(await this.#authorizationAddress(request, prompt));
        const answer = await answerOf(popup, request.state, signal, () => this.dispatchEvent(new Event("popuplost")));
        return await this.#redeem(request, new URLSearchParams(answer), signal);
      } finally {
        popup.close();
      }
    });
  }

  /** An access token that is valid for at least another half minute. Renews if necessary. */
  async accessToken() {
    if (!this.#session) throw notSignedIn();
    if (this.#isDue()) await this.renew();
    return this.#session.accessToken;
  }

  /** Gets new tokens now, in one tab at a time. Rejects with `session_ended` if the session is over. */
  renew() {
    this.#renewal ??= this.#renewAlone().finally(() => {
      this.#renewal = null;
      this.#schedule();
    });
    return this.#renewal;
  }

  /** As `fetch`, with the access token for the origins in `apiOrigins` only. A 401 renews once. */
  async fetch(input, init) {
    const request = new Request(input, init);
    if (!this.#options.apiOrigins.includes(new URL(request.url).origin)) return fetch(request);
    const again = request.clone();
    const used = await this.accessToken();
    const reply = await fetch(withToken(request, used));
    if (reply.status !== 401) {
      // Otherwise the browser keeps the whole body for a second try.
      again.body?.cancel().catch(() => {});
      return reply;
    }
    if (this.#session?.accessToken === used) await this.renew();
    return fetch(withToken(again, await this.accessToken()));
  }

  /**
   * Signs out in all tabs, and tells the service. Resolves with `false` if it could not be told.
   * With `everywhere`, the browser goes to the service, whose session ends, and with it those of all its clients.
   */
  async signOut({ everywhere = false, returnTo } = {}) {
    // Otherwise a sign-in that is under way would sign the person in again.
    this.#attempt?.abort(superseded("the person signed out"));
    const session = this.#session;
    if (session) this.#end("signed_out");
    // Also with `everywhere`: the browser's session at the service may be another than the one that ours came from.
    const isTold = session ? this.#revoke(session) : true;
    if (!everywhere) return await isTold;
    // Without a session here, the service may still have one. It asks the person then.
    location.assign(logoutAddress(this.#options, session?.idToken, returnTo));
    return true;
  }

  /** Stops listening to other tabs and to the clock, for tests and for pages that replace the client. */
  close() {
    clearTimeout(this.#timer);
    this.#listening.abort();
    this.#attempt?.abort(superseded("the client was closed"));
    this.#tabs.close();
    this.#tabs = null;
  }

  // The code flow

  /** Runs a sign-in until it ends, or another one, a sign-out or `close` takes its place. */
  async #attemptAlone(signIn) {
    this.#attempt?.abort(superseded("another sign-in was begun"));
    const attempt = (this.#attempt = new AbortController());
    try {
      return await signIn(attempt.signal);
    } finally {
      if (this.#attempt === attempt) this.#attempt = null;
    }
  }

  async #authorizationAddress(request, prompt) {
    const { service, clientID, redirectURI, scope } = this.#options;
    const parameters = new URLSearchParams({
      response_type: "code", client_id: clientID, redirect_uri: redirectURI, scope, state: request.state,
      nonce: request.nonce, code_challenge: await challengeOf(request.verifier), code_challenge_method: "S256",
    });
    if (prompt) parameters.set("prompt", prompt);
    return `${service}/oauth/authorize?${parameters}`;
  }

  async #redeem(request, answer, signal) {
    // `start` gets only the answer to its own request, and `answerOf` compares the state as well.
    if (answer.get("state") !== request.state) throw new SiwaError("state_unknown", "the answer is to another request");
    // An answer of another provider must not reach this one's token endpoint (RFC 9207 section 2.4).
    if (answer.get("iss") !== this.#options.service) throw new SiwaError("issuer_mismatch", "another service answered");
    if (answer.has("error")) throw refusal(Object.fromEntries(answer));
    const tokens = await this.#post("/oauth/token", {
      grant_type: "authorization_code", code: answer.get("code") ?? "", code_verifier: request.verifier,
      redirect_uri: this.#options.redirectURI,
    });
    const session = sessionOf(tokens, this.#options, { nonce: request.nonce });
    if (signal.aborted) {
      this.#revoke(session);
      throw signal.reason;
    }
    this.#begin(session);
    return this.user;
  }

  /** Ends a session at the service. Says whether that is done. */
  async #revoke(session) {
    try {
      // Either token ends the client's session (RFC 7009 section 2.1). The page may be left before the answer.
      await this.#post("/oauth/revoke", { token: session.refreshToken ?? session.accessToken }, { keepalive: true });
      return true;
    } catch {
      return false;
    }
  }

  async #post(path, fields, more) {
    const { service, clientID } = this.#options;
    let reply, text;
    try {
      reply = await fetch(service + path, {
        method: "POST", body: new URLSearchParams({ ...fields, client_id: clientID }), credentials: "omit",
        cache: "no-store", redirect: "error", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(30_000),
        ...more,
      });
      text = await reply.text();
    } catch {
      // A browser does not tell a page whether the network failed or the service refused the page's origin.
      throw new SiwaError("service_unreachable", `${service} does not answer, or web_origins lacks this page's origin`);
    }
    const message = parsed(text);
    if (reply.ok) return message;
    if (reply.status >= 500 || reply.status === 429) {
      throw new SiwaError("service_unavailable", `the service answered ${reply.status}; try again later`);
    }
    throw refusal(message);
  }

  // Renewal

  async #renewAlone() {
    const asked = this.#session;
    if (!asked) throw notSignedIn();
    return await alone(this.#key("renewal"), async () => {
      // A tab that was frozen may hold a token that another tab has used since. Used again, it would end the session.
      if (this.#session === asked) await this.#catchUp();
      if (!this.#session) throw sessionEnded();
      if (this.#session !== asked && !this.#isDue()) return this.user;
      return await this.#renewHere(this.#session);
    });
  }

  async #renewHere(session) {
    // Another tab's answer can replace the object, with the same renewal of the same session.
    const isStillOurs = () => this.#session?.id === session.id && this.#session.renewals === session.renewals;
    try {
      if (!session.refreshToken) throw sessionEnded();
      const tokens = await this.#post("/oauth/token", {
        grant_type: "refresh_token", refresh_token: session.refreshToken,
      });
      const renewed = sessionOf(tokens, this.#options, { after: session });
      // Somebody signed out, or signed in anew, while the request was on its way. Storing ours would undo that.
      this.#readStorage();
      if (!isStillOurs()) {
        if (this.#session) return this.user;
        throw sessionEnded();
      }
      this.#change(renewed);
      return this.user;
    } catch (error) {
      const isOver = error.code === "session_ended" || error.error === "invalid_grant";
      if (!isOver) throw error;
      if (isStillOurs()) this.#end("session_ended");
      throw sessionEnded();
    }
  }

  #isDue() {
    return this.#session !== null && !(this.#session.expiresAt - 30_000 > Date.now());
  }

  /** Renews in time, so that a page learns of the end of its session. A hidden page waits until it is seen. */
  #renewIfDue() {
    if (!this.#isDue() || document.visibilityState === "hidden") return;
    this.renew().catch(() => {});
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#session || !this.#tabs || typeof document === "undefined") return;
    // At least half a minute, so that a service that does not answer is not asked all the time.
    const wait = Math.max(this.#session.expiresAt - 30_000 - Date.now(), 30_000);
    this.#timer = setTimeout(() => this.#renewIfDue(), Math.min(wait, 2 ** 31 - 1));
  }

  // The session, and what other tabs say about it

  #begin(session) {
    // Later than the one it replaces, whatever the service's clock says.
    const begunAt = Math.max(session.begunAt, (this.#session?.begunAt ?? 0) + 1);
    this.#change({ ...session, begunAt });
  }

  /** The session is over, in all tabs. */
  #end(reason) {
    const { id } = this.#session;
    this.#ended.set(id, reason);
    this.#tabs?.post({ kind: "ended", id, reason });
    this.#change(null, { reason });
  }

  /** The only place where the session changes: stores it, and tells other tabs and the page. */
  #change(session, { isFromOtherTab = false, reason } = {}) {
    const before = this.#session;
    this.#session = session;
    this.#isKept = session !== null && this.#kept.write(session, isFromOtherTab);
    if (!session) this.#kept.remove(before, isFromOtherTab);
    this.#schedule();
    if (session && !isFromOtherTab) this.#tabs?.post({ kind: "session", session });
    const type = eventOf(before, session);
    if (type) this.dispatchEvent(new SessionEvent(type, { user: this.user, isFromOtherTab, reason }));
  }

  /** Another tab says what it has, or that a session ended. Who knows better answers, so that all end with the same. */
  #hear({ kind, session, id, reason }, reply) {
    const ours = this.#session;
    if (kind === "ended") {
      this.#ended.set(id, reason);
      if (ours?.id === id) this.#change(null, { isFromOtherTab: true, reason });
      return;
    }
    const isEnded = this.#ended.has(session?.id);
    if (session && !isEnded && isNewer(session, ours)) {
      this.#change(session, { isFromOtherTab: true });
      return;
    }
    if (ours && isNewer(ours, session)) reply({ kind: "session", session: ours });
    if (isEnded) reply({ kind: "ended", id: session.id, reason: this.#ended.get(session.id) });
  }

  /** Learns what other pages did: from the storage at once, and from other tabs, which have a moment to answer. */
  async #catchUp() {
    this.#readStorage();
    const before = this.#session;
    await this.#tabs?.ask({ kind: "session", session: before }, () => this.#session !== before);
    // Nobody has the newer token. Ours was used, and the service would take it for a stolen one.
    if (this.#session && this.#kept.isBehind(this.#session)) {
      this.#change(null, { isFromOtherTab: true, reason: "session_ended" });
    }
  }

  /**
   * A page that comes back from the browser's history has heard nothing since it was left. It reads the storage, and
   * then asks the other tabs and the service, because the next person at the device can press "Back".
   */
  async #comeBack() {
    this.#readStorage();
    await (this.#session ? this.renew().catch(() => {}) : this.#catchUp());
  }

  /** Takes what another page has stored, or removed. */
  #readStorage() {
    const ours = this.#session;
    const found = this.#kept.read();
    const isGone = this.#isKept && found?.id !== ours.id;
    if (found && !this.#ended.has(found.id) && (isGone || isNewer(found, ours))) {
      this.#change(found, { isFromOtherTab: true });
    } else if (isGone) {
      this.#change(null, { isFromOtherTab: true, reason: "signed_out" });
    }
  }

  #key(name) {
    return `siwa:${this.#options.service}:${this.#options.clientID}:${name}`;
  }
}

/** Whether a session replaces ours. Every tab decides alike, so two that begin at once end with the same person. */
function isNewer(session, ours) {
  if (!ours) return true;
  if (session.id !== ours.id) {
    return session.begunAt === ours.begunAt ? session.id > ours.id : session.begunAt > ours.begunAt;
  }
  // Another tab can have the same renewal, with the access token that is not stored.
  return session.renewals === ours.renewals ? session.expiresAt > ours.expiresAt : session.renewals > ours.renewals;
}

/** What a page hears of a change; `null` if only the access token is another. */
function eventOf(before, after) {
  if (!after) return "signedout";
  if (before?.id !== after.id) return "signedin";
  return after.renewals === before.renewals ? null : "renewed";
}

/**
 * The session in the browser's storage. The access token is not stored: it is short-lived, and a new page gets another.
 *
 * In `sessionStorage`, each tab has a copy. So `localStorage` says, without a token, which session is current and how
 * often it was renewed. Otherwise a tab that was unloaded, and comes back later, would use an old refresh token.
 */
class KeptSession {
  #storage;
  #key;

  constructor(storage, key) {
    this.#storage = storage;
    this.#key = key;
  }

  /** Says whether the browser stored it. */
  write({ accessToken, expiresAt, ...kept }, isFromOtherTab) {
    const text = kept.refreshToken ? JSON.stringify(kept) : null;
    if (!this.#isCopy) return write(this.#storage, this.#key, text) && text !== null;
    const { id, begunAt, renewals } = kept;
    // A tab that is behind may have told us.
    if (!isFromOtherTab || !this.isBehind(kept)) {
      write("localStorage", this.#currentKey, text && JSON.stringify({ id, begunAt, renewals }));
    }
    const isCurrent = text !== null && this.#current?.id === id;
    return write(this.#storage, this.#key, isCurrent ? text : null) && isCurrent;
  }

  /** The stored session; `null` if there is none, or none any more. */
  read() {
    const found = parsed(read(this.#storage, this.#key));
    if (!found.refreshToken) return null;
    if (this.#isCopy && this.#current?.id !== found.id) {
      // Somebody signed out, or signed in anew, while this tab was not loaded.
      write(this.#storage, this.#key, null);
      return null;
    }
    return { ...found, accessToken: null, expiresAt: 0 };
  }

  /** Whether another tab has used this session's refresh token. */
  isBehind(session) {
    return this.#isCopy && this.#current !== null && isNewer(this.#current, session);
  }

  /** Removes this session only: another page may have stored another one by now. */
  remove(session, isFromOtherTab) {
    if (parsed(read(this.#storage, this.#key)).id === session.id) write(this.#storage, this.#key, null);
    if (!this.#isCopy || this.#current?.id !== session.id) return;
    // If only this tab's copy is too old, the session may go on in another tab.
    if (!isFromOtherTab || !this.isBehind(session)) write("localStorage", this.#currentKey, null);
  }

  get #isCopy() {
    return this.#storage === "sessionStorage";
  }

  get #currentKey() {
    return `${this.#key}:current`;
  }

  get #current() {
    const found = parsed(read("localStorage", this.#currentKey));
    return found.id ? found : null;
  }
}

// MARK: The page at the redirect URI

/**
 * All that the page at the redirect URI does: it hands the answer to the page that began the sign-in.
 * Resolves if the window stays open after that, since browsers do not let every popup close itself. After a redirect,
 * it never does: the page is left. Rejects with `state_unknown` if no page of this browser began the sign-in.
 */
export async function finishSignIn() {
  const answer = location.search;
  const state = new URLSearchParams(answer).get("state");
  // The code stays neither in the history nor in a Referer field.
  history.replaceState(null, "", location.pathname);
  const request = parsed(read("sessionStorage", requestKey));
  if (state && request.state === state) {
    write("sessionStorage", requestKey, JSON.stringify({ ...request, answer }));
    location.replace(request.returnTo);
    await new Promise(() => {});
  } else if (state && await relayToOpener({ kind: "answer", state, answer })) {
    close();
  } else {
    throw new SiwaError("state_unknown", "no page of this browser waits for this answer");
  }
}

const requestKey = "siwa:request";

/** Removes the request of a redirect that came back for this client. */
function takeRequest({ service, clientID }) {
  const request = parsed(read("sessionStorage", requestKey));
  if (!request.answer || request.service !== service || request.clientID !== clientID) return null;
  write("sessionStorage", requestKey, null);
  return request;
}

// MARK: Popups

const answersName = "siwa:answers";

function openPopup() {
  const popup = isOnHomeScreen() ? null : openWindow();
  // An in-app browser opens nothing, or says that the page's own window is the new one.
  if (!popup || popup === window || popup === top) {
    throw new SiwaError("popup_blocked", "the browser opens no popup here; offer signInWithRedirect");
  }
  return popup;
}

/** Only an installed web app has these modes. Its popups open in another app or window, and may not come back. */
function isOnHomeScreen() {
  const modes = ["standalone", "minimal-ui", "window-controls-overlay"].map((mode) => `(display-mode: ${mode})`);
  return matchMedia(modes.join(", ")).matches || navigator.standalone === true;
}

function openWindow() {
  const [width, height] = [500, 700];
  const left = Math.max(0, screenX + (outerWidth - width) / 2), top = Math.max(0, screenY + (outerHeight - height) / 2);
  return open("", "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`);
}

/** Waits for the answer that the popup's last page hands over, which is on our own origin. */
function answerOf(popup, state, signal, lost) {
  return new Promise((resolve, reject) => {
    const finish = (settle, value) => {
      removeEventListener("message", hearOpener);
      signal.removeEventListener("abort", abort);
      stopWatching();
      answers.close();
      settle(value);
    };
    const isAnswer = (data) =>
      data?.kind === "answer" && data.state === state && typeof data.answer === "string";
    // Any page with a handle to this window can post to it, and any frame of ours.
    const hearOpener = (event) => {
      if (event.origin === location.origin && event.source === popup && isAnswer(event.data)) {
        answers.post({ kind: "received", state });
        finish(resolve, event.data.answer);
      }
    };
    // For a popup that lost its opener on the way. Only pages of our own origin are on this channel.
    const answers = new Channel(answersName, (message, reply) => {
      if (!isAnswer(message)) return;
      reply({ kind: "received", state });
      finish(resolve, message.answer);
    });
    const abort = () => finish(reject, signal.reason);
    const closed = () => finish(reject, new SiwaError("popup_closed", "the popup was closed, or lost"));
    const stopWatching = watch(popup, { closed, lost: () => answers.isOpen ? lost() : closed() });
    addEventListener("message", hearOpener);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
}

/**
 * Says when a popup is closed, or lost. Returns what ends the watch.
 *
 * With an opener policy, a page loses its popup as soon as another origin's page arrives there (HTML Standard, section
 * 7.1.3.1). It looks closed then, and the person goes on in it. So a popup that disappears before it was seen at the
 * service is lost. It counts as closed when the service would no longer answer.
 */
function watch(popup, { closed, lost }) {
  let goneAt = null, seen = 0, shownAt = -Infinity, expiry;
  const noticeReturn = () => {
    if (document.visibilityState === "visible") shownAt = performance.now();
  };
  document.addEventListener("visibilitychange", noticeReturn);
  const clock = setInterval(() => {
    const now = performance.now();
    if (!popup.closed) {
      goneAt = null;
      if (isElsewhere(popup)) seen += 1;
      return;
    }
    goneAt ??= now;
    // Its answer may be on the way on the channel.
    if (now - goneAt < 1_250) return;
    clearInterval(clock);
    // Chromium shows a page of another origin for a moment before it cuts the popup off, so once is not enough. A page
    // that sleeps behind its popup may see nothing at all of it, and is shown when the person closes it. A slow service
    // is no sign: the popup lives, whenever it is cut off.
    if (seen > 1 || Math.abs(goneAt - shownAt) < 2_000) return closed();
    expiry = setTimeout(closed, requestLifetime);
    lost();
  }, 100);
  return () => {
    clearInterval(clock);
    clearTimeout(expiry);
    document.removeEventListener("visibilitychange", noticeReturn);
  };
}

/** How long the service keeps a request. */
const requestLifetime = 1_800_000;

/** Whether a popup shows a page of the service or of Apple, instead of the empty one with which it was opened. */
function isElsewhere(popup) {
  try {
    return popup.location.href !== "about:blank";
  } catch {
    return true;  // A page of another origin does not tell its address.
  }
}

/** Hands the answer to the page that waits for it. Says whether there is one. */
async function relayToOpener(message) {
  // The browser delivers it only if the opener is on our own origin.
  window.opener?.postMessage(message, location.origin);
  let isReceived = false;
  const answers = new Channel(answersName, (reply) => {
    if (reply.kind === "received" && reply.state === message.state) isReceived = true;
  });
  await answers.ask(message, () => isReceived, 2_000);
  answers.close();
  return isReceived;
}

// MARK: Other tabs

/** Messages between the pages of this origin. */
class Channel {
  #channel = null;
  #waiting = new Set();

  constructor(name, hear) {
    try {
      this.#channel = new BroadcastChannel(name);
    } catch {
      return;  // Firefox, if the person blocks the page's data. Each tab is alone then.
    }
    this.#channel.onmessage = ({ data }) => {
      hear(data, (reply) => this.post(reply));
      for (const check of this.#waiting) check();
    };
  }

  get isOpen() {
    return this.#channel !== null;
  }

  post(message) {
    this.#channel?.postMessage(message);
  }

  /** Posts a question, and waits until a message makes the condition true, for a quarter of a second unless told. */
  ask(message, isAnswered, patience = 250) {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      const check = () => isAnswered() && finish();
      const timer = setTimeout(finish, patience);
      this.#waiting.add(check);
      this.post(message);
    });
  }

  close() {
    this.#channel?.close();
  }
}

/** Runs the work while no other tab runs work of this name. */
async function alone(name, work) {
  let hasBegun = false;
  try {
    return await navigator.locks.request(name, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return await work();  // Chromium and Firefox give no lock if the person blocks the page's data.
  }
}

// MARK: The button

/** The titles of Apple's guidelines. For other languages, pass `label`. */
const titles = {
  en: { "sign-in": "Sign in with Apple", continue: "Continue with Apple", "sign-up": "Sign up with Apple" },
  de: { "sign-in": "Mit Apple anmelden", continue: "Mit Apple fortfahren", "sign-up": "Mit Apple registrieren" },
};

/**
 * The proportions of Apple's guidelines: at least 140 by 30, a title of 43 % of the height, a margin of a tenth, black
 * or white only. `--siwa-button-height`, `-radius` and `-font` adapt it to a page.
 */
const buttonStyle = `
.siwa-button{--height:max(30px,var(--siwa-button-height,44px));--ground:#000;--ink:#fff;--edge:var(--ground);
 display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;min-width:140px;
 min-height:var(--height);margin:calc(var(--height)/10);padding:0 calc(var(--height)*.45) 0 0;
 border:1px solid var(--edge);border-radius:var(--siwa-button-radius,8px);background:var(--ground);color:var(--ink);
 font:500 calc(var(--height)*.43)/1.1 var(--siwa-button-font,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif);
 cursor:pointer}
.siwa-button:dir(rtl){padding:0 0 0 calc(var(--height)*.45)}
.siwa-button svg{flex:none;width:var(--height);height:calc(var(--height) - 2px);fill:currentColor}
.siwa-button:focus-visible{outline:3px solid #2a5bd7;outline-offset:2px}
.siwa-button:disabled{opacity:.5;cursor:default}
.siwa-button[data-look=white],.siwa-button[data-look=outline]{--ground:#fff;--ink:#000}
.siwa-button[data-look=outline]{--edge:#000}
@media (prefers-color-scheme:dark){.siwa-button[data-look=auto]{--ground:#fff;--ink:#000}
 .siwa-button:focus-visible{outline-color:#9dbaff}}
@media (forced-colors:active){.siwa-button{--edge:ButtonText;--ground:ButtonFace;--ink:ButtonText}
 .siwa-button:focus-visible{outline-color:Highlight}}`;

const applePath = "M22.2 17.1c1.1 0 2.4-1 4.2-1 1.6 0 3 .8 3.8 2-1.7 1-2.5 2.4-2.5 4.2 0 2 1.2 3.6 3 4.3-.4 1.3-1.1 "
  + "2.5-1.9 3.6-.8 1.1-1.7 2.1-2.9 2.1-1.2 0-1.7-.7-3.3-.7-1.6 0-2.1.7-3.3.7-1.2 0-2.1-1.1-3-2.3-1.5-2.1-2.5-4.9"
  + "-2.5-7.5 0-3.9 2.5-6.3 5-6.3 1.5 0 2.6.9 3.4.9zM25.9 10.2c.1 1.4-.5 2.7-1.3 3.6-.8 1-2 1.6-3.1 1.5-.2-1.3.4-2.6 "
  + "1.2-3.5.8-.9 2.1-1.6 3.2-1.6z";

/** A `<button>` by Apple's guidelines. It works with a strict content security policy. */
export function signInButton({ title = "sign-in", look = "auto", language, label } = {}) {
  const wanted = (language ?? (document.documentElement.lang || navigator.language)).slice(0, 2).toLowerCase();
  const text = label ?? (titles[wanted] ?? titles.en)[title];
  if (!text || !["auto", "black", "white", "outline"].includes(look)) {
    throw new SiwaError("options_invalid", "title: sign-in, continue, sign-up; look: auto, black, white, outline");
  }
  addButtonStyle();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "siwa-button";
  button.dataset.look = look;
  button.lang = label ? (language ?? "") : (titles[wanted] ? wanted : "en");
  if (!button.lang) button.removeAttribute("lang");
  button.append(appleLogo(), Object.assign(document.createElement("span"), { textContent: text }));
  return button;
}

function appleLogo() {
  const namespace = "http://www.w3.org/2000/svg";
  const [logo, path] = ["svg", "path"].map((name) => document.createElementNS(namespace, name));
  // The drawing has Apple's proportions: as high as the button, with its margins.
  logo.setAttribute("viewBox", "0 0 44 44");
  logo.setAttribute("aria-hidden", "true");
  path.setAttribute("d", applePath);
  logo.append(path);
  return logo;
}

let sheet;

/** A constructed sheet, because a policy without `unsafe-inline` forbids `<style>`. */
function addButtonStyle() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(buttonStyle);
  }
  const sheets = document.adoptedStyleSheets;
  if (!sheets.includes(sheet)) document.adoptedStyleSheets = [...sheets, sheet];
}

// MARK: Small functions

function checked(options) {
  const { service, clientID, redirectURI, storage = "memory", apiOrigins = [] } = options;
  const originOf = (text) => {
    try {
      return new URL(text).origin;
    } catch {
      return undefined;
    }
  };
  const require = (condition, message) => {
    if (!condition) throw new SiwaError("options_invalid", message);
  };
  const known = ["service", "clientID", "redirectURI", "scope", "storage", "apiOrigins"];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  require(unknown === undefined, `${unknown}: there is no such option, only ${known.join(", ")}`);
  require(service && originOf(service) === service, "service: its public_url, without a slash at the end");
  require(typeof clientID === "string" && clientID, "clientID: the name of the client in openid.clients");
  require(originOf(redirectURI), "redirectURI: a whole address");
  const storages = ["memory", "sessionStorage", "localStorage"];
  require(storages.includes(storage), `storage: one of ${storages.join(", ")}`);
  require(apiOrigins.every((text) => originOf(text) === text), "apiOrigins: origins, such as https://api.example.com");
  if (!globalThis.crypto?.subtle) throw new SiwaError("insecure_context", "the page needs https, or localhost");
  const { scope = "openid profile email" } = options;
  return Object.freeze({ service, clientID, redirectURI, scope, storage, apiOrigins: [...apiOrigins] });
}

/** `localhost` and `127.0.0.1` are two origins: the answer of a sign-in would reach a page that did not begin it. */
function requireOwnOrigin({ redirectURI }) {
  const { origin } = new URL(redirectURI);
  if (origin !== location.origin) {
    const message = `this page is at ${location.origin}, and redirectURI is at ${origin}: open it there`;
    throw new SiwaError("options_invalid", message);
  }
}

function newRequest({ service, clientID }) {
  return { service, clientID, state: random(), nonce: random(), verifier: random() };
}

/**
 * The session of a reply of the token endpoint. `nonce` is that of the request, `after` the session before a renewal.
 *
 * The signature need not be verified: the token came from the token endpoint over TLS (OpenID Connect Core section
 * 3.1.3.7 rule 6). It expires by the service's clock, which `iat` tells: a device's clock may be hours off, and the
 * reply is seconds old.
 */
function sessionOf(tokens, { service, clientID }, { nonce, after }) {
  const claims = claimsOf(tokens.id_token);
  const audience = [claims.aud].flat();
  const isValid = claims.iss === service && audience.length === 1 && audience[0] === clientID
    && typeof claims.sub === "string" && claims.exp > claims.iat
    && (after ? claims.sub === after.claims.sub : claims.nonce === nonce);
  if (!isValid || !tokens.access_token || !(tokens.expires_in > 0)) {
    throw new SiwaError("id_token_invalid", "the service's tokens are not for this client and request");
  }
  return {
    id: after?.id ?? claims.sid, claims, begunAt: after?.begunAt ?? claims.iat, renewals: (after?.renewals ?? 0) + 1,
    idToken: tokens.id_token, accessToken: tokens.access_token, expiresAt: Date.now() + tokens.expires_in * 1_000,
    refreshToken: tokens.refresh_token ?? null,
  };
}

function claimsOf(token) {
  try {
    const text = atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/"));
    const octets = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return parsed(new TextDecoder().decode(octets));
  } catch {
    return {};
  }
}

function logoutAddress({ service, clientID }, idToken, returnTo) {
  const parameters = new URLSearchParams({ client_id: clientID });
  if (idToken) parameters.set("id_token_hint", idToken);
  if (returnTo) parameters.set("post_logout_redirect_uri", returnTo);
  return `${service}/oauth/logout?${parameters}`;
}

function withToken(request, token) {
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${token}`);
  return new Request(request, { headers });
}

/** An error of the service (RFC 6749 sections 4.1.2.1 and 5.2). */
function refusal({ error = "unknown", error_description: description, error_uri: documentation }) {
  if (error === "access_denied") return new SiwaError("cancelled", "the person cancelled", { error });
  return new SiwaError("refused", `${error}: ${description ?? "no description"}`, { error, documentation });
}

const superseded = (message) => new SiwaError("superseded", message);
const notSignedIn = () => new SiwaError("not_signed_in", "nobody is signed in");
const sessionEnded = () => new SiwaError("session_ended", "the session is over; sign in again");

/** 256 random bits as text that fits into an address (RFC 7636 section 4.1). */
function random() {
  return base64URL(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier) {
  return base64URL(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function base64URL(octets) {
  return btoa(String.fromCharCode(...octets)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The object of a JSON text; an empty one for anything else. */
function parsed(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Reads from `sessionStorage` or `localStorage`. For `memory` there is none. */
function read(storage, key) {
  try {
    return globalThis[storage]?.getItem(key) ?? null;
  } catch {
    return null;  // Access throws if the person blocks the page's data.
  }
}

/** Says whether the browser stored the value. Without storage, a session lasts as long as its page. */
function write(storage, key, value) {
  try {
    if (value === null) globalThis[storage]?.removeItem(key);
    else globalThis[storage]?.setItem(key, value);
  } catch {
    // As above, or it is full. Then an old value would be worse than none.
    if (value !== null) write(storage, key, null);
  }
  return read(storage, key) === value;
}

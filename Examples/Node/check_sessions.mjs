// Checks access tokens of siwa in another service, without asking siwa each time (Documentation/checking-sessions.md).
//
//     [SIWA_KEY=siwa_…] node check_sessions.mjs ISSUER AUDIENCE [SECONDS] < TOKENS
//
// Needs Node 18 and no packages. SIWA_KEY is this service's key at siwa, with the scope operations. Without it, siwa's
// operator_addresses must name this machine.
import { createPublicKey, verify } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The token is not good: answer 401. */
export class Refused extends Error {}

/** What siwa answers. A refusal is thrown in siwa's own words, which name the scope that the key lacks. */
export async function ask(url, { key, body } = {}) {
  const reply = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) },
    body: body && JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(5_000),
  });
  if (reply.ok) return reply.json();
  throw new Error(`${url} was answered ${reply.status} ${(await reply.text()).slice(0, 1_000)}`);
}

/** What an error says, in one line for the log. */
export const inOneLine = ({ message, cause }) =>
  [message, cause?.code ?? cause?.message].filter(Boolean).join(": ").replace(/[\s\p{Cc}]+/gu, " ");

export class SessionChecker {
  #keys = new Map();
  #keysReadAt = -Infinity;
  #ended = new Map();
  #next;
  #endedReadAt = -Infinity;

  constructor(issuer, audience, { seconds = 30, siwaKey } = {}) {
    Object.assign(this, { issuer, audience, seconds, siwaKey });
  }

  /** The claims of a good token. Anything thrown but Refused means that nobody can tell now: answer 503, and log it. */
  async check(token) {
    const [, signed, header, payload, signature] = /^(([\w-]+)\.([\w-]+))\.([\w-]+)$/.exec(token) ?? [];
    const { typ, alg, kid } = readHeader(header);
    // The header can only name the one algorithm. It does not choose it.
    if (typ !== "at+jwt" || alg !== "ES256") throw new Refused("not_an_access_token");
    const key = { key: await this.#key(kid), dsaEncoding: "ieee-p1363" };
    if (!verify("sha256", Buffer.from(signed), key, decode(signature))) throw new Refused("bad_signature");
    const claims = JSON.parse(decode(payload));
    if (claims.iss !== this.issuer || claims.aud !== this.audience || !claims.sub || !claims.sid) {
      throw new Refused("bad_claims");
    }
    if (!(claims.exp > Date.now() / 1000)) throw new Refused("expired");
    if (isOlder(this.#endedReadAt, this.seconds)) await this.#readEndedSessions();
    if (this.#ended.has(claims.sid)) throw new Refused("session_ended");
    return claims;
  }

  /** Keys are kept five minutes; an unknown kid is looked up at once, but not more often than every `seconds`. */
  async #key(kid) {
    if (isOlder(this.#keysReadAt, this.#keys.has(kid) ? 300 : this.seconds)) await this.#readKeys();
    if (!this.#keys.has(kid)) throw new Refused("unknown_key");
    return this.#keys.get(kid);
  }

  #readKeys = shared(async () => {
    const { keys } = await ask(this.issuer + "/.well-known/jwks.json");
    const ours = keys.filter((key) => key.kty === "EC" && key.crv === "P-256");
    this.#keys = new Map(ours.map((key) => [key.kid, createPublicKey({ key, format: "jwk" })]));
    this.#keysReadAt = performance.now();
  });

  #readEndedSessions = shared(async () => {
    let page, latest = 0;
    do {
      const since = this.#next ? `?since=${this.#next}` : "";
      page = await ask(`${this.issuer}/v1/ended-sessions${since}`, { key: this.siwaKey });
      for (const { session, ended_at } of page.sessions) this.#ended.set(session, ended_at);
      this.#next = page.next;
    } while (page.more);
    for (const at of this.#ended.values()) latest = Math.max(latest, at);
    for (const [session, at] of this.#ended) {
      if (at <= latest - 20 * 60_000) this.#ended.delete(session); // no token outlives it: by siwa's clock, not ours
    }
    this.#endedReadAt = performance.now();
  });
}

/** `read`, but callers who come while it runs wait for the same run. */
function shared(read) {
  let running;
  return () => (running ??= read().finally(() => (running = undefined)));
}

function readHeader(text) {
  try {
    return JSON.parse(decode(text)) ?? {};
  } catch {
    throw new Refused("not_a_token");
  }
}

const decode = (text) => Buffer.from(text, "base64url");
const isOlder = (moment, seconds) => performance.now() - moment >= seconds * 1_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [issuer, audience, seconds] = process.argv.slice(2);
  const siwaKey = process.env.SIWA_KEY;
  const checker = new SessionChecker(issuer, audience, { seconds: seconds && Number(seconds), siwaKey });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      console.log("yes", (await checker.check(line.trim())).sub);
    } catch (error) {
      console.log(error instanceof Refused ? `no ${error.message}` : "cannot tell");
      if (!(error instanceof Refused)) console.error("cannot tell:", inOneLine(error));
    }
  }
}

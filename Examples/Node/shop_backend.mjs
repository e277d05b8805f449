// A shop with users of its own who move to Sign in with Apple: a link ticket, access tokens, and what siwa tells it.
//
//     SIWA_KEY=siwa_… WEBHOOK_SECRET=whsec_… node shop_backend.mjs SIWA_URL DATABASE PORT
//
// Needs Node 18 and no packages. DATABASE is a JSON file, so that it needs none; a real shop has a database. SIWA_KEY is
// the shop's key at siwa, with the scopes accounts:read, accounts:write, link and operations. SIWA_URL is siwa's
// public_url. The shop listens on 127.0.0.1, behind a proxy of its own, and logs every 503 with its cause.
import { createHmac, randomUUID, scrypt, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { ask, inOneLine, Refused, SessionChecker } from "./check_sessions.mjs";

const [siwaURL, file, port] = process.argv.slice(2);
const secret = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
const hashed = promisify(scrypt);
const key = process.env.SIWA_KEY;
const tokens = new SessionChecker(siwaURL, siwaURL, { siwaKey: key });
let shop = existsSync(file) ? JSON.parse(readFileSync(file)) : { last: 0, users: [], heard: [] };

/** A change is in the file before it counts, and it is there completely or not at all. Only the shop can read it. */
function save(change) {
  const changed = { ...shop, ...change };
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(changed), { flag: "wx", mode: 0o600 });
  renameSync(draft, file);
  shop = changed;
}

/** A call with the shop's key. Whoever is asked for must be there: anything but 2xx is thrown. */
const siwa = (path, body) => ask(siwaURL + path, { key, body });

/** The shop's own sign-in, as it always was; whoever passes it may link Sign in with Apple to their user. */
async function ticket({ authorization = "" }) {
  const text = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
  const [name, ...rest] = text.split(":");
  const user = shop.users.find((user) => user.name === name);
  const salt = Buffer.from(user?.salt ?? "nobody", "base64");
  const hash = await hashed(rest.join(":"), salt, 64, { N: 16384, r: 8, p: 1 });
  if (!user || !timingSafeEqual(hash, Buffer.from(user.hash, "base64"))) throw new Refused("wrong_password");
  return siwa("/v1/link-tickets", { external_id: String(user.id), label: name });
}

/** Whose access token it is: a user's who linked, or somebody's who is new and gets a row now. */
async function signedInWithApple({ authorization = "" }) {
  const { sub: account } = await tokens.check(authorization.replace(/^Bearer /, ""));
  const { external_id } = await siwa(`/v1/accounts?account=${account}`);
  if (external_id) return { user: Number(external_id) };
  // The row is kept even if siwa's answer gets lost: siwa may know its id by then, so nobody else may get it.
  const id = shop.last + 1;
  save({ last: id, users: [...shop.users, { id }] });
  await siwa("/v1/accounts/name", { account, external_id: String(id) });
  return { user: id };
}

/** Standard Webhooks: signed over id, time and body; may come twice, so what we know is dropped. */
async function hear(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  const good = createHmac("sha256", secret).update(`${id}.${time}.`).update(body).digest();
  const given = signatures.split(" ").map((each) => Buffer.from(each.replace(/^v1,/, ""), "base64"));
  const isGood = (each) => each.length === good.length && timingSafeEqual(each, good);
  if (!given.some(isGood)) throw new Refused("not_from_siwa");
  if (!(Math.abs(Date.now() / 1000 - time) <= 300)) throw new Refused("too_old");
  if (shop.heard.includes(id)) return null;
  const { type, data } = JSON.parse(body);
  const gone = type === "account.deleted" && data.external_id;
  save({ heard: [...shop.heard, id], users: shop.users.filter((user) => String(user.id) !== gone) });
  return null;
}

const routes = { "POST /ticket": ticket, "POST /me": signedInWithApple, "POST /hooks/siwa": hear };

createServer(async (request, response) => {
  const answer = (status, reply = null) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(reply));
  try {
    const route = routes[`${request.method} ${request.url}`];
    if (route) answer(200, await route(request.headers, await buffer(request)));
    else answer(404);
  } catch (error) {
    const isRefused = error instanceof Refused;
    if (!isRefused) console.error(`${request.url} was answered 503:`, inOneLine(error));
    answer(isRefused ? 401 : 503); // 503: nobody can tell now; a refusal of siwa is one, too
  }
}).listen(Number(port), "127.0.0.1");

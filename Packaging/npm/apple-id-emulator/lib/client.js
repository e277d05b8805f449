"use strict";

const http = require("node:http");
const { randomInt } = require("node:crypto");
// Those of the module, because test runners replace the global ones.
const { setTimeout, clearTimeout } = require("node:timers");
const { EmulatorError, EventsMissed, SignInCanceled, SignInFailed, TimeoutError } = require("./errors.js");

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
// What the stream of events can be filtered by. Other members are compared here.
const FILTERS = ["client_id", "team_id", "person"];
const PATIENCE = 30;
// The stream goes on after this event, perhaps without another one.
const MISSED = /^event: missed\ndata: .*\n/m;

/** Calls to a running emulator. Whatever has no method here can be reached with `call`. */
class Client {
  #controlURL;
  #position = 0;

  constructor(facts) {
    this.baseURL = facts.base_url;
    this.issuer = facts.issuer;
    this.teamID = facts.team_id;
    this.keyID = facts.key_id;
    this.keyFile = facts.key_file;
    this.app = facts.app;
    this.service = facts.service;
    this.#controlURL = facts.control_url ?? facts.loopback_url ?? facts.base_url;
  }

  async call(path, body, { method = body === undefined ? "GET" : "POST" } = {}) {
    const text = await this.#read(path, method, body, PATIENCE);
    return text ? JSON.parse(text) : null;
  }

  async createTeam({ teamID = drawnTeamID(), apps = [`com.example.${teamID.toLowerCase()}`] } = {}) {
    const answer = await this.call("/teams", { team_id: teamID, apps });
    return { teamID: answer.team_id, keyID: answer.key_id, privateKey: answer.private_key, apps, app: apps[0] };
  }

  async createPerson(key, { email = `${key}@example.com`, first, last, ...more } = {}) {
    const name = first || last ? { first, last } : undefined;
    await this.call("/people", { key, email, name, ...more });
    return key;
  }

  async signIn(person, { app = this.app, nonce, scopes = ["name", "email"], shareEmail = true, ...more } = {}) {
    const body = { person, bundle_id: app, scopes, share_email: shareEmail, nonce, ...more };
    const answer = await this.call("/device/credentials", body);
    if ("error" in answer) {
      const Failure = answer.error === "canceled" ? SignInCanceled : SignInFailed;
      throw new Failure(`${answer.domain} ${answer.code}`);
    }
    return {
      user: answer.user,
      identityToken: answer.identity_token,
      authorizationCode: answer.authorization_code,
      name: answer.name ?? null,
      email: answer.email ?? null,
      realUserStatus: answer.real_user_status ?? null,
    };
  }

  approve(authorizeURL, person, { shareEmail = true, cancel, ...more } = {}) {
    const body = { authorize_url: authorizeURL, person, share_email: shareEmail, ...more };
    return this.call("/approvals", cancel ? { ...body, cancel } : body);
  }

  async registerReturnURL(urls, { service = this.service, app = this.app } = {}) {
    await this.call("/services", { id: service, primary_app: app, return_urls: [urls].flat() });
  }

  stopUsing(person, { client = this.app } = {}) {
    return this.call("/account/stop-using", { person, client });
  }

  setFault(endpoint, kind, members = {}) {
    return this.call("/faults", { endpoint, fault: { kind, ...members } });
  }

  async clearFaults() {
    await this.call("/faults", undefined, { method: "DELETE" });
  }

  async advanceClock(seconds) {
    await this.call("/clock", { advance: seconds });
  }

  async log(filters = {}) {
    const query = new URLSearchParams(filters).toString();
    return (await this.call(query ? `/log?${query}` : "/log")).entries;
  }

  async reset() {
    await this.call("/reset", {});
    await this.mark();
  }

  async waitFor(type, members = {}, { seconds = PATIENCE } = {}) {
    const filters = Object.fromEntries(Object.entries(members).filter(([name]) => FILTERS.includes(name)));
    const end = Date.now() + seconds * 1000;
    for (let left = seconds; left > 0; left = (end - Date.now()) / 1000) {
      const [event] = (await this.#events({ types: type, count: "1", ...filters }, left)) ?? [];
      if (!event) break;
      this.#position = event.id;
      if (matches(event, members)) return event;
    }
    const told = Object.keys(members).length ? ` ${JSON.stringify(members)}` : "";
    throw new TimeoutError(`no event ${type}${told} within ${seconds} seconds`);
  }

  async events(types = [], members = {}) {
    const found = await this.#events({ wait: "false", ...(types.length ? { types: types.join(",") } : {}) }, PATIENCE);
    if (!found) throw new TimeoutError(`no answer within ${PATIENCE} seconds`);
    return found.filter((event) => matches(event, members));
  }

  async mark() {
    const text = await this.#read("/events?wait=false", "GET", undefined, PATIENCE);
    this.#position = Number(/^id: (\d+)$/m.exec(text ?? "")?.[1] ?? this.#position);
  }

  /** The events after the position, when the stream ends; null if it did not end in time. */
  async #events(query, seconds) {
    const path = `/events?${new URLSearchParams({ since: String(this.#position), ...query })}`;
    const text = await this.#read(path, "GET", undefined, seconds, null);
    return text === null ? null : parsed(text);
  }

  async #read(path, method, body, seconds, late) {
    const { status, text } = await request(`${this.#controlURL}/_emulator${path}`, method, body, seconds);
    if (status === null) {
      if (late !== undefined) return late;
      throw new TimeoutError(`${path}: no answer within ${seconds} seconds`);
    }
    if (status >= 300) throw new EmulatorError(path, status, jsonOr(text));
    return text;
  }
}

/** Sends a request on a connection of its own. The status is null if the answer was not complete in time. */
function request(url, method, body, seconds) {
  return new Promise((resolve, reject) => {
    const data = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = data ? { "Content-Type": "application/json", "Content-Length": data.length } : {};
    const sent = http.request(url, { method, headers, agent: false });
    const timer = setTimeout(() => {
      resolve({ status: null, text: "" });
      sent.destroy();
    }, seconds * 1000);
    const settle = (act, value) => {
      clearTimeout(timer);
      act(value);
    };
    sent.on("error", (error) => settle(reject, error));
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        text += part;
        if (!MISSED.test(text)) return;
        settle(resolve, { status: answer.statusCode, text });
        sent.destroy();
      });
      answer.on("error", (error) => settle(reject, error));
      answer.on("end", () => settle(resolve, { status: answer.statusCode, text }));
    });
    sent.end(data);
  });
}

/** Reads server-sent events, of which each has its data on one line. */
function parsed(text) {
  const events = [];
  let kind = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("event: ")) kind = line.slice("event: ".length);
    if (!line.startsWith("data: ")) continue;
    const data = JSON.parse(line.slice("data: ".length));
    if (kind === "missed") throw new EventsMissed(`${data.missed} events are no longer kept`);
    events.push(data);
  }
  return events;
}

function matches(event, members) {
  return Object.entries(members).every(([name, value]) => event[name] === value);
}

function jsonOr(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function drawnTeamID() {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

module.exports = { Client };

"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { setTimeout, clearTimeout } = require("node:timers");
const { Client } = require("./client.js");
const errors = require("./errors.js");
const { program } = require("./program.js");

// Becomes the program, beside a child that ends it, and removes its folder ($0), when standard input ends: when the test that
// started it does, even by SIGKILL.
const WATCHER =
  'exec 3<&0; (while read -r line <&3; do :; done; kill -0 "$$" && rm -rf "$0"; kill "$$") >/dev/null 2>&1 & ' +
  'exec "$@" </dev/null 3<&-';
const GRACE = 10;

/** Starts an emulator on a free port of this machine. */
async function createEmulator({ options = [], seconds = 30 } = {}) {
  const found = program();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "apple-id-emulator-"));
  const words = ["-c", WATCHER, folder, found, ...options];
  if (!options.includes("--listen")) words.push("--listen", "127.0.0.1:0");
  if (!options.includes("--config") && !options.includes("--keys-in")) words.push("--keys-in", folder);
  const running = new Running(words, folder);
  try {
    return new Emulator(await running.firstLine(seconds), running);
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** The program as a child process. It never keeps Node.js running. */
class Running {
  #child;
  #ended;
  #folder;
  #log;

  constructor(words, folder) {
    this.#folder = folder;
    this.#log = path.join(folder, "standard-error");
    const log = fs.openSync(this.#log, "w");
    this.#child = spawn("/bin/sh", words, { stdio: ["pipe", "pipe", log] });
    fs.closeSync(log);
    this.#ended = new Promise((resolve) => {
      this.#child.once("exit", (status, signal) => resolve(status ?? signal));
      this.#child.once("error", (error) => resolve(error.message));
    });
    this.#child.stdin.on("error", () => {});
  }

  /** Waits for the line of JSON that the program prints once it listens. */
  async firstLine(seconds) {
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, seconds * 1000)));
    const line = await Promise.race([
      this.#lineOfOutput(),
      this.#ended.then((status) => this.#failure(`apple-id-emulator ended with ${status}`)),
      late.then(() => this.#failure(`apple-id-emulator said nothing within ${seconds} seconds`)),
    ]);
    clearTimeout(timer);
    if (line instanceof Error) throw line;
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout]) handle.unref();
    return JSON.parse(line);
  }

  #lineOfOutput() {
    let text = "";
    return new Promise((resolve) => {
      this.#child.stdout.setEncoding("utf8").on("data", (part) => {
        text += part;
        if (text.includes("\n")) resolve(text.split("\n")[0]);
      });
    });
  }

  #failure(message) {
    return new errors.EmulatorDidNotStart(`${message}\n${this.log()}`);
  }

  log() {
    return fs.existsSync(this.#log) ? fs.readFileSync(this.#log, "utf8") : "";
  }

  async stop() {
    this.#child.ref();
    this.#child.kill();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), GRACE * 1000);
    await this.#ended;
    clearTimeout(timer);
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A running emulator. */
class Emulator extends Client {
  #running;
  #stopped;

  constructor(facts, running) {
    super(facts);
    this.#running = running;
  }

  errors() {
    return this.#running.log();
  }

  close() {
    this.#stopped ??= this.#running.stop();
    return this.#stopped;
  }
}

// `await using` of newer versions of JavaScript.
if (Symbol.asyncDispose) Emulator.prototype[Symbol.asyncDispose] = Emulator.prototype.close;

module.exports = { createEmulator, program, ...errors };

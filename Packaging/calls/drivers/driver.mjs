// Makes the calls of cases.json with the package for npm, and prints what each returned or threw.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import process from "node:process";

// From the folder in which the package is installed, or the package's own.
const require = createRequire(resolve(process.env.DRIVER_PACKAGE ?? ".", "driver.js"));
const { createEmulator, EmulatorError } = require("apple-id-emulator");

const camel = { team_id: "teamID", authorize_url: "authorizeURL", share_email: "shareEmail" };
const renamed = (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [camel[name] ?? name, value]));
const snake = (name) => name.replace(/(ID|URL|[A-Z])/g, (part) => `_${part.toLowerCase()}`);
const calls = {
  create_team: (emulator, given) => emulator.createTeam(given),
  create_person: (emulator, { key, ...more }) => emulator.createPerson(key, more),
  sign_in: (emulator, { person, more, ...known }) => emulator.signIn(person, { ...known, ...more }),
  wait_for: (emulator, { event, members, ...more }) => emulator.waitFor(event, members, more),
  set_fault: (emulator, { endpoint, kind, members }) => emulator.setFault(endpoint, kind, members),
  clear_faults: (emulator) => emulator.clearFaults(),
  approve: (emulator, { authorizeURL, person, ...more }) => emulator.approve(authorizeURL, person, more),
  register_return_url: (emulator, { url, ...more }) => emulator.registerReturnURL(url, more),
  stop_using: (emulator, { person, ...more }) => emulator.stopUsing(person, more),
  advance_clock: (emulator, { seconds }) => emulator.advanceClock(seconds),
  events: (emulator, { types, members }) => emulator.events(types, members),
  mark: (emulator) => emulator.mark(),
  log: (emulator, { filters }) => emulator.log(filters),
  reset: (emulator) => emulator.reset(),
  call: (emulator, { path, body, ...more }) => emulator.call(path, body, more),
};

function plain(call, value) {
  const isOurs = call === "create_team" || call === "sign_in";
  return isOurs ? Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), member])) : value ?? null;
}

async function attempt(call, work) {
  try {
    return { returned: plain(call, await work()) };
  } catch (error) {
    const told = error instanceof EmulatorError ? { status: error.status, code: error.code } : {};
    return { raised: error.name, message: error.message, ...told };
  }
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const [what, file] = process.argv.slice(2);
const { DRIVER_OPTIONS: option, DRIVER_SECONDS: seconds } = process.env;
const start = () => createEmulator({ ...(option ? { options: [option] } : {}), ...(seconds ? { seconds: Number(seconds) } : {}) });

if (what === "start") {
  print(await attempt("start", async () => (await (await start()).close(), "started")));
} else {
  const emulator = await start();
  const facts = ["baseURL", "issuer", "teamID", "keyID", "keyFile", "app", "service"];
  print(Object.fromEntries(facts.map((name) => [snake(name), emulator[name]])));
  if (what === "hold") await new Promise(() => setInterval(() => {}, 1000));
  for (const { call, arguments: given = {} } of JSON.parse(readFileSync(file, "utf8"))) {
    print(await attempt(call, () => calls[call](emulator, renamed(given))));
  }
  await emulator.close();
}

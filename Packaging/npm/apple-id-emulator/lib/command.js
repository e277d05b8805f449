#!/usr/bin/env node
"use strict";

const { spawn } = require("node:child_process");
const { program } = require("./program.js");

try {
  const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (status) => process.exit(status ?? 1));
  child.on("error", fail);
} catch (error) {
  fail(error);
}

function fail(error) {
  console.error(`apple-id-emulator: ${error.message}`);
  process.exit(1);
}

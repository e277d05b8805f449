"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { EmulatorDidNotStart } = require("./errors.js");

const NAME = "apple-id-emulator";

/** The path of the program: the one that APPLE_ID_EMULATOR names, that of this platform's package, or one on PATH. */
function program() {
  const named = process.env.APPLE_ID_EMULATOR;
  if (named) {
    if (!canRun(named)) throw new EmulatorDidNotStart(`APPLE_ID_EMULATOR names ${named}, which is not a program.`);
    return named;
  }
  const found = packaged() ?? onPath();
  if (found) return found;
  throw new EmulatorDidNotStart(
    `This package has no ${NAME} for ${platform()}. Install one of its packages or build it from source, ` +
      "and put it on PATH or name it in APPLE_ID_EMULATOR.",
  );
}

/** The program is in an optional dependency, of which npm installs the one for this platform. */
function packaged() {
  try {
    return require.resolve(`${NAME}-${process.platform}-${process.arch}/bin/${NAME}`);
  } catch {
    return null;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  // The command of this package, on the PATH of scripts that npm runs, would look for the program, too.
  return folders.map((folder) => path.join(folder, NAME)).find((file) => canRun(file) && !isScript(file)) ?? null;
}

function isScript(file) {
  const beginning = Buffer.alloc(2);
  const descriptor = fs.openSync(file, "r");
  fs.readSync(descriptor, beginning);
  fs.closeSync(descriptor);
  return beginning.toString() === "#!";
}

function canRun(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function platform() {
  const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}${isMusl ? " with musl" : ""}`;
}

module.exports = { program };

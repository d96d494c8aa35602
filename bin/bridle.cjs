#!/usr/bin/env node
// Old syntax on purpose: any Node must be able to read this file and say what it needs.
"use strict";
var fs = require("node:fs");
var path = require("node:path");

var needed = 24;
var root = path.join(__dirname, "..");
var windows = process.platform === "win32";
var installed = path.join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");
var entry = path.join(root, "dist", "cli.js");

if (Number(process.versions.node.split(".")[0]) < needed) {
  if (process.env.BRIDLE_REEXECUTED === undefined && fs.existsSync(installed)) reexecute();
  else
    fail(
      `bridle needs Node ${needed} or newer; this is ${process.version}.\nInstall it from your package manager, or run \`npm ci\` in a checkout of Bridle.`,
    );
} else if (!fs.existsSync(entry)) {
  fail(`bridle is not built. Run \`npm run build\` in ${root}.`);
} else {
  import(require("node:url").pathToFileURL(entry).href).catch((error) => {
    fail(String(error?.stack || error));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 78;
}

/** The same command on the Node that the checkout installed; signals go through, and so does its end. */
function reexecute() {
  var env = Object.assign({}, process.env, { BRIDLE_REEXECUTED: "1" });
  var child = require("node:child_process").spawn(installed, [__filename].concat(process.argv.slice(2)), {
    stdio: "inherit",
    env: env,
  });
  ["SIGINT", "SIGTERM", "SIGHUP"].forEach((signal) => {
    process.on(signal, () => {
      child.kill(signal);
    });
  });
  child.on("error", (error) => {
    fail(`cannot start ${installed}: ${error.message}`);
  });
  child.on("exit", (code, signal) => {
    if (signal !== null) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code;
    }
  });
}

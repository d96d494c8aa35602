// Old syntax on purpose, and no formatter: any Node must be able to read this file and say what it needs.
"use strict";
var fs = require("fs");
var path = require("path");

/** Runs an entry of dist/ on a Node that can. */
module.exports = function launch(name, script, entryName) {
  var needed = 24;
  var root = path.join(__dirname, "..");
  var installed = path.join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  var entry = path.join(root, "dist", entryName);
  var isCheckout = fs.existsSync(path.join(root, "src"));
  var reexecuted = process.env.BRIDLE_REEXECUTED === String(process.ppid);
  // Not for what we start: that may be another bridle.
  delete process.env.BRIDLE_REEXECUTED;

  if (Number(process.versions.node.split(".")[0]) < needed) {
    if (!reexecuted && fs.existsSync(installed)) reexecute();
    else fail(name + " needs Node " + needed + " or newer; this is " + process.version + ".\n" + (isCheckout ? "Run `npm start` once in " + root + ": it installs one." : "Install a newer Node."));
  } else if (!fs.existsSync(entry)) {
    fail(isCheckout ? name + " is not built. Run `npm start` once in " + root + "." : "this package lacks its dist folder. Install bridle again.");
  } else {
    require(entry);
  }

  function fail(message) {
    process.stderr.write(message + "\n");
    process.exitCode = 78;
  }

  /** The same command on the Node that the checkout installed; signals go through, and so does its end. */
  function reexecute() {
    var environment = Object.assign({}, process.env, { BRIDLE_REEXECUTED: String(process.pid) });
    var child = require("child_process").spawn(installed, [script].concat(process.argv.slice(2)), { stdio: "inherit", env: environment });
    ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
      process.on(signal, function () {
        child.kill(signal);
      });
    });
    child.on("error", function (error) {
      fail("cannot start " + installed + ": " + error.message);
    });
    child.on("exit", function (code, signal) {
      if (signal !== null) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      } else {
        process.exitCode = code;
      }
    });
  }
};

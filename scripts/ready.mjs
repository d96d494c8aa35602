// Makes a checkout ready: installs packages that are missing, builds what is stale. Quick when nothing is.
// Plain JavaScript for any Node: on a fresh clone the Node 24 of this project is not there yet.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = ["src", "scripts/build.ts", "package.json", "tsconfig.json", "tsconfig.build.json"];

if (isOlder("node_modules/.package-lock.json", "package-lock.json") || !existsSync(nodeBinary())) {
  run("Installing packages …", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}
if (sources.some((source) => newest(join(root, source)) > modified("dist/.built"))) {
  run("Building …", nodeBinary(), ["scripts/build.ts"]);
}

function nodeBinary() {
  return join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
}

function isOlder(made, from) {
  return modified(made) < modified(from);
}

/** 0 for what is not there. */
function modified(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  return found === undefined ? 0 : found.mtimeMs;
}

function newest(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  // A folder's own time tells of files that were removed.
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function run(what, command, args) {
  console.error(what);
  // What npm sets for its own script would reach the inner npm as configuration.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_|lifecycle|package)/i.test(name)),
  );
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(
    `${what} failed${error === undefined ? "" : `: ${error.message}`}. Run \`${command} ${args.join(" ")}\` to see more.`,
  );
  process.exit(1);
}

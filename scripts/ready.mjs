// Makes a checkout ready: installs packages that are missing, builds what is stale. Quick when nothing is.
// With --packages nothing is built: sources may be waiting for what is about to be generated.
// Plain JavaScript for any Node: on a fresh clone the Node 24 of this project is not there yet.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const nodeBinary = join("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
const installedLock = "node_modules/.package-lock.json";
const outputs = [
  "dist/.built",
  "dist/agent.js",
  "dist/bridle-agent.js",
  "dist/bridle-twin.js",
  "dist/cli.js",
  "dist/client.js",
  "dist/daemon.js",
  "dist/holder.js",
  "dist/store-worker.js",
  "dist/long-line-worker.js",
  "dist/search-worker.js",
  "dist/permission.js",
  "dist/testing.js",
  "dist/wire.js",
  "dist/web/index.html",
  "dist/web-client.js",
  "dist/types/exports/wire.d.ts",
];
const sources = [
  "src",
  "web",
  "scripts/build.ts",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  installedLock,
];

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = Object.keys({ ...dependencies, ...devDependencies }).map(
  (name) => `node_modules/${name}/package.json`,
);

if (oldest([nodeBinary, installedLock, ...packages]) === 0 || newest(installedLock) < newest("package-lock.json")) {
  run("Installing packages …", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}
const isBuilding = !process.argv.includes("--packages");
if (isBuilding && Math.max(...sources.map(newest)) > oldest(outputs))
  run("Building …", join(root, nodeBinary), ["scripts/build.ts"]);

/** When the newest of a file or folder was changed; 0 for what is not there. */
function newest(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return 0;
  // A folder's own time tells of files that were removed.
  return found.isDirectory()
    ? Math.max(found.mtimeMs, ...readdirSync(join(root, path)).map((name) => newest(join(path, name))))
    : found.mtimeMs;
}

function oldest(paths) {
  return Math.min(...paths.map(newest));
}

function run(what, command, args) {
  console.error(what);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(`${what} failed${error === undefined ? "" : `: ${error.message}`}`);
  process.exit(1);
}

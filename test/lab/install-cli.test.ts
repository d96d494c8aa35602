import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { isBridleError } from "../../src/errors.ts";
import { installAgentSdk } from "./install-agent-sdk.ts";
import { installCli } from "./install-cli.ts";
import { InstallFailure, type InstallFailureReason } from "./install-failure.ts";

// A registry of our own on loopback, with tiny packages shaped like the real ones: the real npm works on it.
const folder = mkdtempSync(join(tmpdir(), "bridle-install-"));
const shelf = join(folder, "cache", "bridle", "cli");
const packages = new Map<string, { manifest: Record<string, unknown>; tarball: Buffer }>();
let downloads = 0;

const registry = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? "").slice(1);
  const tarball = packages.get(path.replace(/\.tgz$/, ""))?.tarball;
  if (path.endsWith(".tgz") && tarball !== undefined) {
    downloads++;
    response.end(tarball);
    return;
  }
  const versions = [...packages.values()].map(({ manifest }) => manifest).filter(({ name }) => name === path);
  if (versions.length === 0) response.statusCode = 404;
  response.end(
    JSON.stringify({ name: path, versions: Object.fromEntries(versions.map((found) => [found.version, found])) }),
  );
});

function publish(
  manifest: { name: string; version: string } & Record<string, unknown>,
  files: Record<string, string>,
): void {
  const source = mkdtempSync(join(folder, "package-"));
  const all = { ...files, "package.json": JSON.stringify(manifest) };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(join(source, "package"), { recursive: true });
    writeFileSync(join(source, "package", name), content);
    chmodSync(join(source, "package", name), 0o755);
  }
  const tarball = execFileSync("tar", ["-cz", "-C", source, "package"]);
  const key = `${manifest.name}/${manifest.version}`;
  const { port } = registry.address() as AddressInfo;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const dist = { integrity, tarball: `http://127.0.0.1:${port}/${encodeURIComponent(key)}.tgz` };
  packages.set(key, { manifest: { ...manifest, dist }, tarball });
}

before(async () => {
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  process.env.npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  process.env.npm_config_cache = join(folder, "npm-cache");
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  const name = "@anthropic-ai/claude-code";
  const scripts = { preinstall: "exit 1", postinstall: "exit 1" };
  for (const version of ["2.0.1", "2.0.2", "2.0.3"])
    publish({ name, version, scripts }, { "cli.js": "console.log(1)" });
  const binary = `${name}-${process.platform}-${process.arch}`;
  publish(
    { name, version: "2.1.200", scripts, engines: { node: ">=99" }, optionalDependencies: { [binary]: "2.1.200" } },
    {},
  );
  publish({ name: binary, version: "2.1.200" }, { claude: "#!/bin/sh\necho native\n" });
  publish({ name, version: "2.1.201" }, {});
  const sdk = "@anthropic-ai/claude-agent-sdk";
  publish({ name: sdk, version: "0.3.1", optionalDependencies: { [binary]: "2.1.200" } }, { "sdk.mjs": "" });
});

after(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(folder, { recursive: true });
});

const failsAs = (reason: InstallFailureReason) => (error: unknown) =>
  error instanceof InstallFailure && error.reason === reason && error.message.includes("@anthropic-ai/");

test("L1 a script is run with this Node, is installed once, and without running what it wants run", async () => {
  const cli = await installCli("2.0.1");
  assert.equal(cli.command, process.execPath);
  assert.deepEqual(cli.args, [join(shelf, "2.0.1", "node_modules", "@anthropic-ai", "claude-code", "cli.js")]);
  const before = downloads;
  assert.deepEqual(await installCli("2.0.1"), cli);
  assert.equal(downloads, before);
});

test("L1 a binary is started itself, whatever Node the package asks for", async () => {
  const { command, args } = await installCli("2.1.200");
  assert.deepEqual(args, []);
  assert.equal(execFileSync(command, { encoding: "utf8" }), "native\n");
});

test("L1 processes that install one version at once all get it, and leave nothing beside it", async () => {
  const module = join(import.meta.dirname, "install-cli.ts");
  const program = `console.log(JSON.stringify(await (await import(${JSON.stringify(module)})).installCli("2.0.2")))`;
  const run = promisify(execFile);
  const runs = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })),
  );
  const [first, ...others] = runs.map(({ stdout }) => stdout);
  for (const other of others) assert.equal(other, first);
  assert.deepEqual(JSON.parse(first ?? ""), await installCli("2.0.2"));
  assert.deepEqual(
    readdirSync(shelf).filter((entry) => entry.startsWith(".")),
    [],
  );
});

test("L1 what is spoiled in the cache is replaced, and what a killed process left is removed", async () => {
  const abandoned = join(shelf, ".installing-abandoned");
  for (const left of [join(shelf, "2.0.3", "node_modules"), abandoned]) mkdirSync(left, { recursive: true });
  writeFileSync(join(shelf, "2.0.3", "leftover"), "");
  utimesSync(abandoned, 0, 0);
  const { args } = await installCli("2.0.3");
  assert.equal(readFileSync(args[0] ?? "", "utf8"), "console.log(1)");
  assert.deepEqual(readdirSync(join(shelf, "2.0.3")), ["node_modules"]);
  assert.ok(!readdirSync(shelf).includes(".installing-abandoned"));
});

test("L1 the official SDK comes without its CLI", async () => {
  const module = await installAgentSdk("0.3.1");
  assert.ok(module.startsWith(join(folder, "cache", "bridle", "agent-sdk", "0.3.1")));
  assert.deepEqual(readdirSync(join(module, "..", "..")), ["claude-agent-sdk"]);
});

test("L1 what cannot be installed is a typed failure, and the cache stays clean", async () => {
  await assert.rejects(installCli("9.9.9"), failsAs("no_such_version"));
  await assert.rejects(installCli("2.1.201"), failsAs("incomplete"));
  const { PATH, npm_config_registry } = process.env;
  try {
    process.env.npm_config_registry = "http://127.0.0.1:1/";
    await assert.rejects(installCli("2.0.9"), failsAs("offline"));
    process.env.PATH = folder;
    await assert.rejects(installCli("2.0.9"), failsAs("no_npm"));
  } finally {
    Object.assign(process.env, { PATH, npm_config_registry });
  }
  assert.ok(readdirSync(shelf).every((entry) => !entry.startsWith(".") && entry !== "9.9.9"));
});

test("L1 a version that is not exact is refused before anything is done", async () => {
  for (const version of ["latest", "^2.0.0", "../2.0.0", ""]) {
    await assert.rejects(
      async () => installCli(version),
      (error) => isBridleError(error, "invalid_option"),
    );
  }
});

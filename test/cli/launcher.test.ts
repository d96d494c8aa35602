import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, test } from "node:test";
import { transform } from "esbuild";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { bridle, launcher } from "./run-bridle.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-launcher-"));
after(() => rmSync(folder, { recursive: true }));

/** Makes any Node believe that it is version 18, before the launcher looks. */
const pretendOld = join(folder, "pretend-old.cjs");
writeFileSync(
  pretendOld,
  'if (process.env.BRIDLE_REEXECUTED !== String(process.ppid)) Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.0.0" } });',
);

/** A copy of the package with only what `parts` names beside the launcher. */
function installation(name: string, parts: { node?: string; cli?: string }): string {
  const root = join(folder, name);
  cpSync(dirname(launcher), join(root, "bin"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  if (parts.node !== undefined) {
    mkdirSync(join(root, "node_modules", "node", "bin"), { recursive: true });
    writeFileSync(join(root, "node_modules", "node", "bin", "node"), parts.node, { mode: 0o755 });
  }
  if (parts.cli !== undefined) {
    mkdirSync(join(root, "dist"));
    writeFileSync(join(root, "dist", "cli.js"), parts.cli);
  }
  return join(root, "bin", "bridle.cjs");
}

const realNode = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`;

test("U2 on an older Node the command runs on the Node that the checkout installed", () => {
  const file = installation("checkout", {
    node: realNode,
    cli: 'console.log(process.argv.slice(2).join("|")); process.exitCode = 77;',
  });
  const { status, stdout } = bridle(["a b", "--c"], { nodeArgs: ["--require", pretendOld], file });
  assert.deepEqual([status, stdout], [77, "a b|--c\n"]);
});

test("U2 on an older Node without that, it says what it needs and exits with 78", () => {
  const file = installation("installed", { cli: "" });
  const { status, stderr } = bridle([], { nodeArgs: ["--require", pretendOld], file });
  assert.equal(status, exitCodes.configOrVersion);
  assert.match(stderr, /needs Node 24 or newer; this is v\d+/);
});

test("U2 a checkout's Node that is too old itself is not tried for ever", () => {
  const file = installation("loop", {
    node: `#!/bin/sh\nunset BRIDLE_NOTHING\nexec '${process.execPath}' --require '${join(folder, "always-old.cjs")}' "$@"\n`,
    cli: "",
  });
  writeFileSync(
    join(folder, "always-old.cjs"),
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.0.0" } });',
  );
  const { status, stderr } = bridle([], { nodeArgs: ["--require", pretendOld], file });
  assert.equal(status, exitCodes.configOrVersion);
  assert.match(stderr, /needs Node 24/);
});

test("U2 the launcher is written in a syntax that every Node reads", async () => {
  const source = readFileSync(launcher, "utf8");
  const written = async (target: string): Promise<string> =>
    (await transform(source, { target, minifyWhitespace: true })).code;
  assert.equal(await written("es5"), await written("esnext"));
  assert.ok(!source.includes("node:"));
});

test("U2 the mark of a re-executed launcher reaches neither the command nor what that starts", () => {
  const file = installation("mark", { cli: "console.log(process.env.BRIDLE_REEXECUTED)" });
  assert.equal(bridle([], { file, env: { ...process.env, BRIDLE_REEXECUTED: "1" } }).stdout, "undefined\n");
});

test("U2 a package without its dist says what to do", () => {
  const { status, stderr } = bridle([], { file: installation("unbuilt", {}) });
  assert.equal(status, exitCodes.configOrVersion);
  assert.match(stderr, /Install bridle again/);
});

test("U2 a signal to the launcher ends the command it started, and its end is the launcher's", async () => {
  const file = installation("signal", {
    node: realNode,
    cli: 'process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000); console.log("up");',
  });
  const child = spawn(process.execPath, ["--require", pretendOld, file], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => child.kill("SIGTERM"));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  assert.equal(code, 9);
});

const older = olderNode();
test("U2 a real older Node re-executes the command too", {
  skip: older === undefined && "no older Node on PATH",
}, () => {
  const { status, stdout } = bridle(["--version"], { node: older ?? "" });
  assert.deepEqual([status, /^\d+\.\d+\.\d+\n$/.test(stdout)], [0, true]);
});

function olderNode(): string | undefined {
  const candidates = (process.env.PATH ?? "").split(delimiter).map((path) => join(path, "node"));
  return candidates.find((node) => {
    const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
    return Number(/^v(\d+)/.exec(stdout ?? "")?.[1] ?? 24) < 24;
  });
}

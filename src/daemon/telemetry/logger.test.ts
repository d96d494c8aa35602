import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { BridleError } from "../../errors.ts";
import type { LogFields } from "./log-fields.ts";
import { Logger, type LogLevel } from "./logger.ts";
import { Metrics } from "./metrics.ts";
import { RotatingFile } from "./rotating-file.ts";
import { sessionTelemetry } from "./session-telemetry.ts";

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "bridle-log-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

function logger(level: LogLevel = "info") {
  const lines: string[] = [];
  const human: string[] = [];
  const log = new Logger({
    level,
    file: { write: (line) => lines.push(line) },
    terminal: { write: (line) => human.push(line) },
  });
  const entries = () => lines.map((line) => JSON.parse(line) as { [name: string]: unknown });
  return { log, lines, human, entries };
}

test("D11 a line has time, level, what happened and fields, once for programs and once for people", () => {
  const { log, lines, human, entries } = logger();
  log.debug("not this one");
  log.info("agent started", { session: "s1", agentPid: 7, resumed: false });
  assert.ok(lines[0]?.endsWith("\n"));
  const [{ time, ...rest } = {}, ...others] = entries();
  assert.deepEqual(others, []);
  assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(rest, {
    level: "info",
    pid: process.pid,
    event: "agent started",
    session: "s1",
    agentPid: 7,
    resumed: false,
  });
  assert.match(human[0] ?? "", /^\d\d:\d\d:\d\d INFO {2}agent started session=s1 agentPid=7 resumed=false\n$/);
});

test("D11 D7 neither content nor secrets get into the log", () => {
  const { log, lines, human } = logger("debug");
  const secret = "sk-ant-topsecret-0123456789";
  log.info("x", { prompt: "topsecret", Content: "topsecret", api_key: "topsecret", bearerToken: "topsecret" });
  log.warn("x", { where: `https://me:topsecret@host, Bearer topsecret-1234 and ${secret}` });
  log.info("x", { deep: { prompt: "topsecret" }, list: ["topsecret"] } as unknown as LogFields);
  try {
    JSON.parse("topsecret");
  } catch (error) {
    log.error("x", error);
  }
  log.error("x", "topsecret");
  log.error("x", Object.assign(new Error("topsecret\n    topsecret"), { data: "topsecret" }));
  assert.equal(lines.length, 6);
  assert.doesNotMatch(lines.join(""), /topsecret/);
  assert.doesNotMatch(human.join(""), /topsecret/);
});

test("D11 of an error comes what helps", () => {
  const { log, entries } = logger();
  log.error("store failed", new BridleError("no_storage", "the disk is full", { reason: "full" }), { session: "s" });
  log.error("bug", new TypeError("x"));
  const [ours, other] = entries();
  assert.deepEqual([ours?.code, ours?.message, ours?.session], ["no_storage", "the disk is full", "s"]);
  assert.equal(other?.error, "TypeError");
  assert.match(String(other?.at), /^at .*logger\.test\.ts/);
});

test("D11 a line has one level: that of a notice is the line's own", () => {
  const { log, lines } = logger();
  const trace = sessionTelemetry(new Metrics(), log);
  trace({ what: "notice", session: "s", code: "drift", level: "info", message: "m" });
  trace({ what: "notice", session: "s", code: "not_stored", level: "error", message: "m" });
  assert.equal(lines.length, 2);
  for (const [at, level] of ["warn", "error"].entries()) {
    assert.equal(lines[at]?.match(/"level":/g)?.length, 1, lines[at]);
    assert.equal((JSON.parse(lines[at] ?? "") as { level: string }).level, level);
  }
});

test("D11 nothing in a line steers the terminal", () => {
  const { log, human } = logger();
  log.info("x", { name: "a\u001b[2Jb\rc\u009bd" });
  assert.match(human[0] ?? "", /name=a\?\[2Jb\?c\?d\n$/);
});

test("D11 the log turns over at its size, keeps three files, and loses no line before", (t) => {
  const root = folder(t);
  const path = join(root, "daemon.log");
  const file = new RotatingFile(path, { maxBytes: 1000 });
  for (let at = 0; at < 100; at++) file.write(`${String(at).padStart(49, "0")}\n`);
  file.close();
  assert.deepEqual(readdirSync(root).sort(), ["daemon.log", "daemon.log.1", "daemon.log.2"]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const kept = ["daemon.log.2", "daemon.log.1", "daemon.log"].map((name) => readFileSync(join(root, name), "utf8"));
  const numbers = kept.join("").trim().split("\n").map(Number);
  assert.deepEqual(
    numbers,
    Array.from({ length: 60 }, (_, at) => at + 40),
  );
  const again = new RotatingFile(path, { maxBytes: 1000 });
  again.write("one more\n");
  assert.equal(readFileSync(path, "utf8"), "one more\n", "what was there before counts");
  again.close();
});

test("D11 a log that cannot be written ends nothing", (t) => {
  const root = folder(t);
  writeFileSync(join(root, "file"), "");
  const file = new RotatingFile(join(root, "file", "daemon.log"));
  file.write("x\n");
  assert.equal(file.lost, 1);
});

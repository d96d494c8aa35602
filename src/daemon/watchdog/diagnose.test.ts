import assert from "node:assert/strict";
import { test } from "node:test";
import { type Cause, diagnose, type StallFacts } from "./diagnose.ts";
import type { ProcessSample } from "./sample-process.ts";

const process = (state: string, atMs: number, more: Partial<ProcessSample> = {}): ProcessSample => ({
  ...{ pid: 7, state, atMs, cpuMs: 500, children: undefined },
  ...more,
});

const quiet: StallFacts = {
  silentMs: 2000,
  afterMs: 1500,
  lastWord: "init",
  answering: false,
  tools: [],
  asks: [],
  before: process("S", 1000),
  now: process("S", 2000),
  ping: "answered",
};

const bash = { name: "Bash", forMs: 2100 };

const table: readonly (readonly [why: string, facts: Partial<StallFacts>, cause: Cause | undefined])[] = [
  ["too little silence", { silentMs: 1499 }, undefined],
  ["nothing since init", {}, "model"],
  ["nothing since a tool's result", { lastWord: "tool result" }, "model"],
  ["an answer broke off", { answering: true, lastWord: "text_delta" }, "silent_api"],
  ["a tool runs", { tools: [bash] }, "tool"],
  ["a tool wants permission", { asks: [bash] }, "approval"],
  ["a tool wants permission and counts as started", { asks: [bash], tools: [bash] }, "approval"],
  ["the answer for a sub-agent broke off", { answering: true, tools: [{ name: "Task", forMs: 9 }] }, "silent_api"],
  ["it is stopped", { now: process("T", 2000), ping: "none" }, "wedged"],
  ["it is stopped while an ask is open", { now: process("T", 2000), asks: [bash], ping: "none" }, "wedged"],
  ["it is stopped by a debugger", { now: process("t", 2000), ping: "none" }, "wedged"],
  ["it is dead and nobody collects it", { now: process("Z", 2000), ping: "none" }, "wedged"],
  ["it sleeps uninterruptibly twice", { before: process("D", 1000), now: process("D", 2000) }, "wedged"],
  ["it reads a disk at this moment", { now: process("D", 2000) }, "model"],
  ["it burns CPU and does not answer", { now: process("R", 2000, { cpuMs: 1490 }), ping: "unanswered" }, "wedged"],
  ["it does not answer while a tool runs", { tools: [bash], ping: "unanswered" }, "wedged"],
  ["it burns CPU and answers", { now: process("R", 2000, { cpuMs: 1490 }) }, "model"],
  ["it has no ping, and its process is not seen", { before: undefined, now: undefined, ping: "none" }, "model"],
];

for (const [why, facts, cause] of table) {
  test(`D5 a silent turn is diagnosed: ${why}`, () => {
    assert.equal(diagnose({ ...quiet, ...facts })?.cause, cause);
  });
}

test("D5 the evidence tells silence, last word, process, CPU time, tools and ping", () => {
  assert.equal(
    diagnose(quiet)?.evidence,
    "The model has not begun to answer; silent for 2.0 s, last heard: init; process 7 sleeping, 0.0 s of CPU in 1.0 s; it answered a ping.",
  );
  const before = process("S", 1000, { children: { count: 1, cpuMs: 100 } });
  const now = process("S", 2000, { children: { count: 2, cpuMs: 1050 } });
  assert.equal(
    diagnose({ ...quiet, lastWord: "assistant", tools: [bash], before, now, silentMs: 61_400 })?.evidence,
    "A tool runs: Bash for 2.1 s; silent for 61 s, last heard: assistant; process 7 sleeping, 0.0 s of CPU in 1.0 s; 2 below it, 0.9 s of CPU in 1.0 s; it answered a ping.",
  );
  const stopped = { now: process("T", 2000), ping: "none", lastWord: undefined } as const;
  assert.equal(
    diagnose({ ...quiet, ...stopped })?.evidence,
    "The agent's process is stopped (state T); silent for 2.0 s, last heard: nothing since the daemon attached; process 7 stopped, 0.0 s of CPU in 1.0 s.",
  );
});

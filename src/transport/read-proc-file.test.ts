import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { descendantsOf } from "./descendants.ts";
import { markedProcesses } from "./marked-processes.ts";
import { processFacts } from "./process-facts.ts";

const isLinux = process.platform === "linux";

test("H6 a look at all processes leaves no buffers to the collector", { skip: !isLinux && "there is no /proc" }, () => {
  const looks = {
    marked: () => markedProcesses(new Set(["NOBODY=has this"])),
    descendants: () => descendantsOf(process.pid),
    facts: () => readdirSync("/proc").map((name) => /^\d+$/.test(name) && processFacts(Number(name))),
  };
  for (const [name, look] of Object.entries(looks)) {
    look();
    const before = process.memoryUsage().arrayBuffers;
    look();
    const leftKb = (process.memoryUsage().arrayBuffers - before) / 1024;
    assert.ok(leftKb < 32, `${name}: ${leftKb} KiB`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/exports/permission.ts";
import { freeLines } from "./free-lines.ts";
import { bash, policyOf } from "./policy-of.ts";

for (const { title, rules = [], free, asked } of freeLines) {
  test(`P9 P10 nobody is asked about ${title}; the nearest lines that do more are`, () => {
    const policy = policyOf(rules.map((rule) => `allow user Bash(${rule})`));
    const effect = (line: string): string => decide(bash(line), policy).effect;
    assert.deepEqual({ asked: free.filter((line) => effect(line) !== "allow") }, { asked: [] });
    assert.deepEqual({ free: asked.filter((line) => effect(line) === "allow") }, { free: [] });
  });
}

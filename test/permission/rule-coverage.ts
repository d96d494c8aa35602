import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";

/** Under each rule: what it covers, and what it does not. */
export type Coverage = {
  readonly [rule: string]: { readonly covers: readonly string[]; readonly asks: readonly string[] };
};

/** One test for each rule, that it allows exactly the first of its lines. */
export function testCoverage(requirement: string, coverage: Coverage): void {
  for (const [rule, { covers, asks }] of Object.entries(coverage))
    test(`${requirement} what Bash(${rule}) covers, and what it does not`, () => {
      const policy = policyOf([`allow user Bash(${rule})`]);
      const verdict = (line: string): string => {
        const decision = decide(bash(line), policy);
        return decision.effect === "allow" ? "" : why(decision);
      };
      assert.deepEqual(
        covers.flatMap((line) => (verdict(line) === "" ? [] : [`${line}: ${verdict(line)}`])),
        [],
        "asked",
      );
      assert.deepEqual(
        asks.filter((line) => verdict(line) === ""),
        [],
        "allowed",
      );
    });
}

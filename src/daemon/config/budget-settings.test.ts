import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { budgetOf } from "./budget-settings.ts";
import { judge } from "./load-settings.ts";

function problemOf(key: "budgets" | "prices", value: unknown): string {
  try {
    judge([{ key, value, where: "here", origin: "file" }]);
    return "";
  } catch (error) {
    if (!isBridleError(error, "invalid_option")) throw error;
    return error.message;
  }
}

test("D10 a budget that cannot be read is refused with what is expected: it would be none", () => {
  const rows: readonly [unknown, RegExp][] = [
    [{}, /budgets must be a list of budgets/],
    [[{ usd: 1 }], /budgets\.0\.of must be one of session, project, user, all/],
    [[{ of: "all" }], /budgets\.0 must be with usd or tokens/],
    [[{ of: "all", usd: 0 }], /budgets\.0\.usd must be a number above 0/],
    [[{ of: "all", usd: "10" }], /budgets\.0\.usd/],
    [[{ of: "all", usd: 1, per: "week" }], /budgets\.0\.per must be day or ever/],
    [[{ of: "all", usd: 1, effect: "kill" }], /budgets\.0\.effect/],
    [[{ of: "project", usd: 1, only: "here" }], /budgets\.0\.only must be an absolute folder/],
    [[{ of: "session", usd: 1, only: "a" }], /budgets\.0\.only/],
  ];
  for (const [value, expected] of rows) assert.match(problemOf("budgets", value), expected);
  assert.equal(problemOf("budgets", [{ of: "user", only: "ann", tokens: 5 }]), "");
  assert.match(problemOf("prices", { m: { input: 1 } }), /prices\.m\.output must be a number, 0 or more/);
});

test("D10 what is left out of a budget: it stops, a session's for ever and any other by day", () => {
  assert.deepEqual(budgetOf({ of: "session", usd: 1 }), { of: "session", per: "ever", effect: "stop", usd: 1 });
  assert.deepEqual(budgetOf({ of: "all", tokens: 1 }), { of: "all", per: "day", effect: "stop", tokens: 1 });
});

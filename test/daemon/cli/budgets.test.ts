import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "../support/eventually.ts";
import { CliHome, script } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());

test("D10 U2 usage shows what is left of budgets, and sessions why one does not go on; nobody is told to go past a budget", async () => {
  await home.good(["daemon", "start"], { env: { BRIDLE_BUDGETS: '[{"of":"all","tokens":1}]' } });
  const id = (await home.good(["run", "--detach", script({ text: "one" })])).trim();
  await eventually("the turn", async () => /used up/.test(await home.good(["usage", "--budgets"])));
  const budgets = await home.good(["usage"]);
  assert.match(budgets, /^budget +limit +spent +left +then$/m);
  assert.match(budgets, /^all, a day +1 tokens +\d+ tokens +0 tokens +stop \(used up, until .+\)$/m);
  const [account] = await home.json<{ of: string; usedUp: boolean }>(["usage", "--budgets"]);
  assert.deepEqual([account?.of, account?.usedUp], ["all", true]);
  await home.good(["send", id, "two"]);
  assert.match(await home.good(["sessions"]), /\(waits: budget\)/);
  assert.match(
    await home.good(["sessions", "show", id]),
    /^waits +the budget of 1 tokens of all sessions a day is used up/m,
  );
  assert.match(await home.good(["sessions", "retry", id]), /the budget of 1 tokens/);
});

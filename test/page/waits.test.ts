import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { eventually } from "../daemon/support/eventually.ts";
import { plainAgent } from "../daemon/support/plain-agent.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, sessionOf } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

/** Its first turn meets a limit, or lacks a login, as the prompt says; the others go well. */
const agent = plainAgent((line, say, result) => {
  const status = /limit/.test(JSON.stringify(line)) ? 429 : /login/.test(JSON.stringify(line)) ? 401 : undefined;
  const failure = { is_error: true, api_error_status: status, terminal_reason: "api_error", total_cost_usd: 0 };
  say({ ...result(line), ...(status !== undefined && failure) });
});

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  const budgets = [{ of: "session", usd: 0.5 }];
  daemon = await startDaemon({ agents: { agent }, settings: { budgets } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

async function waiting(prompt: string): Promise<string> {
  const { id } = await createSession(daemon, prompt);
  await eventually("the session to wait", async () => (await sessionOf(daemon, id)).waits !== undefined);
  return id;
}

for (const width of [390, 1280])
  test(`D15 U3 a session that a limit or a missing login holds back says so, and goes on at a press, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    for (const [prompt, says] of [
      ["meet a limit", /A limit of the model's provider is reached\. Until .*\d\d:\d\d/],
      ["lack a login", /not logged in.*\/login/],
    ] as const) {
      const id = await waiting(prompt);
      const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: `/s/${id}` });
      const note = page.locator(".queue-wait");
      await note.waitFor();
      assert.match(await note.innerText(), says);
      await assertAccessible(page, "a session that waits");
      await note.getByRole("button", { name: "Try again now" }).click();
      await note.waitFor({ state: "detached" });
      await eventually("the turn that goes on", async () => (await sessionOf(daemon, id)).turns === 2);
      assert.deepEqual(troubles, []);
      await context.close();
    }
  });

test("D10 U3 a session whose budget is used up says so, and usage shows what is left of it", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, "go");
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: "and again" } });
  await eventually("the session to wait", async () => (await sessionOf(daemon, id)).waits !== undefined);
  const { page, context, troubles } = await openPage(browser, daemon, { at: `/s/${id}` });
  const note = page.locator(".queue-wait");
  await note.waitFor();
  assert.match(await note.innerText(), /the budget of \$0\.5 of this session is used up/);
  assert.equal(await note.getByRole("button").count(), 0, "nobody goes past it by a press");
  await page.goto(new URL("/usage", page.url()).href);
  const row = page.getByRole("row", { name: /used up.*in all, then no new turn/ }).first();
  await row.waitFor();
  assert.match(await row.innerText(), /\$0\.50\s+\$0\.00/);
  assert.equal(await row.getByRole("meter", { name: "Spent" }).getAttribute("value"), "1");
  await assertAccessible(page, "a session that waits");
  assert.deepEqual(troubles, []);
  await context.close();
});

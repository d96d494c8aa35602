import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

const many = 2000;
let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  for (let made = 0; made < many; made += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        daemon.client.sessions.createSession({ cwd: daemon.cwd, title: `Session number ${made + n}` }),
      ),
    );
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

test("U3 2 000 sessions: the list scrolls to its end, filters as one types, and the document stays small", {
  skip: noBrowser,
}, async () => {
  const { page, context, troubles } = await openPage(browser, daemon);
  await page
    .getByText(/^Session number/)
    .first()
    .waitFor();
  const nodes = async (): Promise<number> => (await page.evaluate("document.querySelectorAll('*').length")) as number;
  const lines = "document.querySelector('.session-lines')";
  let most = await nodes();
  for (let at = 1; at <= 20; at += 1) {
    await page.evaluate(`${lines}.scrollTop = ${lines}.scrollHeight * ${at / 20}`);
    await page.evaluate("new Promise(requestAnimationFrame)");
    most = Math.max(most, await nodes());
  }
  await page.locator(`[data-line="${many - 1}"]`).waitFor();
  assert.ok(most <= 1000, `at most 1000 elements; there were ${most}`);
  await page.getByRole("searchbox").fill("number 1234");
  await page.getByText("Session number 1234", { exact: true }).waitFor();
  assert.equal(await page.locator(".session-item").count(), 1);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").press("ArrowDown");
  for (let n = 0; n < 40; n += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.locator(`[data-line="${many - 1}"] .session-line:focus`).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 2 000 sessions of which many change: the page works a few milliseconds for each", {
  skip: noBrowser,
}, async () => {
  const { page, context } = await openPage(browser, daemon);
  await page
    .getByText(/^Session number/)
    .first()
    .waitFor();
  const { sessions } = await daemon.client.sessions.listSessions({ pageSize: 200 });
  const debug = await context.newCDPSession(page);
  // The processor's time, whatever else this machine does.
  await debug.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedMs = async (): Promise<number> => {
    const { metrics } = await debug.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await workedMs();
  for (let at = 0; at < sessions.length; at += 20)
    await Promise.all(
      sessions
        .slice(at, at + 20)
        .map(({ id }, n) => daemon.client.sessions.renameSession({ sessionId: id, title: `Renamed ${at + n}` })),
    );
  await page.getByText("Renamed 199", { exact: true }).waitFor();
  const each = ((await workedMs()) - before) / sessions.length;
  assert.ok(each > 0 && each < 10, `at most 10 ms for each change; it took ${each}`);
  await context.close();
});

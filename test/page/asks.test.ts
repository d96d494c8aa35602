import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { armed } from "./support/asking.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { ownTime, stopTime } from "./support/page-time.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

/** A session that wants to run these commands, one after another. */
async function asking(...names: readonly string[]): Promise<string> {
  const steps = names.map((name) => ({ tools: [{ name: "Bash", input: { command: `touch ${name}` } }] }));
  const { id } = await createSession(daemon, scripted(...steps, { text: "done" }));
  await reaches(daemon, id, SessionState.WAITING);
  return id;
}

const made = (name: string): boolean => existsSync(join(daemon.cwd, name));

test("U3 two taps on one Allow, 300 ms apart, allow one thing: the next ask is not decided unread", {
  skip: noBrowser,
}, async () => {
  const id = await asking("tapped-1", "tapped-2");
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
  await ownTime(page);
  await page.goto(`${daemon.url}/s/${id}`);
  const allow = page.getByRole("button", { name: "Allow once" });
  await armed(page);
  await stopTime(page);
  await armed(page);
  const box = await allow.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.clock.runFor(300);
  await page.touchscreen.tap(x, y);
  await eventually("the next ask", async () => {
    // Whatever waits for a frame is shown, and next to no time goes by.
    await page.clock.runFor(1);
    return page.locator(".ask-scroll").getByText("touch tapped-2").isVisible();
  });
  await page.touchscreen.tap(x, y);
  await page.clock.runFor(300);
  await page.touchscreen.tap(x, y);
  assert.ok(made("tapped-1"));
  assert.ok(!made("tapped-2"));
  // The buttons are where they were, and do what they say once they can be read.
  assert.deepEqual(await allow.boundingBox(), box);
  await page.clock.resume();
  await armed(page);
  await page.touchscreen.tap(x, y);
  await reaches(daemon, id, SessionState.IDLE);
  assert.ok(made("tapped-2"));
  assert.deepEqual(troubles, []);
});

test("U3 an ask that somebody else answered is gone from the page, and the transcript says by whom", {
  skip: noBrowser,
}, async () => {
  const id = await asking("elsewhere");
  const one = await openPage(browser, daemon);
  const other = await openPage(browser, daemon);
  for (const { page } of [one, other]) {
    await page.goto(`${daemon.url}/s/${id}`);
    await page.getByRole("button", { name: "Allow once" }).waitFor();
  }
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  await daemon.client.conversation.answerAsk({ askId: asks[0]?.id ?? "", verdict: 2, message: "no" });
  for (const { page, troubles } of [one, other]) {
    await page.getByRole("button", { name: "Allow once" }).waitFor({ state: "detached" });
    await page.locator("summary", { hasText: "touch elsewhere" }).click();
    await page.locator(".tool-body").getByText("denied in a terminal on the daemon's machine").waitFor();
    assert.deepEqual(troubles, []);
  }
  assert.ok(!made("elsewhere"));
});

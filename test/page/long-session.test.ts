import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { talkative } from "./support/talkative-agent.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { talkative } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const nodesOf = (page: Page): Promise<number> => page.locator("*").count();

test("U3 a session of 20 000 events opens at its end, scrolls to its beginning, and has few nodes everywhere", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, JSON.stringify({ things: 4000 }));
  const { lastSeq } = await reaches(daemon, id, SessionState.IDLE, { ms: 60_000 });
  assert.ok(lastSeq > 20_000n, `${lastSeq} events`);
  const { page, troubles } = await openPage(browser, daemon, { at: `/s/${id}` });
  await page.getByText("Thing 3999", { exact: false }).first().waitFor();
  assert.ok((await nodesOf(page)) <= 2000);
  await page.getByRole("log").hover();
  for (const px of [-300, -5000, -200_000, -100_000, -1_000_000]) {
    await page.mouse.wheel(0, px);
    await page.waitForTimeout(200);
    assert.ok((await nodesOf(page)) <= 2000, `${await nodesOf(page)} nodes`);
  }
  await page.getByText("Thing 0 with", { exact: false }).waitFor();
  assert.deepEqual(troubles, []);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { freePort } from "./support/free-port.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  const set = ["daemon.default_agent=bridle", `daemon.port=${await freePort()}`];
  daemon = await startDaemon({ set, env: { BRIDLE_PROVIDER: "scripted" } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const words = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");

test("U3 a daemon that is killed in mid-stream and comes back: nothing is missing or doubled on the screen", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, scripted({ text: words, chunks: 200, chunkDelayMs: 20 }));
  const { page, context } = await openPage(browser, daemon, { at: `/s/${id}` });
  const answer = page.locator(".markdown");
  await answer.getByText("word20").waitFor();
  await daemon.kill();
  await page.getByText("Disconnected from the daemon").waitFor();
  // It is said for a few seconds.
  const again = page.getByText("Reconnected: nothing is missing.").waitFor();
  await daemon.restart();
  await again;
  assert.equal(await page.getByText("Disconnected from the daemon").count(), 0);
  await reaches(daemon, id, SessionState.IDLE, { ms: 30_000 });
  await answer.getByText("word399").waitFor();
  assert.equal((await answer.innerText()).trim(), words);
  // It may be above what is on the screen, and so not in the document.
  await page.getByRole("log").press("Home");
  await page.locator(".prompt").first().waitFor();
  assert.equal(await page.locator(".prompt").count(), 1);
  await context.close();
});

test("U3 eight tabs at once are all live: they share one stream", { skip: noBrowser }, async () => {
  const { id } = await createSession(daemon, scripted({ text: "first" }));
  await reaches(daemon, id, SessionState.IDLE);
  const { context, page } = await openPage(browser, daemon);
  const pages = [page];
  while (pages.length < 8) pages.push(await context.newPage());
  for (const tab of pages) await tab.goto(`${daemon.url}/s/${id}`);
  for (const tab of pages) await tab.getByRole("log").getByText("first", { exact: true }).waitFor();
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: scripted({ text: "second" }) } });
  for (const tab of pages) await tab.getByRole("log").getByText("second", { exact: true }).waitFor();
  await eventually("one stream", async () => (await daemon.client.daemon.healthDetails({})).subscribers === 1);
});

// Runs alone: it measures the first paint by the clock.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { firstPaintMs } from "../../bench/page/in-page.ts";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { launchWholeBrowser, noBrowser, openPage } from "./support/browser.ts";

const maxGzipBytes = 150_000;
const maxFirstPaintMs = 500;

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchWholeBrowser();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

test("U3 all that the first look at a session loads is at most 150 KB gzip, and the highlighter is not in it until there is code", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, scripted({ text: "**Hello**, you." }));
  await reaches(daemon, id, SessionState.IDLE);
  const { context, page: first } = await openPage(browser, daemon);
  await first.close();
  // Cookies, and an empty cache: what a phone loads that was just logged in.
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const loaded = new Map<string, { readonly gzip: number; readonly encoding: string | undefined }>();
  const reading: Promise<void>[] = [];
  const read = async (response: Response): Promise<void> => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/bridle.")) return;
    const encoding = response.headers()["content-encoding"];
    loaded.set(pathname, { gzip: gzipSync(await response.body()).length, encoding });
  };
  page.on("response", (response) => reading.push(read(response)));
  await page.goto(`${daemon.url}/s/${id}`);
  await page.locator(".markdown strong").waitFor();
  await Promise.all(reading);
  // The worker loads it, which is no request of the page; what it imports is loaded by the page, too.
  const hub = await (await fetch(`${daemon.url}/hub-worker.js`)).text();
  for (const [, path = ""] of hub.matchAll(/from"\.(\/[^"]+)"/g)) assert.ok(loaded.has(path), path);
  const sizes = [...loaded].map(([path, { gzip }]) => `${path} ${gzip}`).join("\n");
  const total = [...loaded.values()].reduce((sum, { gzip }) => sum + gzip, gzipSync(hub).length);
  assert.ok(total > 50_000 && total <= maxGzipBytes, `${total} bytes\n${sizes}`);
  for (const [path, { gzip, encoding }] of loaded)
    if (gzip > 2000) assert.ok(encoding !== undefined, `${path} is sent whole`);
  const before = loaded.size;
  await daemon.client.conversation.sendPrompt({
    sessionId: id,
    prompt: { text: scripted({ text: "```ts\nconst a = 1;\n```" }) },
  });
  await page.locator(".code-kwd").waitFor();
  await Promise.all(reading);
  assert.ok(loaded.size > before, "the highlighter came with the first code");
  await context.close();
});

test("U3 the page's first paint on loopback is within 500 ms", { skip: noBrowser }, async () => {
  const { page, context } = await openPage(browser, daemon);
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    await page.goto(`${daemon.url}/?${n}`);
    await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
    times.push(await firstPaintMs(page));
  }
  // The best of five: the page is measured, and not what else runs on the machine.
  assert.ok(Math.min(...times) <= maxFirstPaintMs, times.join(", "));
  await context.close();
});

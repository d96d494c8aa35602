import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

for (const width of [390, 1280])
  test(`U3 the page that logs a browser in looks like the others and says what it does, and what to do when it is spent (${width} px)`, {
    skip: noBrowser,
  }, async () => {
    const { url } = await daemon.client.daemon.createLogin({});
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on("console", (said) => said.type() === "error" && !/403/.test(said.text()) && troubles.push(said.text()));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      await assertAccessible(page, `login, ${colorScheme}`);
    }
    const button = page.getByRole("button", { name: "Log in" });
    const accent = "getComputedStyle(document.documentElement).getPropertyValue('--tap')";
    assert.equal(await page.evaluate(accent), "2.75rem", "its style is that of the page");
    assert.ok(((await button.boundingBox())?.height ?? 0) >= 44);
    await button.click();
    await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
    // Once.
    const other = await context.newPage();
    await other.goto(url);
    await other.getByRole("button", { name: "Log in" }).click();
    await other.getByRole("heading", { name: "This link no longer works" }).waitFor();
    await other.getByText("bridle login").waitFor();
    await assertAccessible(other, "a spent link");
    assert.deepEqual(troubles, []);
    await context.close();
  });

test("U3 a browser that is not logged in is told how to be", { skip: noBrowser }, async () => {
  const page = await browser.newPage();
  await page.goto(daemon.url);
  await page.getByText("This browser is not logged in").waitFor();
  await page.getByText("bridle login").waitFor();
  await assertAccessible(page, "not logged in");
  await page.close();
});

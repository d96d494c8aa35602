import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { openShowroom, type Showroom } from "./support/showroom.ts";

let browser: Browser;
let room: Showroom;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  room = await openShowroom();
});
after(async () => {
  await browser?.close();
  await room?.[Symbol.asyncDispose]();
});

const themes = ["light", "dark", "contrast"];

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`U3 every view in every theme is accessible, has one heading, and does not scroll sideways (${width} px)`, {
    skip: noBrowser,
    timeout: 180_000,
  }, async () => {
    const { page, troubles, context } = await openPage(browser, room.daemon, { width, height });
    // Colours that are on their way from one theme to another are nobody's.
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const [name, path] of room.views) {
      await page.goto(room.daemon.url + path);
      await page.locator("main h1, main .empty-title").first().waitFor({ state: "attached" });
      for (const theme of themes) {
        await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`);
        await assertAccessible(page, `${name}, ${theme}, ${width} px`);
      }
      const html = "document.documentElement";
      assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, `${name} scrolls sideways`);
      assert.equal(await page.locator("main h1").count(), 1, `${name} has one heading`);
      // A browser tells of every 404, and this is one.
      assert.deepEqual(name === "gone" ? [] : troubles, [], name);
    }
    await context.close();
  });

test("U3 the tab of every view has a title of its own", { skip: noBrowser }, async () => {
  const { page, context } = await openPage(browser, room.daemon, { width: 1280 });
  const titles = new Map<string, string>();
  for (const [name, path] of room.views) {
    await page.goto(room.daemon.url + path);
    await page.locator("main h1, main .empty-title").first().waitFor({ state: "attached" });
    await page.waitForFunction("document.title !== 'Bridle'");
    titles.set(name, (await page.title()).replace(/^\(\d+\) /, ""));
  }
  assert.equal(new Set(titles.values()).size, titles.size, JSON.stringify([...titles]));
  assert.ok(
    [...titles.values()].every((title) => /^.+ · Bridle$/.test(title)),
    JSON.stringify([...titles]),
  );
  await context.close();
});

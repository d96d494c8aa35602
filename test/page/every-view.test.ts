import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";
import { openShowroom, type Showroom } from "./support/showroom.ts";
import { movedSinceRest, schemes, screenshot, sizes, tour } from "./support/tour.ts";

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

/** The screenshots of `scripts/screenshots.ts` are kept there, to be looked at; without it they are only checked. */
const folder = process.env.BRIDLE_SCREENSHOTS;
/** What nothing but a ground and a frame comes to is less. */
const leastBytes = 2500;

for (const size of sizes)
  test(`U3 every view at ${size.width} px shows what it is for, in every theme accessible, with one heading and a title of its own, not wider than the screen, and still; and its screenshots`, {
    skip: noBrowser,
    timeout: 240_000,
  }, async () => {
    const titles = new Map<string, string>();
    await tour(browser, room, size, async ({ page, view: { name, shows }, troubles }) => {
      titles.set(name, (await page.title()).replace(/^\(\d+\) /, ""));
      assert.ok(await isOnScreen(page, shows), `${name} shows nothing of its own`);
      await assertAccessible(page, `${name}, light, ${size.width} px`);
      assert.deepEqual(await movedSinceRest(page), [], `${name} moves`);
      const html = "document.documentElement";
      assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, `${name} scrolls sideways`);
      assert.deepEqual(await page.evaluate(emptyControls), [], `${name} has controls that show nothing`);
      const heading = name === "login" ? "h1" : "main h1";
      assert.equal(await page.locator(heading).count(), 1, `${name} has one heading`);
      // A browser tells of every 404, and this is one.
      assert.deepEqual(name === "gone" ? [] : troubles, [], name);
      const shots = new Map<string, Buffer>();
      for (const scheme of schemes) shots.set(scheme, await screenshot(page, scheme));
      for (const [scheme, shot] of shots) {
        assert.ok(shot.length > leastBytes, `${name}, ${scheme}: ${shot.length} bytes`);
        keep(`${name}-${size.size}-${scheme}.webp`, shot);
      }
      assert.ok(shots.get("light")?.equals(shots.get("dark") ?? Buffer.of()) === false, `${name} knows no dark`);
      await assertAccessible(page, `${name}, dark, ${size.width} px`, { only: "colours" });
      await page.emulateMedia({ colorScheme: "light", contrast: "more" });
      await assertAccessible(page, `${name}, more contrast, ${size.width} px`, { only: "colours" });
      await page.emulateMedia({ contrast: "no-preference" });
    });
    titles.delete("login");
    assert.equal(new Set(titles.values()).size, titles.size, JSON.stringify([...titles]));
    for (const title of titles.values()) assert.match(title, /^.+ · Bridle$/);
  });

/** Buttons and links in which there is neither a word nor a sign to see. Runs in the page. */
const emptyControls = `[...document.querySelectorAll("button, a[href]")]
  .filter((one) => {
    const isLarge = (part) => part.getBoundingClientRect().width > 4 && part.getBoundingClientRect().height > 4;
    const hasText = (part) => [...part.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== "");
    if (!isLarge(one) || !one.checkVisibility()) return false;
    return ![one, ...one.querySelectorAll("*")].some((part) => isLarge(part) && (part.matches("svg, img") || hasText(part)));
  })
  .map(({ outerHTML }) => outerHTML.slice(0, 120))`;

async function isOnScreen(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).first().boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return box !== null && box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;
}

function keep(name: string, shot: Buffer): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), shot);
}

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

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

const groundOf = (page: Page): Promise<string> =>
  page.evaluate("getComputedStyle(document.body).backgroundColor") as Promise<string>;
const views = ["/asks", "/", "/new", "/usage", "/health", "/rules", "/settings"];

test("U3 every view is one link away on a desk, and one key", { skip: noBrowser }, async () => {
  const { page, troubles, context } = await openPage(browser, daemon, { width: 1280 });
  const nav = page.locator(".side-nav, .side-foot");
  for (const [word, path] of [
    ["Waiting", "/asks"],
    ["New session", "/new"],
    ["Usage", "/usage"],
    ["Health", "/health"],
    ["Rules", "/rules"],
    ["Settings", "/settings"],
  ] as const) {
    await nav.getByRole("link", { name: word }).click();
    await page.waitForURL(daemon.url + path);
    await nav.locator('[aria-current="page"]').getByText(word).waitFor();
    await eventually(`the title ${word}`, async () => (await page.title()).includes(`${word} · Bridle`));
  }
  for (const [at, key] of ["w", "s", "n", "u", "h", "p", ","].entries()) {
    await page.locator("body").press(key);
    await page.waitForURL(daemon.url + views[at]);
    // A view may have a field that has the focus: the next key is for the page.
    await page.evaluate("document.activeElement?.blur()");
  }
  await page.locator("body").press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("usage", { exact: true }).waitFor();
  await assertAccessible(page, "the list of keys");
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 every view is one or two taps away on a phone, with targets for a thumb and no sideways scroll", {
  skip: noBrowser,
}, async () => {
  const { page, troubles, context } = await openPage(browser, daemon, { width: 390, height: 844 });
  const bar = page.locator(".bottom-bar");
  for (const word of ["Waiting", "Sessions", "New", "Usage", "Health", "Rules", "Settings"]) {
    const link = bar.getByRole("link", { name: word, exact: true });
    if (["Health", "Rules", "Settings"].includes(word)) await bar.getByRole("button", { name: "More" }).tap();
    const box = await link.boundingBox();
    assert.ok(box !== null && box.height >= 44 && box.width >= 44, `${word}: ${JSON.stringify(box)}`);
    await link.tap();
    await eventually(`the view ${word}`, async () => (await page.title()).includes(word));
    const html = "document.documentElement";
    assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, word);
    await page.locator(".menu:popover-open").waitFor({ state: "detached" });
  }
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 a theme is chosen for this browser, is there before anything is drawn, and every one of them is readable", {
  skip: noBrowser,
}, async () => {
  const { page, troubles, context } = await openPage(browser, daemon, { colorScheme: "light" });
  const choose = async (word: string): Promise<void> => {
    await page.getByRole("button", { name: "Appearance" }).click();
    await page.getByRole("radio", { name: word }).check();
    await page.keyboard.press("Escape");
  };
  const light = await groundOf(page);
  await choose("Dark");
  const dark = await groundOf(page);
  assert.notEqual(dark, light);
  // The first thing that is drawn is dark already.
  await page.addInitScript(
    "requestAnimationFrame(() => { globalThis.firstTheme = document.documentElement.dataset.theme })",
  );
  await page.reload();
  await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
  await page.evaluate("new Promise(requestAnimationFrame)");
  assert.equal(await page.evaluate("globalThis.firstTheme"), "dark");
  assert.equal(await groundOf(page), dark);
  for (const word of ["Dark", "High contrast", "Light", "Match the system"]) {
    await choose(word);
    await assertAccessible(page, word);
  }
  assert.equal(await groundOf(page), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await groundOf(page), dark);
  await page.emulateMedia({ contrast: "more" });
  assert.equal(await groundOf(page), "rgb(0, 0, 0)");
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 who wants no motion gets none", { skip: noBrowser }, async () => {
  const { page, context } = await openPage(browser, daemon);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = await page.evaluate(
    `[...document.querySelectorAll("*")].filter((one) => {
      const { transitionDuration, animationName } = getComputedStyle(one);
      return transitionDuration !== "0s" || animationName !== "none";
    }).length`,
  );
  assert.equal(moving, 0);
  await context.close();
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { armed } from "./support/asking.ts";
import { answersIn, askingAgent, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { asking: askingAgent } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const rule = { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" };
const use = (command: string) => ({ tool_name: "Bash", input: { command }, permission_suggestions: [rule] });

const allow = (page: Page) => page.locator(".button-row > button").nth(1);

const isArmed = async (page: Page): Promise<boolean> =>
  (await page.locator(".buttons").getAttribute("data-armed")) === "true";

/** Taps where the button is, whether it can be used or not. */
async function tap(page: Page): Promise<void> {
  const box = await allow(page).boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Everything that changes what is under a finger. */
const changes: { readonly [what: string]: (page: Page) => Promise<unknown> } = {
  "the phone is turned": (page) => page.setViewportSize({ width: 844, height: 390 }),
  "a keyboard comes onto the screen": (page) => page.setViewportSize({ width: 390, height: 500 }),
  "another scope is chosen": (page) => page.keyboard.press("2"),
  "the input is about to be edited": (page) => page.keyboard.press("e"),
  "the next ask is shown": (page) => page.keyboard.press("ArrowRight"),
  "a menu was over them": async (page) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.clock.runFor(300);
    await page.keyboard.press("Escape");
  },
  "somebody comes back to the page": (page) =>
    page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))"),
};

for (const [what, change] of Object.entries(changes))
  test(`U3 the buttons are dead for 700 ms after something under the finger changed: ${what}`, {
    skip: noBrowser,
  }, async () => {
    const { id } = await wanting(daemon, "asking", use("one"), use("two"));
    const { page, context, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
    await page.clock.install();
    await page.goto(`${daemon.url}/asks`);
    await armed(page);
    // From here on the page's time goes only as far as it is told, however slow the machine is.
    await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 1000);
    assert.ok(await isArmed(page));
    const decided = answersIn(daemon).length;
    await change(page);
    await tap(page);
    await page.clock.runFor(650);
    assert.ok(!(await isArmed(page)), "650 ms later");
    await tap(page);
    await page.clock.runFor(300);
    assert.ok(await isArmed(page), "950 ms later");
    assert.equal(answersIn(daemon).length, decided, "two early taps decide nothing");
    await tap(page);
    await page.getByText("Allowed.").waitFor();
    assert.deepEqual(troubles, []);
    await context.close();
    await daemon.client.sessions.deleteSession({ sessionId: id });
  });

test("U3 a finger that goes across the screen shows the next ask, and decides nothing wherever it begins", {
  skip: noBrowser,
}, async () => {
  const { id } = await wanting(daemon, "asking", use("one"), use("two"));
  const { page, context } = await openPage(browser, daemon, { width: 390, height: 844, at: "/asks" });
  const decided = answersIn(daemon).length;
  const client = await context.newCDPSession(page);
  const swipe = async (fromX: number, toX: number, y: number): Promise<void> => {
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await touch("touchStart", fromX);
    for (let n = 1; n <= 5; n++) await touch("touchMove", fromX + ((toX - fromX) * n) / 5);
    await touch("touchEnd", toX);
  };
  await armed(page);
  await swipe(330, 80, 300);
  await page.getByText("2 of 2").waitFor();
  await armed(page);
  const box = await allow(page).boundingBox();
  assert.ok(box);
  await swipe(box.x + box.width - 10, box.x - 120, box.y + 20);
  await page.getByText("1 of 2").waitFor();
  await armed(page);
  // Within the button: no step, and no answer either.
  await swipe(box.x + 20, box.x + 60, box.y + 20);
  await page.waitForTimeout(300);
  assert.equal(answersIn(daemon).length, decided);
  await page.getByText("1 of 2").waitFor();
  await context.close();
  await daemon.client.sessions.deleteSession({ sessionId: id });
});

test("U3 Enter that is held down on Allow decides one ask", { skip: noBrowser }, async () => {
  const { id } = await wanting(daemon, "asking", use("one"), use("two"));
  const { page, context } = await openPage(browser, daemon, { at: "/asks" });
  await armed(page);
  const decided = answersIn(daemon).length;
  await allow(page).focus();
  await page.keyboard.down("Enter");
  await page.getByText("Allowed.").waitFor();
  // The next one is armed while the key is still down and repeats.
  await armed(page);
  await allow(page).focus();
  for (let n = 0; n < 5; n++) await page.keyboard.down("Enter");
  await page.waitForTimeout(300);
  assert.equal(answersIn(daemon).length, decided + 1);
  await page.keyboard.up("Enter");
  await context.close();
  await daemon.client.sessions.deleteSession({ sessionId: id });
});

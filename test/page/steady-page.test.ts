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

const use = { tool_name: "Bash", input: { command: "make" } };
const isArmed = async (page: Page): Promise<boolean> =>
  (await page.locator(".buttons").getAttribute("data-armed")) === "true";

/** What may lie over the buttons, and how it goes away. */
const covers: {
  readonly [what: string]: { cover: (page: Page) => Promise<unknown>; uncover: (page: Page) => Promise<unknown> };
} = {
  "a dialog": {
    cover: async (page) => {
      await page.keyboard.press("?");
      await page.clock.runFor(200);
      await page.locator("dialog[open]").waitFor();
    },
    uncover: (page) => page.keyboard.press("Escape"),
  },
  "a toast": {
    // The page's own one, moved to where it is in the way.
    cover: (page) =>
      page.evaluate(`{
        const { left, top } = document.querySelectorAll(".button-row > button")[1].getBoundingClientRect();
        const toast = document.querySelector(".toast");
        toast.textContent = "Copied";
        Object.assign(toast.style, { inset: "auto", transform: "none", left: left + "px", top: top + "px" });
      }`),
    uncover: (page) => page.evaluate(`void document.querySelector(".toast").replaceChildren()`),
  },
};

for (const [what, { cover, uncover }] of Object.entries(covers))
  test(`U3 buttons that decide are dead as long as ${what} lies over them`, { skip: noBrowser }, async () => {
    const { id } = await wanting(daemon, "asking", use);
    const { page, context, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
    await page.clock.install();
    await page.goto(`${daemon.url}/asks`);
    await armed(page);
    await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 1000);
    const decided = answersIn(daemon).length;
    await cover(page);
    for (let n = 0; n < 4; n++) {
      await page.clock.runFor(1000);
      assert.ok(!(await isArmed(page)), `${n + 1} s later`);
    }
    await uncover(page);
    await page.clock.runFor(600);
    assert.ok(!(await isArmed(page)), "just uncovered");
    await page.clock.runFor(400);
    assert.ok(await isArmed(page));
    assert.equal(answersIn(daemon).length, decided);
    assert.deepEqual(troubles, []);
    await context.close();
    await daemon.client.sessions.deleteSession({ sessionId: id });
  });

test("U3 Escape in the form of a denial leaves the form, whatever of it has the focus, and does not interrupt", {
  skip: noBrowser,
}, async () => {
  const { id } = await wanting(daemon, "asking", use);
  const { page, context, troubles } = await openPage(browser, daemon);
  await page.goto(`${daemon.url}/s/${id}`);
  await armed(page);
  for (const focus of [
    (): Promise<void> => page.getByRole("radio", { name: /Stop the turn/ }).check(),
    (): Promise<void> => page.locator(".button-row > button").first().focus(),
    (): Promise<void> => page.getByLabel("Reason").focus(),
  ]) {
    await page.keyboard.press("r");
    await page.locator(".deny-form").waitFor();
    await focus();
    await page.keyboard.press("Escape");
    await page.locator(".deny-form").waitFor({ state: "detached" });
    assert.equal(await page.locator(".interrupt-button.deny").count(), 0, "the next one would interrupt");
  }
  // Without one it is the turn that is meant, once the page knows of it.
  await page.locator(".interrupt-button").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".interrupt-button.deny").waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
  await daemon.client.sessions.deleteSession({ sessionId: id });
});

test("U3 what waits is looked for again when a look failed, though nothing else happens", {
  skip: noBrowser,
}, async () => {
  const { id } = await wanting(daemon, "asking", use);
  const { page, context, troubles } = await openPage(browser, daemon);
  let failed = 0;
  await page.route("**/bridle.v1.ConversationService/ListAsks", async (route) => {
    failed += 1;
    if (failed > 2) return route.continue();
    const body = JSON.stringify({ code: "internal", message: "not now" });
    await route.fulfill({ status: 500, contentType: "application/json", body });
  });
  await page.goto(`${daemon.url}/asks`);
  await armed(page);
  assert.ok(failed >= 3);
  assert.deepEqual(
    troubles.filter((trouble) => !/status of 500/.test(trouble)),
    [],
  );
  await context.close();
  await daemon.client.sessions.deleteSession({ sessionId: id });
});

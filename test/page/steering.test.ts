import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches, sessionOf } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { dropFiles, fieldOf, png } from "./support/composer.ts";
import { promptsSeen, requestsSeen, steeredAgent } from "./support/steered-agent.ts";
import { temporaryFile } from "./support/temporary-file.ts";

const seen = temporaryFile("steering.seen");
const unchecked = temporaryFile("unchecked.seen");
let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  const agents = {
    steered: steeredAgent(seen),
    unchecked: steeredAgent(unchecked, ["--allow-dangerously-skip-permissions"]),
  };
  daemon = await startDaemon({ agents });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const interrupts = (): number => requestsSeen(seen, "interrupt").length;

async function running(name: string): Promise<string> {
  const { id } = await createSession(daemon, `${name}: stay`);
  await reaches(daemon, id, SessionState.RUNNING);
  return id;
}

test("U3 Escape interrupts a turn when it is pressed twice; what it does and what becomes of the queue is said", {
  skip: noBrowser,
}, async () => {
  const id = await running("escape");
  const { page, troubles } = await openPage(browser, daemon, { at: `/s/${id}` });
  await page.locator(".activity").getByText("Running Bash").waitFor();
  await page.locator(".activity").getByText("2.4K tokens").waitFor();
  await fieldOf(page).fill("escape: next");
  await page.keyboard.press("Enter");
  await page.getByLabel("Queued prompts").waitFor();
  await page.getByText("Next, when the turn ends or is interrupted").waitFor();
  const before = interrupts();
  await page.keyboard.press("Escape");
  await page.locator(".activity-what").getByText("Press again to interrupt").waitFor();
  assert.equal(interrupts(), before);
  await page.keyboard.press("Escape");
  await eventually("the interrupt", async () => interrupts() === before + 1);
  await page.getByRole("log").getByText("I read: escape: next").waitFor();
  await reaches(daemon, id, SessionState.IDLE);
  await page.getByRole("button", { name: "Interrupt" }).waitFor({ state: "detached" });
  // There is nothing to interrupt any more.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(interrupts(), before + 1);
  assert.deepEqual(troubles, []);
});

test("U3 one Escape, long before another, interrupts nothing", { skip: noBrowser }, async () => {
  const id = await running("patience");
  const { page } = await openPage(browser, daemon);
  await page.clock.install();
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByRole("button", { name: "Interrupt" }).waitFor();
  const before = interrupts();
  const armed = page.locator(".activity-what").getByText("Press again to interrupt");
  await page.locator("body").press("Escape");
  await armed.waitFor();
  await page.clock.runFor(3100);
  await armed.waitFor({ state: "detached" });
  await page.locator("body").press("Escape");
  await armed.waitFor();
  assert.equal(interrupts(), before);
});

test("U3 a thumb interrupts by two taps, a mouse by one click, and nothing moves below them", {
  skip: noBrowser,
}, async () => {
  const first = await running("thumb");
  const phone = await openPage(browser, daemon, { width: 390, height: 844 });
  await phone.page.goto(`${daemon.url}/s/${first}`);
  const button = phone.page.getByRole("button", { name: "Interrupt" });
  await button.waitFor();
  const place = await button.boundingBox();
  const field = await fieldOf(phone.page).boundingBox();
  assert.ok(place && place.height >= 44 && place.width >= 44);
  const before = interrupts();
  await button.tap();
  await phone.page.locator(".activity-what").getByText("Press again to interrupt").waitFor();
  assert.equal(interrupts(), before);
  assert.deepEqual(await button.boundingBox(), place);
  await button.tap();
  await eventually("the interrupt", async () => interrupts() === before + 1);
  await reaches(daemon, first, SessionState.IDLE);
  await button.waitFor({ state: "detached" });
  assert.deepEqual(await fieldOf(phone.page).boundingBox(), field);
  const second = await running("mouse");
  const desk = await openPage(browser, daemon);
  await desk.page.goto(`${daemon.url}/s/${second}`);
  await desk.page.getByRole("button", { name: "Interrupt" }).click();
  await reaches(daemon, second, SessionState.IDLE);
  assert.deepEqual([phone.troubles, desk.troubles], [[], []]);
});

test("U3 a model and a mode that are chosen are seen by the agent and by another browser; what the agent has is shown", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, "models");
  await reaches(daemon, id, SessionState.IDLE);
  const one = await openPage(browser, daemon);
  const other = await openPage(browser, daemon, { width: 390, height: 844 });
  for (const { page } of [one, other]) await page.goto(`${daemon.url}/s/${id}`);
  const { page } = one;
  await other.page.getByRole("button", { name: "Fast", exact: true }).waitFor();
  await page.getByRole("button", { name: "Fast", exact: true }).click();
  await page.getByText("51K of 200K tokens").waitFor();
  await page.getByText("me@example.org").waitFor();
  await page.getByRole("radio", { name: /^Deep/ }).check();
  await other.page.getByRole("button", { name: "Deep", exact: true }).waitFor();
  assert.deepEqual(requestsSeen(seen, "set_model").at(-1)?.model, "deep");
  await page.getByRole("radio", { name: /^Plan/ }).check();
  await other.page.getByRole("button", { name: "Deep · Plan" }).waitFor();
  assert.deepEqual(requestsSeen(seen, "set_permission_mode").at(-1)?.mode, "plan");
  await assertAccessible(page, "model and mode");
  const everything = page.getByRole("radio", { name: /^Allow everything/ });
  assert.ok(await everything.isDisabled());
  await page.getByText("add --allow-dangerously-skip-permissions to agents.steered.args").waitFor();
  // Asleep, it is what was last known, and said to be.
  await daemon.client.sessions.closeSession({ sessionId: id });
  await page.getByText("The agent is asleep.").waitFor();
  await page.getByRole("radio", { name: /^Fast/ }).check();
  await other.page.getByRole("button", { name: "Fast · Plan" }).waitFor();
  assert.deepEqual([one.troubles, other.troubles], [[], []]);
});

test("U3 everything is allowed only where the agent was started for it, and only after a warning", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, "bypass", "unchecked");
  await reaches(daemon, id, SessionState.IDLE);
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844, at: `/s/${id}` });
  await page.getByRole("button", { name: "Fast", exact: true }).tap();
  await page.getByRole("radio", { name: /^Allow everything/ }).tap();
  await page.getByText("Only deny rules stop it.", { exact: false }).waitFor();
  await assertAccessible(page, "the warning");
  assert.equal((await sessionOf(daemon, id)).permissionMode, "default");
  await page.getByRole("button", { name: "Allow everything" }).tap();
  await page.getByRole("button", { name: "Fast · Allow everything" }).waitFor();
  assert.equal(requestsSeen(unchecked, "set_permission_mode").at(-1)?.mode, "bypassPermissions");
  assert.deepEqual(troubles, []);
});

test("U3 a mode that the agent refuses says why, and the mode stays", { skip: noBrowser }, async () => {
  const { id } = await createSession(daemon, "refusal");
  await reaches(daemon, id, SessionState.IDLE);
  const { page } = await openPage(browser, daemon);
  // As if the settings had been changed since the agent was started.
  await page.route("**/SetPermissionMode", async (route) => {
    const body = route.request().postDataBuffer()?.toString("latin1").replace("plan", "nope") ?? "";
    await route.continue({ postData: Buffer.from(body, "latin1") });
  });
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByRole("button", { name: "Fast", exact: true }).click();
  await page.getByRole("radio", { name: /^Plan/ }).click();
  await page.getByText("permission_mode must be one of").waitFor();
  assert.ok(await page.getByRole("radio", { name: /^Ask/ }).isChecked());
});

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`U3 the composer at ${width} px: axe finds nothing, and nothing scrolls sideways, whatever is open`, {
    skip: noBrowser,
  }, async () => {
    const id = await running(`axe${width}`);
    const { page, troubles } = await openPage(browser, daemon, { width, height, at: `/s/${id}` });
    await page.getByRole("button", { name: "Interrupt" }).waitFor();
    await fieldOf(page).fill(`axe: ${"a long prompt that waits ".repeat(10)}`);
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByLabel("Queued prompts").waitFor();
    await dropFiles(page, [
      { name: "a-picture-with-a-long-name.png", type: "image/png", base64: png },
      { name: "notes.md", type: "text/markdown", base64: btoa("# Notes") },
    ]);
    await page.getByRole("button", { name: "Remove notes.md" }).waitFor();
    await assertAccessible(page, "a turn, a queue and files");
    await fieldOf(page).fill("");
    await fieldOf(page).pressSequentially("/");
    await page.getByRole("listbox").waitFor();
    await assertAccessible(page, "commands");
    await fieldOf(page).press("Escape");
    await fieldOf(page).press("Escape");
    await page.locator(".activity-what").getByText("Press again to interrupt").waitFor();
    await assertAccessible(page, "about to interrupt");
    const html = "document.documentElement";
    assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, "no sideways scroll");
    assert.ok(promptsSeen(seen).length > 0);
    assert.deepEqual(troubles, []);
  });

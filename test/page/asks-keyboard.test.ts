import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { armed } from "./support/asking.ts";
import { answersIn, askingAgent, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { ownTime, stopTime } from "./support/page-time.ts";

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

const rule = { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "localSettings" };
const use = (command: string) => ({ tool_name: "Bash", input: { command }, permission_suggestions: [rule] });

test("U3 three asks are looked at and decided with the keyboard alone, and each key is in the list", {
  skip: noBrowser,
}, async () => {
  // One session each: the asks are in the order in which they came.
  for (const command of ["first", "second", "third"]) await wanting(daemon, "asking", use(command));
  const { page, context, troubles } = await openPage(browser, daemon);
  const key = (name: string) => page.keyboard.press(name);
  await ownTime(page);
  await page.goto(daemon.url);
  await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
  await key("w");
  await page.locator(".ask-scroll").getByText("first").waitFor();
  await armed(page);
  await key("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const words of ["allow", "deny", "edit the input", "deny with a reason", "allow: this session"])
    await list.getByText(words, { exact: true }).waitFor();
  for (const words of ["next one waiting", "previous one waiting"])
    await list.getByText(words, { exact: true }).waitFor();
  // Below the list nobody sees what a key would decide.
  for (const name of ["a", "d", "ArrowRight"]) await key(name);
  await key("Escape");
  await list.waitFor({ state: "hidden" });
  await page.locator(".ask-scroll").getByText("first").waitFor();
  assert.equal(answersIn(daemon).length, 0);

  for (const [name, command] of [
    ["ArrowRight", "second"],
    ["ArrowRight", "third"],
    ["ArrowRight", "first"],
    ["ArrowLeft", "third"],
    ["ArrowLeft", "second"],
  ] as const) {
    await key(name);
    await page.locator(".ask-scroll").getByText(command).waitFor();
  }
  // The second: edited. What is typed is text, also the letters that are keys.
  await key("e");
  await page.locator("#edit-command:focus").waitFor();
  await key("ControlOrMeta+a");
  await page.keyboard.type("read");
  await key("Escape");
  await page.getByRole("region", { name: "What it wants to do" }).getByText("second").waitFor();
  await key("e");
  await page.locator("#edit-command:focus").waitFor();
  await key("ControlOrMeta+a");
  await page.keyboard.type("read");
  await armed(page);
  await stopTime(page);
  await key("Tab");
  await key("a");
  // The next comes, and nothing that was typed early decides it.
  await page.locator(".ask-scroll").getByText("third").waitFor();
  await key("a");
  await page.clock.resume();
  await page.getByText("2 of 2").waitFor();
  await armed(page);
  await key("r");
  await page.getByRole("textbox", { name: "Reason" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("a dear reason");
  await key("Tab");
  await armed(page);
  await key("d");
  await page.locator(".ask-scroll").getByText("first").waitFor();
  await armed(page);
  await key("2");
  await page.getByText("No file is written.", { exact: false }).waitFor();
  await armed(page);
  await key("a");
  await page.getByText("Nothing is waiting for you").waitFor();
  const answers = await eventually("all answers", async () => {
    const all = answersIn(daemon);
    return all.length === 3 ? all : undefined;
  });
  assert.deepEqual(answers[0]?.updatedInput, { command: "read" });
  assert.deepEqual([answers[1]?.behavior, answers[1]?.message], ["deny", "a dear reason"]);
  assert.deepEqual(answers[2]?.updatedPermissions, [{ ...rule, destination: "session" }]);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 who decides with Tab and Enter stays in the asks: the next one has the focus", {
  skip: noBrowser,
}, async () => {
  for (const command of ["one", "two"]) await wanting(daemon, "asking", use(command));
  const { page, context } = await openPage(browser, daemon, { at: "/asks" });
  await armed(page);
  await page.getByRole("button", { name: "Deny", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".ask-scroll").getByText("two").waitFor();
  await page.locator("article.ask:focus").waitFor();
  await armed(page);
  await page.keyboard.press("d");
  await page.getByText("Nothing is waiting for you").waitFor();
  await context.close();
});

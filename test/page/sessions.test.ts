import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { ownTime, stopTime } from "./support/page-time.ts";

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

/** A session that has answered. */
async function answered(title: string, text: string, prompt = ""): Promise<string> {
  const { session } = await daemon.client.sessions.createSession({
    cwd: daemon.cwd,
    title,
    prompt: { text: `${prompt} ${scripted({ text })}` },
  });
  const id = session?.id ?? "";
  await eventually("its first turn", async () => {
    const { session: now } = await daemon.client.sessions.getSession({ sessionId: id });
    return now?.turns === 1 && now.state === SessionState.IDLE;
  });
  return id;
}

const line = (page: Page, title: string) => page.locator(".session-item").filter({ hasText: title });

async function chooseAction(page: Page, title: string, action: string): Promise<void> {
  await line(page, title).hover();
  await page
    .getByRole("button", { name: `Actions for “${title}”` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

for (const { device, width } of [
  { device: "a phone", width: 390 },
  { device: "a desk", width: 1280 },
])
  test(`U3 the list on ${device} tells of each session how it is, what it does, what it cost and where it works`, {
    skip: noBrowser,
  }, async () => {
    const title = `Waits on ${device}`;
    const tools = [{ name: "Bash", input: { command: "touch waiting" } }];
    const { session } = await daemon.client.sessions.createSession({
      cwd: daemon.cwd,
      title,
      prompt: { text: scripted({ tools }) },
    });
    await answered(`Answered on ${device}`, "The **last** words.");
    await reaches(daemon, session?.id ?? "", SessionState.WAITING);
    const { page, context, troubles } = await openPage(browser, daemon, { width });
    const titles = page.locator(".session-title");
    await page.getByText(title).waitFor();
    assert.match((await titles.first().textContent()) ?? "", /Waits on/, "what waits is first");
    const words = await line(page, title).innerText();
    for (const word of [/waiting for you/, /\bwork\b/, /Bash touch waiting/, /now/]) assert.match(words, word);
    assert.match(await line(page, `Answered on ${device}`).innerText(), /idle[\s\S]*The last words\./);
    await assertAccessible(page, "the list");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("combobox", { name: "Folder" }).waitFor();
    await assertAccessible(page, "the list with its filters");
    const html = "document.documentElement";
    assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, "no sideways scroll");
    assert.deepEqual(troubles, []);
    await context.close();
    await daemon.client.sessions.deleteSession({ sessionId: session?.id ?? "" });
  });

test("U3 a search finds at once by title, and what was said with a link to the very event", {
  skip: noBrowser,
}, async () => {
  const id = await answered("Fruit salad", "There is a carambola in it.", "Which star fruit?");
  await answered("Something else", "Nothing of interest.");
  const { page, context, troubles } = await openPage(browser, daemon);
  await page.getByText("Fruit salad").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("salad");
  await line(page, "Something else").waitFor({ state: "detached" });
  assert.equal(await line(page, "Fruit salad").count(), 1);
  await page.getByRole("searchbox").fill("carambola");
  const hit = page.locator(".found-line");
  await hit.waitFor();
  assert.match(await hit.innerText(), /Fruit salad[\s\S]*There is a carambola in it/);
  assert.equal(await hit.locator("mark").first().textContent(), "carambola");
  await assertAccessible(page, "what a search found");
  await page.getByRole("searchbox").press("ArrowDown");
  await page.locator(".session-line:focus").waitFor();
  await page.keyboard.press("End");
  await page.locator(".found-line:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/s/${id}#*`);
  await page.locator('.row[data-current="true"]').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 the list is used by keyboard alone: down, up, open, the actions of a session", {
  skip: noBrowser,
}, async () => {
  await answered("Keys one", "one");
  const id = await answered("Keys two", "two");
  const { page, context } = await openPage(browser, daemon);
  await page.getByRole("searchbox").fill("Keys");
  await line(page, "Keys two").waitFor();
  await page.getByRole("searchbox").press("Enter");
  const focused = async (): Promise<string> =>
    (await page.evaluate("document.activeElement?.querySelector('.session-title')?.textContent ?? ''")) as string;
  await eventually("the first line to have the focus", async () => (await focused()) === "Keys two");
  await page.keyboard.press("j");
  await eventually("the next one", async () => (await focused()) === "Keys one");
  await page.keyboard.press("ArrowUp");
  await eventually("the one before", async () => (await focused()) === "Keys two");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator('[role="menuitem"]:focus').getByText("Rename").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.locator('[role="menuitem"]:focus').getByText("Archive").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/s/${id}`);
  await context.close();
});

test("U3 a session is renamed in place, from the list and from its head", { skip: noBrowser }, async () => {
  const id = await answered("Wrong name", "fine");
  const { page, context } = await openPage(browser, daemon);
  await chooseAction(page, "Wrong name", "Rename");
  await page.getByLabel("Title").fill("Right name");
  await page.keyboard.press("Enter");
  await line(page, "Right name").waitFor();
  assert.equal((await daemon.client.sessions.getSession({ sessionId: id })).session?.title, "Right name");
  await line(page, "Right name").getByRole("link").click();
  await page.locator(".session-head").getByRole("button", { name: "Actions for “Right name”" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.locator(".session-head").getByLabel("Title").fill("Never mind");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Right name" }).waitFor();
  assert.equal((await daemon.client.sessions.getSession({ sessionId: id })).session?.title, "Right name");
  await context.close();
});

test("U3 a session is archived, brought back by Undo, and found among the archived", { skip: noBrowser }, async () => {
  await answered("Put away", "fine");
  const { page, context } = await openPage(browser, daemon);
  await chooseAction(page, "Put away", "Archive");
  await page.getByText("“Put away” is archived.").waitFor();
  await line(page, "Put away").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await line(page, "Put away").waitFor();
  await chooseAction(page, "Put away", "Archive");
  await line(page, "Put away").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: /^Archived/ }).click();
  await line(page, "Put away").waitFor();
  await chooseAction(page, "Put away", "Unarchive");
  await page.getByText("No session matches.").waitFor();
  await page.getByRole("button", { name: "Show all sessions" }).click();
  await line(page, "Put away").waitFor();
  await context.close();
});

test("U3 a fork is a session of its own that knows the conversation", { skip: noBrowser }, async () => {
  const id = await answered("Trunk", "grown");
  const { page, context, troubles } = await openPage(browser, daemon, { at: `/s/${id}` });
  await page.locator(".session-head").getByRole("button", { name: "Actions for “Trunk”" }).click();
  await page.getByRole("menuitem", { name: "Fork …" }).click();
  const title = page.getByRole("dialog").getByLabel("Title");
  assert.equal(await title.inputValue(), "Trunk (fork)");
  await assertAccessible(page, "forking");
  await title.fill("Branch");
  await page.getByRole("button", { name: "Fork", exact: true }).click();
  await page.getByRole("heading", { name: "Branch" }).waitFor();
  const [, fork] = /\/s\/([^#]+)/.exec(page.url()) ?? [];
  assert.notEqual(fork, id);
  const { promptId } = await daemon.client.conversation.sendPrompt({
    sessionId: fork ?? "",
    prompt: { text: scripted({ text: "branched" }) },
  });
  assert.ok(promptId);
  await page.getByRole("log").getByText("branched", { exact: true }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 deleting says what is lost, and no double tap does it", { skip: noBrowser }, async () => {
  const id = await answered("Doomed", "fine");
  const { page, context } = await openPage(browser, daemon, { width: 390 });
  await ownTime(page);
  await page.goto(`${daemon.url}/s/${id}`);
  await page.locator(".session-head").getByRole("button", { name: "Actions for “Doomed”" }).tap();
  await page.getByRole("menuitem", { name: "Delete …" }).waitFor();
  await stopTime(page);
  await page.getByRole("menuitem", { name: "Delete …" }).tap();
  await page.clock.runFor(200);
  const button = page.getByRole("button", { name: "Delete for good" });
  await button.click({ force: true });
  await page.clock.resume();
  assert.ok((await daemon.client.sessions.getSession({ sessionId: id })).session, "a tap at once does nothing");
  await page.getByText(/whole conversation is erased from Bridle: \d+ events, one turn/).waitFor();
  await page.locator('.deny[aria-disabled="false"]').waitFor();
  await assertAccessible(page, "deleting");
  await button.tap();
  await page.getByText("“Doomed” is deleted.").waitFor();
  await page.waitForURL(`${daemon.url}/`);
  await assert.rejects(daemon.client.sessions.getSession({ sessionId: id }), { code: "not_found" });
  await context.close();
});

test("U3 closing ends the agent, and says that a prompt starts it again", { skip: noBrowser }, async () => {
  const id = await answered("Tired", "fine");
  const { page, context } = await openPage(browser, daemon);
  await chooseAction(page, "Tired", "Close");
  await page.getByText("“Tired” is closed. A prompt starts it again.").waitFor();
  await reaches(daemon, id, SessionState.CLOSED, { live: false });
  await line(page, "Tired").getByText("closed").waitFor();
  await context.close();
});

test("U3 unread is what happened since this browser looked, in whichever of its tabs", {
  skip: noBrowser,
}, async () => {
  const id = await answered("News", "old news");
  const other = await answered("Elsewhere", "fine");
  const { page, context } = await openPage(browser, daemon);
  const second = await context.newPage();
  await second.goto(`${daemon.url}/s/${other}`);
  for (const tab of [page, second]) {
    await line(tab, "News").waitFor();
    assert.equal(await line(tab, "News").getByText("unread").count(), 0, "what was there before is not news");
  }
  const { promptId } = await daemon.client.conversation.sendPrompt({
    sessionId: id,
    prompt: { text: scripted({ text: "fresh news" }) },
  });
  assert.ok(promptId);
  for (const tab of [page, second]) await line(tab, "News").locator(".session-unread").waitFor();
  await page.getByRole("button", { name: /^Unread/ }).click();
  await line(page, "Elsewhere").waitFor({ state: "detached" });
  await second.bringToFront();
  await line(second, "News").getByRole("link").click();
  await second.getByRole("log").getByText("fresh news", { exact: true }).waitFor();
  await line(page, "News").waitFor({ state: "detached" });
  assert.equal(await line(second, "News").getByText("unread").count(), 0);
  await context.close();
});

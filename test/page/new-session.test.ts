import assert from "node:assert/strict";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { type ClaudeOnPath, claudeOnPath, writeTranscript } from "./support/claude-on-path.ts";

let browser: Browser;
let daemon: TestDaemon;
let claude: ClaudeOnPath;
let work: string;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  claude = claudeOnPath();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: claude.env });
  work = realpathSync(daemon.cwd);
  for (const folder of ["shop/.git", "shoes", ".secret"]) mkdirSync(join(work, folder), { recursive: true });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  claude?.[Symbol.dispose]();
});

const folderField = (page: Page) => page.getByRole("combobox", { name: "Folder", exact: true });

async function sessionAt(page: Page) {
  await page.waitForURL("**/s/*");
  const [, id] = /\/s\/([^#]+)/.exec(page.url()) ?? [];
  const { session } = await daemon.client.sessions.getSession({ sessionId: id ?? "" });
  assert.ok(session);
  return session;
}

test("U1 U3 an empty daemon greets with the next step, and offers the claude that is installed with version and level", {
  skip: noBrowser,
}, async () => {
  for (const width of [1280, 390]) {
    const { page, context, troubles } = await openPage(browser, daemon, { width });
    if (width === 1280) {
      await page.getByText("Welcome. Start your first session.").waitFor();
      await page.getByText(`Claude Code ${claude.version} is installed: fully compatible.`).waitFor();
    }
    await page.getByText("No sessions yet.").waitFor();
    await assertAccessible(page, "an empty daemon");
    await page.getByRole("link", { name: "Start a session" }).click();
    const card = page.locator(".agent-card").filter({ hasText: "Claude Code" });
    await card.getByText("fully compatible").waitFor();
    assert.match(await card.innerText(), new RegExp(`Claude Code ${claude.version}`));
    await assertAccessible(page, "a new session");
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

test("U3 a session is created by keyboard: the folder completes, the form says what is wrong where it is wrong", {
  skip: noBrowser,
}, async () => {
  const { page, context, troubles } = await openPage(browser, daemon);
  await page.keyboard.press("n");
  await folderField(page).focus();
  await page.keyboard.type(join(work, "no-such-folder"));
  await page.getByRole("button", { name: "Start" }).press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: "There is no folder" });
  await alert.waitFor();
  assert.match(await alert.innerText(), /no-such-folder .*Pick one from the list/);
  assert.equal(await page.evaluate("document.activeElement?.role"), "combobox", "and the focus is there");
  await folderField(page).fill(join(work, "sh"));
  await page.getByRole("option").filter({ hasText: "shop" }).waitFor();
  const options = page.getByRole("listbox", { name: "Folders" }).getByRole("option");
  assert.deepEqual(await options.allInnerTexts(), [join(work, "shoes"), `${join(work, "shop")}\ngit`]);
  await assertAccessible(page, "folders that complete");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await folderField(page).inputValue(), join(work, "shop"));
  await page.getByLabel("What should it do?").fill(scripted({ text: "By keyboard." }));
  await page.getByLabel("Permissions").selectOption("Plan");
  await page.getByLabel("Model").fill("any-model");
  await page.getByLabel("Title").fill("Made by keyboard");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("By keyboard.", { exact: true }).waitFor();
  const { title, cwd, agent } = await sessionAt(page);
  assert.deepEqual({ title, cwd, agent }, { title: "Made by keyboard", cwd: join(work, "shop"), agent: "bridle" });
  // The browser tells of every answer that is a refusal.
  assert.deepEqual(troubles.slice(1), []);
  assert.match(troubles[0] ?? "", /400/);
  await context.close();
});

test("U3 a list of sessions that comes late proposes no folder to who is in the field already", {
  skip: noBrowser,
}, async () => {
  await daemon.client.sessions.createSession({ cwd: join(work, "shoes"), title: "The newest" });
  const { page, context, troubles } = await openPage(browser, daemon);
  const wanted = Promise.withResolvers<void>();
  await page.route("**/ListSessions", async (route) => {
    await wanted.promise;
    await route.continue();
  });
  await page.goto(`${daemon.url}/new`);
  await folderField(page).focus();
  wanted.resolve();
  await page.getByRole("link", { name: /The newest/ }).waitFor();
  await page.keyboard.insertText(join(work, "shop"));
  await page.getByRole("button", { name: "Start" }).click();
  assert.equal((await sessionAt(page)).cwd, join(work, "shop"));
  // Who is not in it is offered the folder of the newest session.
  await page.goto(`${daemon.url}/new`);
  await eventually("the folder", async () => (await folderField(page).inputValue()) === join(work, "shop"));
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 a session is created by thumb at phone width, with another agent and the folder of another session", {
  skip: noBrowser,
}, async () => {
  await daemon.client.sessions.createSession({ cwd: join(work, "shoes"), title: "Another" });
  const { page, context, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
  await page.getByRole("link", { name: "New", exact: true }).tap();
  await folderField(page).tap();
  await folderField(page).fill("");
  await page.getByRole("option").filter({ hasText: "shoes" }).tap();
  assert.equal(await folderField(page).inputValue(), join(work, "shoes"));
  await page.getByLabel("What should it do?").fill(scripted({ text: "By thumb." }));
  await page.locator(".agent-card").filter({ hasText: "Claude Code" }).tap();
  for (const target of ["Start", "Claude Code"]) {
    const box = await page.locator("button.allow, .agent-card").filter({ hasText: target }).boundingBox();
    assert.ok((box?.height ?? 0) >= 44, `${target} is large enough for a thumb`);
  }
  const html = "document.documentElement";
  assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, "no sideways scroll");
  await page.getByRole("button", { name: "Start" }).tap();
  await page.getByRole("log").getByText("By thumb.", { exact: true }).waitFor();
  const { cwd, agent } = await sessionAt(page);
  assert.deepEqual({ cwd, agent }, { cwd: join(work, "shoes"), agent: "claude" });
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 a conversation that is continued before the agents are known goes on with the one that wrote it", {
  skip: noBrowser,
}, async () => {
  const id = "0badcafe-0000-4000-8000-000000000002";
  writeTranscript(claude.configFolder, join(work, "shop"), id, "Count the shelves", "There are five.");
  const { page, context } = await openPage(browser, daemon);
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  await page.route("**/bridle.v1.DaemonService/HealthDetails", async (route) => {
    await known;
    await route.continue();
  });
  await page.goto(`${daemon.url}/new/${id}`);
  await page.getByLabel("What next?").fill(scripted({ text: "Six by now." }));
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: "Starting …" }).waitFor();
  tell();
  await page.getByRole("log").getByText("Six by now.", { exact: true }).waitFor();
  assert.equal((await sessionAt(page)).agent, "claude");
  await context.close();
});

test("U3 a conversation of Claude Code goes on here: found by folder, told what it is, then continued", {
  skip: noBrowser,
}, async () => {
  const id = "0badcafe-0000-4000-8000-000000000001";
  writeTranscript(claude.configFolder, join(work, "shop"), id, "Sort the shelves", "They are sorted by colour.");
  for (const width of [390, 1280]) {
    const { page, context, troubles } = await openPage(browser, daemon, { width, at: "/continue" });
    const folder = page.getByRole("region", { name: join(work, "shop") });
    await folder.getByText("Sort the shelves").waitFor();
    assert.match(await folder.innerText(), /ago|now/);
    assert.match(await folder.innerText(), /\d bytes|\d KB/);
    await assertAccessible(page, "conversations of Claude Code");
    await folder.getByText("Sort the shelves").click();
    const facts = page.getByRole("region", { name: "The conversation" });
    assert.match(await facts.innerText(), /Sort the shelves[\s\S]*shop[\s\S]*Size/);
    await assertAccessible(page, "what is about to be continued");
    if (width === 1280) {
      await page.getByLabel("What next?").fill(scripted({ text: "Going on." }));
      await page.getByRole("button", { name: "Continue", exact: true }).click();
      await page.getByRole("log").getByText("Going on.", { exact: true }).waitFor();
      const { agent, agentSessionId, title } = await sessionAt(page);
      assert.deepEqual(
        { agent, agentSessionId, title },
        { agent: "claude", agentSessionId: id, title: "Sort the shelves" },
      );
    }
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

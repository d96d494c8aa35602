import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { bridle } from "../cli/run-bridle.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { asking, bash } from "./support/asking.ts";
import { askingAgent } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let deleted: string;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    agents: { asking: askingAgent },
    set: ["daemon.default_agent=bridle"],
    env: { BRIDLE_PROVIDER: "scripted" },
    settings: { permissions: { deny: ["Bash(git push:*)"], allow: ["Bash(true:*)"] } },
  });
  // More than a page of them.
  const many = Array.from({ length: 120 }, (_, at) => ({ tool_name: "Bash", input: { command: `true ${at}` } }));
  const { id } = await createSession(daemon, JSON.stringify(many), "asking");
  await daemon.client.sessions.renameSession({ sessionId: id, title: "Many" });
  await reaches(daemon, id, SessionState.IDLE);
  const gone = await createSession(daemon, scripted({ tools: [bash("git push --all")] }, { text: "over" }));
  await reaches(daemon, gone.id, SessionState.IDLE);
  deleted = gone.id;
  await daemon.client.sessions.deleteSession({ sessionId: deleted });
  const person = await asking(daemon, bash("touch audited"));
  await daemon.client.sessions.renameSession({ sessionId: person.id, title: "Asked" });
  await daemon.client.conversation.answerAsk({ askId: person.ask.id, verdict: 1 });
  await reaches(daemon, person.id, SessionState.IDLE);
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const line = (page: Page, number: number) => page.getByRole("article", { name: `Decision ${number}`, exact: true });
/** Waits until a filter has left this one alone: what it took away is gone, wherever the list was scrolled to. */
async function onlyShown(page: Page, number: number): Promise<void> {
  await page.getByRole("article").nth(1).waitFor({ state: "detached" });
  await line(page, number).waitFor();
}

for (const width of [390, 1280])
  test(`P8 U3 the audit: who, which rule, when, how long; found by what it is, and verified, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: "/audit" });
    await page.getByText("Verified: 122 decisions, as they were written, none is missing.").waitFor();
    assert.match(await line(page, 122).innerText(), /^allow #122.*Bash by a person.*, after \d.*Asked/s);
    assert.match(await line(page, 121).innerText(), /^deny #121.*by rule Bash\(git push:\*\) of \S+.*deleted session/s);
    assert.equal(await line(page, 121).getByRole("link").count(), 0, "there is nothing to go to");
    assert.ok((await page.getByRole("article").count()) < 60, "only what is seen is in the document");
    await assertAccessible(page, "the audit");
    // Further down the next page is loaded, without a gap.
    await line(page, 120).waitFor();
    const list = page.locator(".audit-lines");
    while ((await line(page, 1).count()) === 0) await list.evaluate((one) => one.scrollBy(0, 600));
    await page.getByLabel("Decided by").selectOption("by a person");
    await onlyShown(page, 122);
    await page.getByLabel("Decided by").selectOption("");
    await page.getByLabel("Verdict").selectOption("deny");
    await onlyShown(page, 121);
    await page.getByLabel("Verdict").selectOption("");
    await page.getByLabel("Find in the audit").fill(deleted.slice(0, 9));
    await onlyShown(page, 121);
    await page.getByLabel("Find in the audit").fill("");
    await page.getByLabel("Session", { exact: true }).selectOption("Asked");
    await onlyShown(page, 122);
    await line(page, 122).getByRole("link", { name: "Why" }).click();
    await page.getByText(/Decision 122 of Asked: allow by a person/).waitFor();
    assert.match(await page.getByRole("region", { name: "What would happen" }).innerText(), /^ask/);
    await page.goBack();
    await line(page, 122).getByRole("link", { name: "Asked" }).click();
    await page.locator('.row[data-current="true"]').getByText("touch audited").first().waitFor();
    assert.match(page.url(), /\/s\/[^#]+#\S+$/);
    assert.deepEqual(troubles, []);
    await context.close();
  });

test("P8 U3 what is downloaded is what bridle audit export prints", { skip: noBrowser }, async () => {
  const { page, context } = await openPage(browser, daemon, { at: "/audit" });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Export/ }).click();
  const file = await download;
  assert.match(file.suggestedFilename(), /^bridle-audit-\d{4}-\d\d-\d\d\.jsonl$/);
  const env = { PATH: process.env.PATH, HOME: daemon.home, BRIDLE_HOME: daemon.home };
  const { stdout } = bridle(["audit", "export"], { env });
  assert.equal(readFileSync(await file.path(), "utf8"), stdout);
  await context.close();
});

test("P8 U3 an audit that somebody changed says so, with the row", { skip: noBrowser }, async () => {
  const { page, context } = await openPage(browser, daemon, { at: "/audit" });
  await page.getByText(/^Verified/).waitFor();
  const database = new DatabaseSync(daemon.database);
  database.exec("UPDATE audit SET who = 'nobody' WHERE number = 7; DELETE FROM audit WHERE number = 9");
  database.close();
  await page.getByRole("button", { name: "Refresh" }).click();
  const alarm = page.getByRole("alert", { name: "The audit was changed" });
  await alarm.waitFor();
  assert.match(await alarm.innerText(), /row 7 was changed\s+row 9 is missing/);
  await assertAccessible(page, "an audit that was changed");
  await context.close();
});

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { AskState, SessionState, TurnOutcome } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { all, eventsUntil } from "../daemon/support/session-events.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { reaches } from "../daemon/support/talk.ts";
import { armed, asking, bash, openAsk } from "./support/asking.ts";
import { launchBrowser, noBrowser, type OpenPage, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let opened: OpenPage;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  opened = await openPage(browser, daemon, { width: 390, height: 844 });
});
after(async () => {
  assert.deepEqual(opened?.troubles ?? [], []);
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const at = (name: string): string => join(daemon.cwd, name);

const turnOf = (id: string) =>
  eventsUntil(daemon.client, id, ({ kind }) => kind.case === "turnComplete", { what: "the end of the turn", daemon });

test("U3 an edited command is shown with its difference, checked, run in place of the agent's, and told by the transcript", {
  skip: noBrowser,
}, async () => {
  const { page } = opened;
  const { id } = await asking(daemon, bash("echo asked > asked.txt", { timeout: 9000 }));
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByText("Not changed yet.").waitFor();
  await page.getByLabel("timeout (JSON)").fill("9000 ms");
  await page.getByText(/This is not JSON/).waitFor();
  const allow = page.getByRole("button", { name: /^Allow/ });
  await armed(page);
  await allow.click({ force: true });
  assert.equal((await openAsk(daemon, id)).state, AskState.OPEN, "what cannot be read is not sent");
  await page.getByLabel("timeout (JSON)").fill("8000");
  await page.getByLabel("command", { exact: true }).fill("echo edited > edited.txt");
  const change = page.getByRole("region", { name: "Your change" });
  await change.locator('[data-kind="removed"]', { hasText: "echo asked > asked.txt" }).waitFor();
  await change.locator('[data-kind="added"]', { hasText: "echo edited > edited.txt" }).waitFor();
  await armed(page);
  await page.getByRole("button", { name: "Allow edited" }).tap();
  const resolved = all(await turnOf(id), "permissionResolved")[0];
  assert.deepEqual(JSON.parse(resolved?.editedInputJson ?? ""), { command: "echo edited > edited.txt", timeout: 8000 });
  assert.equal(readFileSync(at("edited.txt"), "utf8"), "edited\n");
  assert.ok(!existsSync(at("asked.txt")));
  await page.locator("summary", { hasText: "echo asked" }).click();
  await page.getByText(/allowed in the browser page-\w+ at .+, with edited input:/).waitFor();
  await page.locator(".tool-body").getByText("echo edited > edited.txt").first().waitFor();
});

test("U3 the content of a file is edited before it is written", { skip: noBrowser }, async () => {
  const { page } = opened;
  const { ask } = await asking(daemon, { name: "Write", input: { file_path: at("page.txt"), content: "agent\n" } });
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await page.getByText("A new file.").waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("content", { exact: true }).fill("person\n");
  await armed(page);
  await page.getByRole("button", { name: "Allow edited" }).tap();
  await turnOf(ask.sessionId);
  assert.equal(readFileSync(at("page.txt"), "utf8"), "person\n");
});

test("U3 a denial tells the agent why, in the person's words", { skip: noBrowser }, async () => {
  const { page } = opened;
  const { ask, id } = await asking(daemon, bash("touch denied.txt"));
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await page.getByRole("button", { name: "Deny with a reason" }).tap();
  await page.getByRole("textbox", { name: "Reason" }).fill("Use the other file, please");
  await armed(page);
  await page.getByRole("button", { name: "Deny", exact: true }).tap();
  await page.getByText("Denied.", { exact: true }).waitFor();
  const events = await turnOf(id);
  assert.equal(all(events, "permissionResolved")[0]?.reason, "Use the other file, please");
  const [result] = all(events, "toolResult");
  assert.match(result?.contentJson ?? "", /Use the other file, please/);
  assert.equal(all(events, "turnComplete")[0]?.outcome, TurnOutcome.SUCCESS, "the turn goes on");
  assert.ok(!existsSync(at("denied.txt")));
});

test("U3 a denial that stops ends the turn", { skip: noBrowser }, async () => {
  const { page } = opened;
  const { ask, id } = await asking(daemon, bash("touch one.txt"), bash("touch two.txt"));
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await page.getByRole("button", { name: "Deny with a reason" }).tap();
  await page.getByRole("radio", { name: /Stop the turn/ }).check();
  await page.getByRole("textbox", { name: "Reason" }).waitFor({ state: "detached" });
  await armed(page);
  await page.getByRole("button", { name: "Deny and stop" }).tap();
  const [end] = all(await turnOf(id), "turnComplete");
  assert.notEqual(end?.outcome, TurnOutcome.SUCCESS);
  await reaches(daemon, id, SessionState.IDLE);
  assert.ok(!existsSync(at("two.txt")));
});

test("U3 the head of an ask names session, folder, agent and how long it waits, and does not chatter", {
  skip: noBrowser,
}, async () => {
  const { page } = opened;
  const { ask, id } = await asking(daemon, bash("touch head.txt"));
  await daemon.client.sessions.renameSession({ sessionId: id, title: "Heads" });
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  const head = page.locator(".ask-head");
  await head.getByRole("link", { name: "Heads" }).waitFor();
  for (const text of [daemon.cwd, "Bridle's own agent"]) await head.getByText(text, { exact: true }).waitFor();
  const waits = head.locator(".ask-time").first();
  const before = await waits.textContent();
  await eventually("the next second", async () => ((await waits.textContent()) === before ? undefined : true));
  assert.equal(await waits.getAttribute("aria-hidden"), "true");
  assert.match((await head.textContent()) ?? "", /denied in 6 d 23 h if nobody answers/);
  await daemon.client.conversation.answerAsk({ askId: ask.id, verdict: 2 });
});

test("U3 a deadline counts down, says what happens at its end, and then it has happened", {
  skip: noBrowser,
}, async () => {
  await using short = await startDaemon({
    set: ["daemon.default_agent=bridle", "approvals.deadline_ms=8000"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
  const { page, context, troubles } = await openPage(browser, short);
  // There before the ask is: its time is short.
  await page.goto(`${short.url}/asks`);
  await page.getByText("Nothing is waiting for you").waitFor();
  await asking(short, bash("touch late.txt"));
  await page.getByText(/^denied in [1-8] s if nobody answers$/).waitFor();
  await page.getByText("Less than a minute left to answer.").waitFor();
  await page.getByText(/^Bash was denied because nobody answered in time at/).waitFor();
  await page.getByText("Nothing is waiting for you").waitFor();
  assert.ok(!existsSync(join(short.cwd, "late.txt")));
  assert.deepEqual(troubles, []);
  await context.close();
});

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { SessionState, WorktreeEnd } from "../../src/exports/client.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { reaches } from "../daemon/support/talk.ts";
import { Repository } from "../daemon/workspace/repository.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let repo: Repository;
const folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-page-")));

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  repo = new Repository(folder, { "a.txt": "one\n" });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A session in a worktree that is to be removed with it. */
async function inWorktree(title: string): Promise<{ readonly id: string; readonly path: string }> {
  const { session } = await daemon.client.sessions.createSession({
    cwd: repo.folder,
    title,
    worktree: { name: title.toLowerCase().replaceAll(" ", "-"), end: WorktreeEnd.REMOVE },
  });
  assert.ok(session?.worktree);
  return { id: session.id, path: session.worktree.path };
}

async function choose(page: Page, id: string, action: RegExp): Promise<void> {
  await page.goto(`${daemon.url}/s/${id}`);
  await page
    .locator(".session-head")
    .getByRole("button", { name: /Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("U3 a session that is closed from the page takes its worktree along, unless work is in it, and says which", {
  skip: noBrowser,
}, async () => {
  const empty = await inWorktree("Nothing done");
  const busy = await inWorktree("Half done");
  writeFileSync(join(busy.path, "a.txt"), "two\n");
  const { page, troubles } = await openPage(browser, daemon);
  const told = page.locator(".toast");
  await choose(page, empty.id, /^Close/);
  await told.getByText(/“Nothing done” is closed.*worktree.*removed/).waitFor();
  assert.equal(existsSync(empty.path), false);
  await choose(page, busy.id, /^Close/);
  await told.getByText(/“Half done” is closed.*worktree.*not committed/).waitFor();
  await reaches(daemon, busy.id, SessionState.CLOSED, { live: false });
  assert.equal(existsSync(join(busy.path, "a.txt")), true);
  assert.deepEqual(troubles, []);
});

test("U3 a deletion that would lose work is refused where it was asked for: the session stays until the worktree may stay", {
  skip: noBrowser,
}, async () => {
  const { id, path } = await inWorktree("Not lost");
  writeFileSync(join(path, "new.txt"), "work\n");
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
  await choose(page, id, /^Delete/);
  const dialog = page.getByRole("dialog");
  const removes = dialog.getByLabel(/remove its worktree/);
  assert.equal(await removes.isChecked(), true, "as it was asked for at the start");
  const button = dialog.locator('button.deny[aria-disabled="false"]');
  await button.tap();
  await dialog.getByRole("alert").filter({ hasText: path }).filter({ hasText: /stays/ }).waitFor();
  await assertAccessible(page, "a deletion that was refused");
  assert.ok((await daemon.client.sessions.getSession({ sessionId: id })).session, "it is still there");
  assert.equal(existsSync(join(path, "new.txt")), true);
  await removes.uncheck();
  await button.tap();
  await page.locator(".toast").getByText("“Not lost” is deleted").waitFor();
  assert.equal(existsSync(join(path, "new.txt")), true, "and the work, too");
  await assert.rejects(daemon.client.sessions.getSession({ sessionId: id }), { code: "not_found" });
  // The browser tells of the call that was refused.
  assert.deepEqual(
    troubles.filter((trouble) => !/status of 4/.test(trouble)),
    [],
  );
});

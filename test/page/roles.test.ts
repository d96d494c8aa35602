import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { daemonFiles, daemonFolders } from "../../src/api/daemon-folders.ts";
import type { Role } from "../../src/daemon/access/caller.ts";
import { TokenStore } from "../../src/daemon/server/token-store.ts";
import { connect } from "../../src/exports/client.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed, asking, bash } from "./support/asking.ts";
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

/** A page that was let in by the link of a token with these roles. */
async function pageOf(name: string, roles: readonly Role[], at: string) {
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  await using client = connect({ address: daemon.url, token: tokens.add(name, { roles }) });
  const opened = await openPage(browser, { ...daemon, url: daemon.url, client }, { ownLogin: true, at });
  return opened;
}

/** What can be pressed in the session: buttons, and fields to write into. */
async function controls(page: Page): Promise<string[]> {
  const session = page.getByRole("region", { name: "Session", exact: true });
  const [buttons, fields] = [session.getByRole("button"), session.getByRole("textbox")];
  const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
  return [...names.map((name) => name ?? ""), ...(await fields.all()).map(() => "a field to write")];
}

const doing = /composer|send|queue|add images|allow|deny|edit|interrupt|actions|field/i;

test("P11 U3 who may only watch sees the session and what it asks, and no button that does anything", {
  skip: noBrowser,
}, async () => {
  const { id, ask } = await asking(daemon, bash("touch watched"));
  const { page, troubles } = await pageOf("wall", ["watch"], `/s/${id}`);
  await page.getByText("touch watched").first().waitFor();
  await page.getByText("it lacks the role approve").waitFor();
  assert.deepEqual(
    (await controls(page)).filter((name) => doing.test(name)),
    [],
  );
  assert.equal(await page.getByRole("link", { name: "New session" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: /^Actions for/ }).count(), 0);
  await assertAccessible(page, "a session that is only watched");
  // Keys do no more than buttons.
  for (const key of ["a", "d", "y", "n", "Enter", "Escape", "Escape"]) await page.keyboard.press(key);
  await page.locator(".agent-button").click();
  assert.equal(await page.getByRole("radio").count(), 0);
  await page.goto(`${daemon.url}/new`);
  await page.getByText("Your login cannot start sessions").waitFor();
  await page.goto(`${daemon.url}/settings`);
  await page.getByText(/page-\w+ may watch\./).waitFor();
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  assert.deepEqual(
    asks.map((one) => one.id),
    [ask.id],
  );
  assert.deepEqual(troubles, []);
});

test("P11 U3 who may approve decides, and writes no prompt", { skip: noBrowser }, async () => {
  const { id } = await asking(daemon, bash("touch approved"));
  const { page } = await pageOf("judge", ["approve"], `/s/${id}`);
  await armed(page);
  assert.equal(await page.getByRole("textbox", { name: /Write to the agent|prompt/i }).count(), 0);
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  await page.getByText("Denied.").waitFor();
});

test("P11 U3 who may prompt writes, and does not decide or delete", { skip: noBrowser }, async () => {
  const { id } = await asking(daemon, bash("touch prompted"));
  const { page } = await pageOf("writer", ["prompt"], `/s/${id}`);
  await page.getByText("it lacks the role approve").waitFor();
  const found = await controls(page);
  assert.ok(found.includes("a field to write") && found.includes("Interrupt"), found.join());
  assert.deepEqual(
    found.filter((name) => /^(allow|deny)/i.test(name)),
    [],
  );
  await page
    .getByRole("button", { name: /^Actions for/ })
    .last()
    .click();
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  assert.equal(await page.getByRole("menuitem", { name: "Delete …" }).count(), 0);
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { daemonFiles, daemonFolders } from "../../src/api/daemon-folders.ts";
import type { Role } from "../../src/daemon/access/caller.ts";
import { TokenStore } from "../../src/daemon/server/token-store.ts";
import { connect } from "../../src/exports/client.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { allAnswered } from "./support/all-answered.ts";
import { armed, asking, bash } from "./support/asking.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { openShowroom, type Showroom } from "./support/showroom.ts";

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
  // Until the page knows what this login may, it offers all.
  await page.getByRole("link", { name: "New session" }).waitFor({ state: "detached" });
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

/** What can be pressed or written into, by the role that it needs; seen by who has it in at least one view. */
const needs: { readonly [role in Exclude<Role, "watch">]: RegExp } = {
  // Edit is for prompts that wait, too.
  approve: /^(allow|always allow|deny|answer|decline)/i,
  prompt:
    /^(send|queue|interrupt|new session|undo|reconnect|disable|enable|try again|actions for|write to the agent|write the next prompt)/i,
  admin: /^(add to|write it|log in to|log out)/i,
};

test("P11 U3 every view offers each role what it may do, and nothing else", {
  skip: noBrowser,
  timeout: 400_000,
}, async () => {
  await using room = await openShowroom();
  for (const role of ["watch", "prompt", "approve", "admin"] as const) {
    const offered = await offeredTo(role, room);
    for (const [needed, offers] of Object.entries(needs)) {
      const found = offered.filter((one) => offers.test(one.replace(/^.*?: /, "")));
      if (role === needed || role === "admin")
        assert.notDeepEqual(found, [], `${role} is offered nothing of ${needed}`);
      else assert.deepEqual(found, [], `${role} is offered what needs ${needed}`);
    }
  }
});

/** All that can be used in any view, each behind the name of its view. */
async function offeredTo(role: Role, room: Showroom): Promise<string[]> {
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, room.daemon.home)).tokens);
  await using client = connect({ address: room.daemon.url, token: tokens.add(`walk-${role}`, { roles: [role] }) });
  const login = { ...room.daemon, url: room.daemon.url, client };
  const { page, context } = await openPage(browser, login, { ownLogin: true });
  const offered: string[] = [];
  for (const { name, path } of room.views(false)) {
    // As by a link: the page is loaded once.
    await page.evaluate(`history.pushState(undefined, "", "${path}"); dispatchEvent(new PopStateEvent("popstate"))`);
    await page.locator("main h1").first().waitFor();
    // The list comes when the daemon has said what this login may.
    await page.locator(".session-item").first().waitFor();
    await allAnswered(page);
    offered.push(...(await names(page)).map((one) => `${name}: ${one}`));
  }
  await context.close();
  return offered;
}

function names(page: Page): Promise<string[]> {
  return page
    .locator("button, a[href], textarea, input, select")
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((one) =>
        (one.getAttribute("aria-label") ?? one.getAttribute("placeholder") ?? one.textContent ?? "").trim(),
      ),
    );
}

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { AskState, SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches, sessionOf } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed, asking, bash } from "./support/asking.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { addAuthenticator } from "./support/virtual-authenticator.ts";

let browser: Browser;

before(async () => {
  if (noBrowser === false) browser = await launchBrowser();
});
after(() => browser?.close());

/** One that asks for passkeys, at the address where they work. */
async function confirmingDaemon(): Promise<TestDaemon> {
  const daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "approvals.confirm=passkey"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
  return { ...daemon, url: daemon.url.replace("127.0.0.1", "localhost") };
}

async function registerHere(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the passkey").fill(name);
  await page.getByRole("button", { name: "Register a passkey here" }).click();
  await page.getByText("Registered.").waitFor();
}

async function names({ client }: TestDaemon): Promise<string[]> {
  return (await client.passkeys.listPasskeys({})).passkeys.map(({ name }) => name);
}

test("P11 U3 a passkey is registered in the page, allows asks with it, and without the right person allows nothing", {
  skip: noBrowser,
}, async () => {
  await using daemon = await confirmingDaemon();
  const { page, troubles } = await openPage(browser, daemon, { at: "/settings" });
  const authenticator = await addAuthenticator(page);
  await page.getByText("none is registered: nothing can be allowed").waitFor();
  await assertAccessible(page, "no passkey yet");
  await registerHere(page, "Laptop");
  await page.getByText("never used").waitFor();
  assert.deepEqual(await names(daemon), ["Laptop"]);
  await assertAccessible(page, "a passkey");

  const { id, ask } = await asking(daemon, bash("touch by-passkey"));
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await armed(page);
  await authenticator.setVerified(false);
  await page.getByRole("button", { name: "Allow once" }).click();
  await page.getByText("Not sent: the passkey was not used").waitFor();
  assert.equal((await daemon.client.conversation.getAsk({ askId: ask.id })).ask?.state, AskState.OPEN);
  await authenticator.setVerified(true);
  await armed(page);
  await page.getByRole("button", { name: "Allow once" }).click();
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal(existsSync(join(daemon.cwd, "by-passkey")), true);
  const { ask: decided } = await daemon.client.conversation.getAsk({ askId: ask.id });
  assert.match(decided?.decidedBy ?? "", /^page-\w+ with passkey Laptop$/);
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await page.getByText("with passkey Laptop").waitFor();
  assert.deepEqual(
    troubles.filter((one) => !one.includes("status of 403")),
    [],
  );
});

test("P11 U3 another device is invited with the passkey of the first, confirms with its own, and is removed again", {
  skip: noBrowser,
}, async () => {
  await using daemon = await confirmingDaemon();
  const { page: laptop } = await openPage(browser, daemon, { at: "/settings" });
  await addAuthenticator(laptop);
  await registerHere(laptop, "Laptop");
  await laptop.getByRole("button", { name: "Invite another device" }).click();
  await laptop.getByRole("img", { name: "QR code of an invitation" }).waitFor();
  await assertAccessible(laptop, "an invitation");
  const link = (await laptop.locator(".address").first().textContent()) ?? "";

  const { page: phone } = await openPage(browser, daemon, { ownLogin: true, width: 390, height: 844 });
  await addAuthenticator(phone);
  await phone.goto(link);
  await registerHere(phone, "Phone");
  assert.deepEqual(await names(daemon), ["Laptop", "Phone"]);
  const { id, ask } = await asking(daemon, bash("touch by-phone"));
  await phone.goto(`${daemon.url}/asks/${ask.id}`);
  await armed(phone);
  await phone.getByRole("button", { name: "Allow once" }).click();
  await reaches(daemon, id, SessionState.IDLE);
  const { ask: decided } = await daemon.client.conversation.getAsk({ askId: ask.id });
  assert.match(decided?.decidedBy ?? "", /with passkey Phone$/);

  await laptop.reload();
  await laptop.getByRole("button", { name: "Remove passkey Phone" }).click();
  await laptop.getByText("Removed.").waitFor();
  assert.deepEqual(await names(daemon), ["Laptop"]);
});

test("P11 U3 a mode that asks less is confirmed in the page, too; at another address it says where passkeys work", {
  skip: noBrowser,
}, async () => {
  await using daemon = await confirmingDaemon();
  const { page } = await openPage(browser, daemon, { at: "/settings" });
  await addAuthenticator(page);
  await registerHere(page, "Laptop");
  const { id } = await createSession(daemon, scripted({ text: "hello" }));
  await reaches(daemon, id, SessionState.IDLE);
  await page.goto(`${daemon.url}/s/${id}`);
  await page.locator(".agent-button").click();
  await page.getByRole("radio", { name: /^Accept edits/i }).click();
  await eventually("the mode", async () => (await sessionOf(daemon, id)).permissionMode === "acceptEdits");

  const elsewhere = { ...daemon, url: daemon.url.replace("localhost", "127.0.0.1") };
  const { ask } = await asking(daemon, bash("touch elsewhere"));
  const { url } = await daemon.client.daemon.createLogin({});
  assert.ok(url.startsWith(`${daemon.url}/login`), "a link leads to where passkeys work");
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(url.replace(daemon.url, elsewhere.url));
  await other.getByRole("button", { name: "Log in" }).click();
  await other.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
  await other.goto(`${elsewhere.url}/asks/${ask.id}`);
  await armed(other);
  await other.getByRole("button", { name: "Allow once" }).click();
  await other.getByText(`passkeys do not work at this address; open ${daemon.url}/asks/${ask.id}`).waitFor();
  await context.close();
});

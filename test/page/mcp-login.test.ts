import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { liveDaemon } from "../daemon/live/live-daemon.ts";
import { loginAgent, loginAgentCallback } from "../daemon/support/login-agent.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { ask, createSession } from "../daemon/support/talk.ts";
import { guardedServer } from "../mcp-servers/guarded-server.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    agents: {
      withLogin: loginAgent("https://login.example.org/authorize"),
      hostile: loginAgent("javascript:alert(1)//‮x"),
      plain: loginAgent("http://login.example.org/authorize"),
    },
  });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

/** The view of the servers of a session whose agent runs, and the server that wants a login. */
async function servers(page: Page, agent: string) {
  const { id } = await createSession(daemon, undefined, agent);
  await ask(daemon, id, "hello");
  await page.goto(`${daemon.url}/mcp/${id}`);
  const far = page.getByRole("article", { name: "far" });
  await far.getByText(/needs login/).waitFor();
  return { id, far };
}

/** The browser itself tells of a call that was refused. */
const own = (troubles: readonly string[]) => troubles.filter((trouble) => !/status of (400|412|409)/.test(trouble));

for (const [width, press] of [
  [390, "tap"],
  [1280, "click"],
] as const)
  test(`U3 login to an MCP server at ${width} px: where it leads, cancelled, finished with the address of a phone, logged out`, {
    skip: noBrowser,
  }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844 });
    const { far } = await servers(page, "withLogin");
    await assertAccessible(page, "a server that wants a login");
    await far.getByRole("button", { name: "Log in" })[press]();
    const link = far.getByRole("link", { name: "Open login.example.org" });
    await link.waitFor();
    const rel = (await link.getAttribute("rel"))?.split(" ") ?? [];
    assert.ok(rel.includes("noopener") && rel.includes("noreferrer"));
    assert.equal(await link.getAttribute("target"), "_blank");
    assert.ok(await link.evaluate((one) => one.matches(":focus")), "the next step has the focus");
    await far.getByText("The login leads to login.example.org").waitFor();
    await assertAccessible(page, "a login that waits");
    const [box, view] = [await far.boundingBox(), page.viewportSize()];
    assert.ok(box !== null && view !== null && box.x + box.width <= view.width, "nothing is beside the screen");

    await far.getByRole("button", { name: "Cancel" })[press]();
    await far.getByText("Login cancelled.").waitFor();
    await far.getByRole("button", { name: "Log in" })[press]();
    const state = new URL((await link.getAttribute("href")) ?? "").searchParams.get("state");
    const field = far.getByLabel("Address the browser ended on");
    await field.fill(`${loginAgentCallback}?code=good&state=wrong`);
    await far.getByRole("button", { name: "Finish the login" })[press]();
    await far.getByText(/is of another login/).waitFor();
    await field.fill(`${loginAgentCallback}?code=bad-and-long-enough-to-see&state=${state}`);
    await field.press("Enter");
    await far.getByText(/the code … is not good/).waitFor();
    await link.waitFor({ state: "detached" });

    await far.getByRole("button", { name: "Log in" })[press]();
    const again = new URL((await link.getAttribute("href")) ?? "").searchParams.get("state");
    await field.fill(` ${loginAgentCallback}?code=good&state=${again} `);
    await field.press("Enter");
    await far.getByText("Logged in.").waitFor();
    await far.getByText(/connected · http/).waitFor();
    await assertAccessible(page, "a server with a login");
    await far.getByRole("button", { name: "Log out" })[press]();
    await far.getByText("Logged out.").waitFor();
    await far.getByText(/needs login/).waitFor();
    assert.deepEqual(own(troubles), []);
    await context.close();
  });

test("U3 a login whose address is no https is shown as text and cannot be opened", { skip: noBrowser }, async () => {
  const { page, troubles } = await openPage(browser, daemon);
  for (const [agent, shown] of [
    ["hostile", "javascript:alert(1)"],
    ["plain", "http://login.example.org/authorize"],
  ] as const) {
    const { far } = await servers(page, agent);
    await far.getByRole("button", { name: "Log in" }).click();
    await far.getByText("is not opened from here").waitFor();
    await far.getByText(shown).waitFor();
    assert.equal(await far.getByRole("link").count(), 0);
    await assertAccessible(page, "an address that is not opened");
  }
  assert.deepEqual(own(troubles), []);
});

test("U3 a login that somebody began elsewhere waits here, too, and its end is seen", { skip: noBrowser }, async () => {
  const { page } = await openPage(browser, daemon);
  const { id, far } = await servers(page, "withLogin");
  const { conversation } = daemon.client;
  const named = { sessionId: id, server: "far" };
  const { login } = await conversation.logInMcpServer(named);
  await page.reload();
  await far.getByRole("link", { name: "Open login.example.org" }).waitFor();
  const state = new URL(login?.address ?? "").searchParams.get("state");
  await conversation.finishMcpLogin({ ...named, callbackUrl: `${loginAgentCallback}?code=good&state=${state}` });
  await far.getByText("Logged in.").waitFor();
});

test("U3 login from the page with Claude Code 2.1.325 and a server behind OAuth: the tab that opens is all of it", {
  skip: noBrowser,
  timeout: 120_000,
}, async (t) => {
  await using guarded = await guardedServer();
  const config = JSON.stringify({ mcpServers: { far: { type: "http", url: guarded.url } } });
  await using live = await liveDaemon(t, "2.1.325", { args: ["--mcp-config", config, "--strict-mcp-config"] });
  if (live === undefined) return;
  const session = await live.create(scripted({ text: "hello" }));
  await session.until();
  const { page, context, troubles } = await openPage(browser, live.daemon);
  await page.goto(`${live.daemon.url}/mcp/${session.id}`);
  const far = page.getByRole("article", { name: "far" });
  await far.getByRole("button", { name: "Log in" }).click();
  const opened = context.waitForEvent("page");
  await far.getByRole("link", { name: `Open ${new URL(guarded.url).host}` }).click();
  const tab = await opened;
  await tab.waitForURL(/localhost:\d+\/callback/);
  await tab.close();
  await far.getByText("Logged in.").waitFor();
  await far.getByText(/connected · http/).waitFor();
  assert.deepEqual(own(troubles), []);
  await context.close();
});

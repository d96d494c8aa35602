import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { mcpAgent } from "../daemon/support/mcp-agent.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { ask, createSession, reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { withServers: mcpAgent() } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

test("U3 MCP servers: their state, why one failed, switched off, on and connected again, by thumb", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon);
  await ask(daemon, id, scripted({ text: "hello" }));
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844, at: `/s/${id}` });
  await page.locator(".agent-button").tap();
  await page.getByRole("link", { name: "MCP servers" }).tap();
  const tiny = page.getByRole("article", { name: "tiny" });
  await tiny.getByText(/connected · stdio/).waitFor();
  await page
    .getByRole("article", { name: "gone" })
    .getByText(/ENOENT/)
    .waitFor();
  await assertAccessible(page, "servers");
  await tiny.getByRole("button", { name: "Disable" }).tap();
  await tiny.getByText(/disabled/).waitFor();
  await tiny.getByRole("button", { name: "Enable" }).tap();
  await tiny.getByText(/connected · stdio/).waitFor();
  await page.getByRole("article", { name: "gone" }).getByRole("button", { name: "Reconnect" }).tap();
  await page
    .getByRole("article", { name: "gone" })
    .getByRole("status")
    .filter({ hasText: /refused/ })
    .waitFor();
  // An agent that sleeps: what it said last, and nothing to press.
  await daemon.client.sessions.closeSession({ sessionId: id });
  await reaches(daemon, id, SessionState.CLOSED, { live: false });

  await page.getByText(/The agent is asleep/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Reconnect" }).count(), 0);
  // The browser itself tells of the call that the agent refused.
  assert.deepEqual(
    troubles.filter((trouble) => !/status of 400/.test(trouble)),
    [],
  );
});

/** As `open({ record })` writes it. */
const frames = Array.from({ length: 3000 }, (_, at) => {
  const said =
    at === 2500
      ? { type: "result", subtype: "success", note: "<img src=x onerror=alert(1)>" }
      : { type: "stream_event", event: { type: "ping", at } };
  return JSON.stringify({ t: at, dir: at % 7 === 0 ? ">" : "<", frame: said });
}).join("\n");

for (const width of [390, 1280])
  test(`U3 a recording is opened from this device and stepped through, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: "/recording" });
    await page.getByText("No recording is open").waitFor();
    await assertAccessible(page, "no recording");
    const file = (name: string, text: string) => ({
      name,
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(text),
    });
    const input = page.getByLabel("Open a recording");
    await input.setInputFiles(file("x.txt", "hello\n"));
    await page.getByText(/it is not a recording/).waitFor();
    await input.setInputFiles(file("frames.ndjson", frames));
    await page.getByText("1 of 3000").waitFor();
    assert.ok((await page.locator(".recording-line").count()) < 200, "only what is seen is in the document");
    await page.getByRole("button", { name: "Next step" }).click();
    await page.keyboard.press("j");
    await page.getByText("3 of 3000").waitFor();
    await page.getByLabel("Find in the recording").fill("result success");
    await page.getByText("1 of 1", { exact: true }).waitFor();
    // What was recorded is shown, and never run.
    await page.getByRole("region", { name: "The step" }).getByText("<img src=x onerror=alert(1)>").waitFor();
    await assertAccessible(page, "a recording");
    assert.deepEqual(troubles, []);
    await context.close();
  });

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { AskWait, SessionState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed, asking, bash } from "./support/asking.ts";
import { askingAgent, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    agents: { asking: askingAgent },
    set: ["daemon.default_agent=bridle", "approvals.park_after_ms=500"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

async function waitsAs(sessionId: string, wait: AskWait): Promise<void> {
  await eventually(`the ask to wait as ${AskWait[wait]}`, async () => {
    const { asks } = await daemon.client.conversation.listAsks({ sessionId });
    return asks[0]?.wait === wait;
  });
}

for (const width of [390, 1280])
  test(`P6 U3 an ask that is parked while it is looked at says that no agent runs; the answer starts it, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    const { id, ask } = await asking(daemon, bash(`touch parked-${width}`));
    const at = `/s/${id}`;
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at });
    await waitsAs(id, AskWait.PARKED);
    const card = page.getByRole("article", { name: /^Allow Bash/ });
    await card.getByText("Parked: no agent runs. Your answer starts it again.").waitFor();
    assert.match(await card.innerText(), /denied in .* if nobody answers/);
    await page.locator(".session-head .wait-mark").getByText("parked").waitFor();
    await assertAccessible(page, "a parked ask");
    await page.goto(`${daemon.url}/`);
    assert.match(await page.locator(".session-item").first().innerText(), /waiting for you\s*parked/);
    await page.goto(`${daemon.url}/asks/${ask.id}`);
    await card.getByText(/^Parked/).waitFor();
    await armed(page);
    await page.getByRole("button", { name: "Allow once" }).click();
    await reaches(daemon, id, SessionState.IDLE);
    assert.equal(existsSync(join(daemon.cwd, `parked-${width}`)), true, "it ran");
    await page.goto(`${daemon.url}/`);
    await page.locator(".session-item").first().waitFor();
    assert.equal(await page.locator(".wait-mark").count(), 0);
    assert.deepEqual(troubles, []);
    await context.close();
  });

test("P6 U3 an ask whose agent is gone says that the answer is kept for the same call", {
  skip: noBrowser,
}, async () => {
  const { id } = await wanting(daemon, "asking", { tool_name: "Bash", input: { command: "make" } });
  await daemon.stop();
  await daemon.restart();
  await waitsAs(id, AskWait.AGENT_GONE);
  const { page, context, troubles } = await openPage(browser, daemon, { at: `/s/${id}`, ownLogin: true });
  await page
    .getByText("The agent is gone. Your answer is kept for the same call, and another agent is told.")
    .waitFor();
  await page.locator(".session-head .wait-mark").getByText("agent gone").waitFor();
  await assertAccessible(page, "an ask whose agent is gone");
  assert.deepEqual(troubles, []);
  await context.close();
});

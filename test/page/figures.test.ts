import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { ask, createSession } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
const config = mkdtempSync(join(tmpdir(), "bridle-figures-"));

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle"],
    env: { BRIDLE_PROVIDER: "scripted", CLAUDE_CONFIG_DIR: config },
    settings: { permissions: { deny: ["Bash(git push:*)"] } },
  });
  mkdirSync(join(daemon.cwd, ".claude"));
  const permissions = { allow: ["Bash(npm test:*)"], deny: ["Read(.env)"] };
  writeFileSync(join(config, "settings.json"), JSON.stringify({ permissions }));
  const { id } = await createSession(daemon);
  await daemon.client.sessions.renameSession({ sessionId: id, title: "The dear one" });
  await ask(daemon, id, scripted({ text: "one" }));
  await ask(daemon, id, scripted({ text: "two" }));
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  rmSync(config, { recursive: true });
});

for (const width of [390, 1280]) {
  test(`U3 usage: sums, a chart and the sessions that cost most, at ${width} px`, { skip: noBrowser }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: "/usage" });
    const totals = page.locator(".totals");
    await totals.waitFor();
    assert.match(await totals.innerText(), /Turns\s+2/);
    await page.locator(".chart canvas").waitFor();
    assert.match(await page.getByRole("row", { name: /The dear one/ }).innerText(), /\b2\b/);
    await page.getByLabel("By", { exact: true }).selectOption("model");
    await page.getByLabel("Measure").selectOption("output");
    await page
      .getByRole("img", { name: /Output tokens by day/ })
      .locator("canvas")
      .waitFor();
    await assertAccessible(page, "usage");
    await page.getByRole("link", { name: "The dear one" }).last().click();
    await page.waitForURL(/\/s\//);
    assert.deepEqual(troubles, []);
    await context.close();
  });

  test(`U3 health: how the daemon is, its agents, and what it does now, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: "/health" });
    await page.getByText(/^Bridle .* is running/).waitFor();
    await page.getByRole("row", { name: /^Bridle/ }).waitFor();
    // A rate needs two looks.
    await page
      .getByText(/^[\d.]+\/s$/)
      .first()
      .waitFor();
    await assertAccessible(page, "health");
    assert.deepEqual(troubles, []);
    await context.close();
  });

  test(`U3 rules: those in force, and which one decides, at ${width} px`, { skip: noBrowser }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: "/rules" });
    await page.getByRole("row", { name: "deny Read(.env) user" }).waitFor();
    await page.getByRole("link", { name: "Why", exact: true }).click();
    await page.getByLabel("Command").fill("npm test && git push");
    await page.getByRole("button", { name: "Explain" }).click();
    const answer = page.getByRole("status").filter({ hasText: "Settings files" });
    await answer.waitFor();
    assert.match(
      await answer.innerText(),
      /^deny It does not run.*\s+Rule\s+Bash\(git push:\*\)\s+From\s+The daemon's rules/,
    );
    assert.match(await page.getByRole("listitem").filter({ hasText: "the reason" }).innerText(), /^deny\s+git push/);
    await assertAccessible(page, "rules");
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

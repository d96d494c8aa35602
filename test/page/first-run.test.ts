import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { within } from "../host/within.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";
import { claudeOnPath } from "./support/claude-on-path.ts";

const demo = join(import.meta.dirname, "..", "..", "scripts", "demo.ts");

let browser: Browser;

before(async () => {
  if (noBrowser === false) browser = await launchBrowser();
});
after(() => browser?.close());

for (const { device, width, height } of [
  { device: "a phone", width: 390, height: 844 },
  { device: "a desk", width: 1440, height: 900 },
])
  test(`U1 U3 the first run on ${device}: somebody who has read nothing allows the change and answers the question`, {
    skip: noBrowser,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "bridle-first-"));
    const claude = claudeOnPath();
    const env = { ...claude.env, HOME: folder, XDG_STATE_HOME: folder, TMPDIR: folder };
    const running = spawn(process.execPath, [demo], { env, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const url = await within(60_000, "the address", addressIn(running.stdout));
      const page = await browser.newPage({ viewport: { width, height }, hasTouch: width < 600 });
      await page.goto(url);
      await page.getByRole("button", { name: "Log in" }).click();
      // The page opens on the session that waits: nothing has to be found.
      await page.getByRole("heading", { name: "Demo: a change waiting for you" }).waitFor();
      await page.getByRole("log").getByText("notes.md").first().waitFor();
      await page.locator(".diff").getByText("You decide what they may do.").first().waitFor();
      await page.locator('.buttons[data-armed="true"]').waitFor();
      await assertAccessible(page, "a session with an ask");
      await page.getByRole("button", { name: "Allow once" }).click();
      await page.getByRole("group", { name: "What shall we do next?" }).waitFor();
      await page.getByLabel("Stop here").check();
      await page.locator('.buttons[data-armed="true"]').waitFor();
      await assertAccessible(page, "a question");
      await page.getByRole("button", { name: "Answer", exact: true }).click();
      await page.locator(".markdown").getByText("Thank you.").waitFor();
      await page.locator(".turn-end").getByText("$0.00").waitFor();
      await assertAccessible(page, "a finished turn");
      const html = "document.documentElement";
      assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, "no sideways scroll");
      assert.match(readFileSync(join(folder, "bridle-demo", "project", "notes.md"), "utf8"), /You decide/);
      // What it tells of the next step is a tap or two away, with the agent that is installed.
      await page.locator(".markdown").getByText("New session").waitFor();
      if (width < 600) await page.getByRole("link", { name: "All sessions", exact: true }).click();
      await page
        .getByRole("link", { name: width < 600 ? "New" : "New session", exact: true })
        .first()
        .click();
      const card = page.locator(".agent-card").filter({ hasText: `Claude Code ${claude.version}` });
      await card.getByText("fully compatible").waitFor();
      await assertAccessible(page, "the next step");
      await page.close();
    } finally {
      claude[Symbol.dispose]();
      running.kill("SIGINT");
      await once(running, "exit");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const part of output) {
    text += part;
    const [address] = /http:\S+login\?code=\S+/.exec(text) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`no address: ${text}`);
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { startDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";

/** Not this machine's name: to a browser a page from there is not secure, and lacks much of what others have. */
const host = "box.example";

test("U3 a page that came by plain HTTP from another host works: an ask is answered, and settings say why it cannot be told", {
  skip: noBrowser,
}, async () => {
  await using daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", `daemon.allowed_hosts=${host}`],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
  const browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`]);
  try {
    const here = `http://${host}:${new URL(daemon.url).port}`;
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const troubles: string[] = [];
    page.on("pageerror", ({ message }) => troubles.push(message));
    page.on("console", (said) => said.type() === "error" && troubles.push(said.text()));
    const { url } = await daemon.client.daemon.createLogin({});
    await page.goto(url.replace(daemon.url, here));
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
    assert.equal(await page.evaluate("isSecureContext || 'randomUUID' in crypto"), false);
    const step = { tools: [{ name: "Bash", input: { command: "touch plain" } }] };
    const { id } = await createSession(daemon, scripted(step, { text: "thank you" }));
    await reaches(daemon, id, SessionState.WAITING);
    await page.goto(`${here}/s/${id}`);
    await page.locator('.buttons[data-armed="true"]').waitFor();
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.locator(".markdown").getByText("thank you").waitFor();
    await page.goto(`${here}/settings`);
    await page.getByText("Browsers allow notifications only on pages served over HTTPS").waitFor();
    await assertAccessible(page, "settings without HTTPS");
    // Chromium says of a header that it does not count here.
    assert.deepEqual(
      troubles.filter((one) => !/Cross-Origin-Opener-Policy/.test(one)),
      [],
    );
  } finally {
    await browser.close();
  }
});

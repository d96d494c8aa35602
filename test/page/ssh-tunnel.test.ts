import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { startDaemon } from "../daemon/support/start-daemon.ts";
import { createSession } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";
import { noSsh, openTunnel } from "./support/ssh-server.ts";

test("U3 through an SSH tunnel, as docs/phone.md has it: the link logs in at the tunnel's end, and the page is live", {
  skip: noBrowser || noSsh,
}, async () => {
  const docs = readFileSync(join(import.meta.dirname, "..", "..", "docs", "phone.md"), "utf8");
  assert.match(docs, /^ssh -N -L 4747:127\.0\.0\.1:4747 you@your-machine$/m);
  await using daemon = await startDaemon({
    set: ["daemon.default_agent=bridle"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
  await using tunnel = await openTunnel(new URL(daemon.url).port);
  const browser = await launchBrowser();
  try {
    const here = `http://127.0.0.1:${tunnel.port}`;
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const elsewhere: string[] = [];
    page.on("request", (request) => void (request.url().startsWith(here) || elsewhere.push(request.url())));
    const { url } = await daemon.client.daemon.createLogin({});
    await page.goto(url.replace(daemon.url, here));
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
    const { id } = await createSession(daemon, scripted({ text: "early middle late", chunks: 3, chunkDelayMs: 2000 }));
    await page.goto(`${here}/s/${id}`);
    await page.locator(".markdown").getByText("early").waitFor();
    await page.locator(".markdown").getByText("early middle late").waitFor();
    assert.equal(await page.evaluate("isSecureContext"), true);
    assert.deepEqual(elsewhere, []);
  } finally {
    await browser.close();
  }
});

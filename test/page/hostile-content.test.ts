import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
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

const hostile = [
  "<script>window.ran = 1</script>",
  '<img src="https://elsewhere.example/x.png" onerror="window.ran = 1">',
  "![picture](https://elsewhere.example/y.png)",
  '<svg onload="window.ran = 1"><script>window.ran = 1</script></svg>',
  "[click](javascript:window.ran=1) [data](data:text/html,<script>window.ran=1</script>) [fine](https://fine.example/)",
  '<a href="JaVaScRiPt:window.ran=1">raw</a> <iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<style>body { display: none }</style><link rel="stylesheet" href="https://elsewhere.example/z.css">',
  '<form action="https://elsewhere.example/"><input name="secret"><button class="allow">Allow once</button></form>',
  '<div class="dock" style="position:fixed;inset:0">over everything</div><base href="https://elsewhere.example/">',
  '<math><mtext></table></math><svg><style><img src=x onerror="window.ran = 1"></style></svg>',
  "\u001b[31mred\u001b[0m \u202egnp.exe \u0000 end of it",
].join("\n\n");

test("U3 what a model or a tool writes stays inert: no script, request, style or control of it works", {
  skip: noBrowser,
}, async () => {
  writeFileSync(join(daemon.cwd, "hostile.txt"), `${hostile}\n${"x".repeat(1_000_000)}\n`);
  const read = { tools: [{ name: "Read", input: { file_path: join(daemon.cwd, "hostile.txt") } }] };
  const { id } = await createSession(daemon, scripted({ ...read, text: hostile }, { text: hostile, chunks: 40 }));
  await reaches(daemon, id, SessionState.IDLE);
  const { page, troubles } = await openPage(browser, daemon);
  page.on("dialog", (dialog) => troubles.push(`dialog ${dialog.message()}`));
  await page.goto(`${daemon.url}/s/${id}`);
  const said = page.locator(".markdown");
  await said.getByText("end of it").last().waitFor();
  for (const opener of await page.locator("details.tool > summary").all()) await opener.click();
  assert.deepEqual(troubles, []);
  assert.equal(await page.evaluate(() => (globalThis as { ran?: unknown }).ran), undefined);
  for (const tag of ["script", "img", "svg", "iframe", "style", "link", "form", "button", "base", "[style]", ".dock"])
    assert.equal(await said.locator(tag).count(), 0, tag);
  const links = await said.locator("a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.deepEqual([...new Set(links)], ["https://elsewhere.example/y.png", "https://fine.example/"]);
  assert.equal(await page.getByRole("button", { name: "Allow once" }).count(), 0);
  assert.ok(await page.locator("body").isVisible());
});

test("U3 a command shows what would hide in it", { skip: noBrowser }, async () => {
  const command = "echo fine \u202e# evil\u0007 \u200bx";
  const { id } = await createSession(daemon, scripted({ tools: [{ name: "Bash", input: { command } }] }));
  await reaches(daemon, id, SessionState.WAITING);
  const { page } = await openPage(browser, daemon);
  await page.goto(`${daemon.url}/asks`);
  await page.getByText("echo fine ‹U+202E›# evil‹U+0007› ‹U+200B›x").first().waitFor();
});

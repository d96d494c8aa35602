import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";
import { type Step, says, storyAgent } from "./support/story-agent.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  const agents = { story: storyAgent };
  const set = ["daemon.default_agent=bridle"];
  daemon = await startDaemon({ agents, set, env: { BRIDLE_PROVIDER: "scripted" } });
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

const bomb = (width: number): string => {
  const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR........\x08\x02\0\0\0", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(width, 20);
  return head.toString("base64");
};
const picture = (type: string, data: string): object => ({
  type: "image",
  source: { type: "base64", media_type: type, data },
});
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran = 1"/>').toString("base64");

test("U3 huge tables, lines of 1 MB, deep nesting and pictures that fill the memory are shown in part, and soon", {
  skip: noBrowser,
}, async () => {
  const table = (lines: number): string => `| a | b |\n|---|---|\n${"| <b>1</b> | 2 |\n".repeat(lines)}`;
  const texts = [
    table(1000),
    table(5000),
    `${"> ".repeat(3000)}deep`,
    `${"[".repeat(20_000)}x`,
    `${"*a ".repeat(15_000)}`,
    `${"x".repeat(1_000_000)} the end of a long line`,
  ];
  const steps: Step[] = [
    ...texts.map((text) => says.text(text)),
    says.tool("pictures", "Screenshot", {}),
    says.result("pictures", [
      picture("image/png", bomb(60_000)),
      picture("image/svg+xml", svg),
      picture('image/png" onerror="window.ran=1', bomb(10)),
      picture("image/png", "not base64 <b>"),
    ]),
    says.tool("line", "Bash", { command: "x".repeat(1_000_000) }),
    says.result("line", `\u001b[31m${"y".repeat(1_000_000)}\u001b[0m\u001b]8;;javascript:window.ran=1\u0007link`),
    says.text("All was said."),
  ];
  writeFileSync(join(daemon.cwd, "stories.json"), JSON.stringify({ "Do your worst.": { steps } }));
  const { id } = await createSession(daemon, "Do your worst.", "story");
  await reaches(daemon, id, SessionState.IDLE);
  const { page, troubles, context } = await openPage(browser, daemon, { at: `/s/${id}` });
  const log = page.getByRole("log");
  await log.getByText("All was said.").waitFor();
  await log.locator("details.tool", { hasText: "Screenshot" }).locator("summary").click();
  await log.getByText("[image/png of 60000 × 60000 pixels: too large to show]").waitFor();
  await log.getByText("[image/svg+xml: not shown]").waitFor();
  await log.getByText("[image/png: not an image]").waitFor();
  assert.equal(await log.locator("img").count(), 0);
  await log.locator("details.tool", { hasText: "Bash" }).locator("summary").click();
  await log
    .getByText(/characters left/)
    .first()
    .waitFor();
  await log.hover();
  for (let n = 0; n < 30; n++) {
    assert.ok((await page.locator("*").count()) <= 2000);
    await page.mouse.wheel(0, -4000);
    await page.waitForTimeout(30);
  }
  const first = log.getByText("Do your worst.");
  // Heights are corrected on the way.
  await eventually("the beginning", async () => {
    await log.press("Home");
    return first.isVisible();
  });
  await log.getByText("Too long to show in full").first().waitFor();
  assert.equal(await page.evaluate("globalThis.ran"), undefined);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 a link shows where it leads, whatever its words say, and a text cannot be turned round", {
  skip: noBrowser,
}, async () => {
  const text = [
    "[https://bank.example/login](https://evil.example/)",
    "[раураl](https://раураl.example/)",
    "<https://user:pw@evil.example/>",
    "[mail](mailto:someone@evil.example)",
    "[ftp](ftp://evil.example/) [file](file:///etc/passwd) [vb](vbscript:x) [blob](blob:https://x/1) [rel](//evil.example/x)",
    "`zero\u200bwidth` and turned \u202eround",
    "- [ ] Allow <button onclick=alert(1)>Allow</button>",
    '</div></section><div class="ask" style="position:fixed">',
    "body{display:none} and the end",
  ].join("\n\n");
  writeFileSync(join(daemon.cwd, "stories.json"), JSON.stringify({ "Links.": { steps: [says.text(text)] } }));
  const { id } = await createSession(daemon, "Links.", "story");
  await reaches(daemon, id, SessionState.IDLE);
  const { page, troubles, context } = await openPage(browser, daemon, { at: `/s/${id}` });
  const said = page.locator(".markdown");
  await said.getByText("and the end").waitFor();
  const links = await said
    .locator("a[href]")
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("rel"), link.getAttribute("target")]));
  const apart = ["noopener noreferrer nofollow", "_blank"];
  assert.deepEqual(links, [
    ["https://bank.example/login (evil.example)", ...apart],
    ["раураl (xn--l-7sba6dbr.example)", ...apart],
    ["https://user:pw@evil.example/ (evil.example)", ...apart],
    ["mail (someone@evil.example)", ...apart],
  ]);
  await said.getByText("zero‹U+200B›width").waitFor();
  await said.getByText("turned ‹U+202E›round").waitFor();
  for (const tag of ["button", "[style]", ".ask", "div.ask", "section"])
    assert.equal(await said.locator(tag).count(), 0, tag);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 a command shows what would hide in it", { skip: noBrowser }, async () => {
  const command = "echo fine \u202e# evil\u0007 \u200bx";
  const { id } = await createSession(daemon, scripted({ tools: [{ name: "Bash", input: { command } }] }));
  await reaches(daemon, id, SessionState.WAITING);
  const { page } = await openPage(browser, daemon, { at: "/asks" });
  await page.getByText("echo fine ‹U+202E›# evil‹U+0007› ‹U+200B›x").first().waitFor();
});

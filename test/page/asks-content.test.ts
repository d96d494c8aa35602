import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed } from "./support/asking.ts";
import { askingAgent, type WantedUse, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, type OpenPage, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let opened: OpenPage;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { asking: askingAgent } });
  opened = await openPage(browser, daemon, { width: 390, height: 844 });
});
after(async () => {
  assert.deepEqual(opened?.troubles ?? [], []);
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const at = (name: string): string => join(daemon.cwd, name);

async function show(use: WantedUse): Promise<Page> {
  const { asks } = await wanting(daemon, "asking", use);
  await opened.page.goto(`${daemon.url}/asks/${asks[0]?.id}`);
  await armed(opened.page);
  return opened.page;
}

const changed = (page: Page, kind: string): Promise<string[]> =>
  page.locator(`.ask-scroll [data-kind="${kind}"]`).allInnerTexts();

test("U3 a file that is written over is shown as a difference to what it is now, with line numbers", {
  skip: noBrowser,
}, async () => {
  const before = Array.from({ length: 60 }, (_, n) => `line ${n + 1}`);
  writeFileSync(at("app.txt"), `${before.join("\n")}\n`);
  const content = `${before.map((line) => (line === "line 30" ? "changed" : line)).join("\n")}\nadded\n`;
  const page = await show({ tool_name: "Write", input: { file_path: at("app.txt"), content } });
  const text = (lines: string[]) =>
    lines.map((line) =>
      line
        .split("\n")
        .findLast((part) => part.trim() !== "")
        ?.replace(/^[+−]/, "")
        .trim(),
    );
  assert.deepEqual(text(await changed(page, "removed")), ["line 30"]);
  assert.deepEqual(text(await changed(page, "added")), ["changed", "added"]);
  for (const place of ["from line 27", "from line 58"]) await page.getByText(place).waitFor();
  await assertAccessible(page, "a difference");
});

test("U3 a file that changes while its ask is shown is compared anew, and the buttons wait", {
  skip: noBrowser,
}, async () => {
  writeFileSync(at("moving.txt"), "one\n");
  const use = { tool_name: "Write", input: { file_path: at("moving.txt"), content: "two\n" } };
  const { asks } = await wanting(daemon, "asking", use);
  const { page, context } = await openPage(browser, daemon);
  await page.clock.install();
  await page.goto(`${daemon.url}/asks/${asks[0]?.id}`);
  await armed(page);
  await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 1000);
  const isArmed = () => page.locator(".buttons").getAttribute("data-armed");
  assert.equal(await isArmed(), "true");
  assert.match((await changed(page, "removed")).join(), /one/);
  writeFileSync(at("moving.txt"), "uno\n");
  await page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
  await page.locator('.ask-scroll [data-kind="removed"]', { hasText: "uno" }).waitFor();
  assert.equal(await isArmed(), "false");
  await page.clock.runFor(1000);
  assert.equal(await isArmed(), "true");
  await context.close();
});

test("U3 what cannot be compared is said: new, too large, no text, a folder, a link elsewhere, the same", {
  skip: noBrowser,
}, async () => {
  writeFileSync(at("large"), "x".repeat(1024 * 1024 + 1));
  writeFileSync(at("binary"), Buffer.from([0, 1, 2]));
  mkdirSync(at("folder"));
  writeFileSync(at("target.txt"), "there\n");
  symlinkSync("target.txt", at("link.txt"));
  for (const [name, said] of [
    ["fresh.txt", /^A new file\.$/],
    ["large", /^The current file is too large to compare \(1\.0 MB\)\./],
    ["binary", /^The current file is not text \(3 bytes\)/],
    ["folder", /^What is at this path is not a regular file/],
    ["link.txt", /^This path is a symbolic link\. The file that would change is .*target\.txt$/],
  ] as const) {
    const page = await show({ tool_name: "Write", input: { file_path: at(name), content: "all of it\n" } });
    await page.getByText(said).waitFor();
    assert.match((await changed(page, "added")).join(), /all of it/, name);
  }
  const page = await show({ tool_name: "Write", input: { file_path: at("target.txt"), content: "there\n" } });
  await page.getByText("The file already has this content: nothing would change.").waitFor();
});

test("U3 characters that hide or turn text round are seen, wherever they stand", { skip: noBrowser }, async () => {
  const evil = "a\u202eb\u200bc";
  const seen = "a‹U+202E›b‹U+200B›c";
  const suggestion = {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: evil }],
    behavior: "allow",
    destination: "session",
  };
  const uses: readonly WantedUse[] = [
    { tool_name: "Bash", input: { command: evil, [evil]: evil }, description: `${evil}!`, decision_reason: evil },
    { tool_name: "Bash", input: { command: "ls" }, permission_suggestions: [suggestion] },
    { tool_name: "Write", input: { file_path: `/tmp/${evil}`, content: evil } },
    { tool_name: "Edit", input: { file_path: at("x"), old_string: "a", new_string: evil } },
    { tool_name: `mcp__${evil}__x`, input: { deep: { list: [evil] } } },
    {
      tool_name: "AskUserQuestion",
      input: {
        questions: [{ question: evil, header: evil, options: [{ label: evil, description: evil, preview: evil }] }],
      },
    },
  ];
  const hidden = /[\u200b\u202a-\u202e]/;
  for (const use of uses) {
    const page = await show(use);
    const session = page.getByRole("radio", { name: "This session" });
    if (await session.isVisible()) await session.check();
    const shown = await page.locator("article.ask").innerText();
    // The title of the session is its prompt, and not part of what is asked.
    const title = await page.locator('.ask-head a[href^="/s/"]').innerText();
    assert.ok(shown.includes(seen), use.tool_name);
    assert.doesNotMatch(shown.replace(title, ""), hidden, use.tool_name);
  }
});

test("U3 the input of a tool that nobody knows is shown whole, field by field", { skip: noBrowser }, async () => {
  const input = { title: "A\nB", count: 3, off: false, nothing: null, deep: { list: [1, { two: "2" }] }, empty: "" };
  const page = await show({ tool_name: "mcp__server__tool", input });
  const fields = page.locator(".fields > div");
  assert.deepEqual(
    await fields.evaluateAll((all) => all.map((one) => [...one.children].map(({ textContent }) => textContent))),
    [
      ["title", "A\nB"],
      ["count", "3"],
      ["off", "false"],
      ["nothing", "null"],
      ["deep", JSON.stringify(input.deep, undefined, 2)],
      ["empty", "(empty)"],
    ],
  );
  await page.getByRole("heading", { name: "Allow mcp__server__tool?" }).waitFor();
  await assertAccessible(page, "fields");
});

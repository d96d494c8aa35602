import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { script } from "../daemon/cli/cli-home.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { ask } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
const folders: string[] = [];

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ settings: { permissions: { allow: ["Write", "Edit", "Read"] } } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function begun(): Promise<{ readonly id: string; readonly file: (name: string) => string }> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "bridle-undo-")));
  folders.push(cwd);
  const { session } = await daemon.client.sessions.createSession({ cwd, agent: "bridle" });
  return { id: session?.id ?? "", file: (name) => join(cwd, name) };
}

const writing = (...files: readonly (readonly [path: string, content: string])[]) =>
  files.map(([file_path, content]) => ({ name: "Write", input: { file_path, content } }));

/** The dialog of the first prompt, with what would change. */
async function undoOf(page: Page, id: string): Promise<Locator> {
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByText("all written").waitFor();
  // As a person would: else the transcript stays with its end.
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, -5000);
  const first = page.locator('.row[data-kind="prompt"]').first();
  await first.getByRole("button", { name: "Copy or link" }).tap();
  await page.getByRole("button", { name: "Undo the changes since here" }).tap();
  return page.getByRole("dialog", { name: "Undo changes" });
}

test("U3 what was written after the undo was shown is not undone with it: the page says to look again, and shows it", {
  skip: noBrowser,
}, async () => {
  const { id, file } = await begun();
  await ask(daemon, id, script({ tools: writing([file("a.txt"), "a\n"]) }, { text: "all written" }));
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
  const dialog = await undoOf(page, id);
  await dialog.getByText(file("a.txt")).waitFor();
  await ask(daemon, id, script({ tools: writing([file("b.txt"), "b\n"]) }, { text: "one more" }));
  await dialog.locator('button.deny[aria-disabled="false"]').tap();
  await dialog.getByText("other files would be taken back than you saw; look again").waitFor();
  assert.ok(existsSync(file("a.txt")) && existsSync(file("b.txt")));
  await dialog.getByRole("button", { name: "Check again" }).tap();
  await dialog.getByText(file("b.txt")).waitFor();
  await dialog.locator('button.deny[aria-disabled="false"]').tap();
  await dialog.waitFor({ state: "hidden" });
  assert.ok(!existsSync(file("a.txt")) && !existsSync(file("b.txt")));
  // The refusal.
  assert.deepEqual(
    troubles.filter((trouble) => !/status of 409/.test(trouble)),
    [],
  );
});

test("U3 an undo that could do only a part says which files are undone and which are not", {
  skip: noBrowser,
}, async () => {
  const { id, file } = await begun();
  writeFileSync(file("fixed.txt"), "before\n");
  const read = { name: "Read", input: { file_path: file("fixed.txt") } };
  const writes = writing([file("a.txt"), "a\n"], [file("fixed.txt"), "after\n"]);
  await ask(daemon, id, script({ tools: [read] }, { tools: writes }, { text: "all written" }));
  chmodSync(file("fixed.txt"), 0o444);
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
  const dialog = await undoOf(page, id);
  await dialog.locator('button.deny[aria-disabled="false"]').tap();
  await dialog.getByText("Not everything was undone").waitFor();
  const [undone, left] = await dialog.locator(".undo-files").allInnerTexts();
  assert.deepEqual([undone?.trim(), left?.trim()], [file("a.txt"), file("fixed.txt")]);
  await assertAccessible(page, "an undo in part at 390 px");
  assert.equal(readFileSync(file("fixed.txt"), "utf8"), "after\n");
  await dialog.getByRole("button", { name: "Close" }).tap();
  await page.locator(".note", { hasText: "took 1 file back to before a prompt, but not 1 file of the plan" }).waitFor();
  assert.deepEqual(troubles, []);
});

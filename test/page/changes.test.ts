import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { script } from "../daemon/cli/cli-home.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { ask } from "../daemon/support/talk.ts";
import { Repository } from "../daemon/workspace/repository.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
const folders: string[] = [];

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ settings: { permissions: { allow: ["Write", "Edit", "Read", "Bash"] } } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "bridle-page-")));
  folders.push(made);
  return made;
}

async function sessionIn(cwd: string, title = "Mend the parser"): Promise<string> {
  const { session } = await daemon.client.sessions.createSession({ cwd, agent: "bridle", title });
  return session?.id ?? "";
}

/** A repository in which a session has changed some things. */
async function changed(): Promise<{ readonly repo: Repository; readonly id: string }> {
  const parser = Array.from({ length: 40 }, (_, at) => `export const value${at} = ${at};\n`).join("");
  const files = { "src/parser.ts": parser, "src/old.ts": "export const old = true;\n", "README.md": "# A project\n" };
  const repo = new Repository(folder(), files);
  const id = await sessionIn(repo.folder);
  const second = parser.replace("value3 = 3", 'value3 = "three"').replace("value30 = 30", "value30 = 3_000");
  repo.write("src/parser.ts", second);
  unlinkSync(join(repo.folder, "src/old.ts"));
  repo.write("docs/a file.md", "# New\n\nwith two\n");
  repo.write("logo.png", new Uint8Array([137, 80, 0, 1]));
  return { repo, id };
}

const changesOf = (page: Page, id: string) => page.goto(`${daemon.url}/s/${id}/changes`);
const fileLink = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Changed files" }).getByRole("link", { name });

test("U3 the session's head leads to its changes; files by keyboard, each with its diff and its path to copy", {
  skip: noBrowser,
}, async () => {
  const { repo, id } = await changed();
  const { page, context, troubles } = await openPage(browser, daemon, { at: `/s/${id}` });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("link", { name: "Changes: 4 files" }).click();
  await page.getByText("4 files").waitFor();
  await fileLink(page, /changed parser\.ts src\/ \+2 −2/).waitFor();
  await fileLink(page, /deleted old\.ts/).waitFor();
  // The first file is open from the start.
  await page.getByRole("heading", { name: "docs/a file.md" }).waitFor();
  await page.getByText("with two").waitFor();
  await page.keyboard.press("j");
  await page.getByText("a new binary file").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const diff = page.getByRole("region", { name: "Diff of src/parser.ts" });
  await diff.locator('[data-kind="added"]', { hasText: 'value3 = "three"' }).waitFor();
  await diff.locator('[data-kind="removed"]', { hasText: "value30 = 30" }).waitFor();
  await diff.locator(".code-kwd").first().waitFor();
  assert.match(page.url(), /changes#src%2Fparser\.ts$/);
  await page.getByRole("button", { name: "Copy path" }).click();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), join(repo.folder, "src/parser.ts"));
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: "src/old.ts" }).waitFor();
  // The address is one: it can be kept, and the way back is the browser's.
  await page.reload();
  await page.getByRole("heading", { name: "src/old.ts" }).waitFor();
  await page.goBack();
  await diff.waitFor();
  await assertAccessible(page, "changes at 1280 px");
  await page.getByRole("link", { name: "Back to the session" }).click();
  await page.getByRole("log").waitFor();
  assert.deepEqual(troubles, []);
});

test("U3 what changes while somebody looks is shown when the tool has ended, without a word of theirs", {
  skip: noBrowser,
}, async () => {
  const repo = new Repository(folder(), { "a.txt": "one\n" });
  const id = await sessionIn(repo.folder);
  const { page, troubles } = await openPage(browser, daemon);
  await changesOf(page, id);
  await page.getByText("Nothing has changed yet").waitFor();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  const write = (content: string) => ({ name: "Write", input: { file_path: join(repo.folder, "b.txt"), content } });
  await ask(daemon, id, script({ tools: [write("first\n")] }, { text: "one" }));
  await page.getByRole("region", { name: "Diff of b.txt" }).getByText("first").waitFor();
  await ask(daemon, id, script({ tools: [write("second\n")] }, { text: "two" }));
  await page.getByRole("region", { name: "Diff of b.txt" }).getByText("second").waitFor();
  const looks = (): number => calls.filter((url) => url.endsWith("/GetChanges")).length;
  const after = looks();
  assert.ok(after > 0 && after <= 8, `${after} looks for two turns`);
  // Nobody asks again while nothing happens.
  await page.waitForTimeout(1500);
  assert.equal(looks(), after);
  assert.deepEqual(troubles, []);
});

test("U3 on a phone the list comes first, then one file; nothing scrolls sideways", { skip: noBrowser }, async () => {
  const { id } = await changed();
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844, at: `/s/${id}` });
  await page.getByRole("link", { name: "Changes: 4 files" }).tap();
  await fileLink(page, /parser\.ts/).waitFor();
  const sideways = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
  assert.equal(await sideways(), 0);
  await assertAccessible(page, "the list at 390 px");
  const box = await fileLink(page, /parser\.ts/).boundingBox();
  assert.ok((box?.height ?? 0) >= 44, `${box?.height} px`);
  await fileLink(page, /parser\.ts/).tap();
  await page.getByRole("region", { name: "Diff of src/parser.ts" }).waitFor();
  assert.equal(await fileLink(page, /README/).count(), 0);
  assert.equal(await sideways(), 0);
  await assertAccessible(page, "a diff at 390 px");
  await page.getByRole("link", { name: "All changed files" }).tap();
  await fileLink(page, /old\.ts/).waitFor();
  assert.deepEqual(troubles, []);
});

test("U3 a huge diff and a thousand files are few nodes; commits can be left out; without git it is said", {
  skip: noBrowser,
}, async () => {
  const repo = new Repository(folder(), { "huge.txt": "x\n" });
  const id = await sessionIn(repo.folder);
  repo.write("huge.txt", Array.from({ length: 30_000 }, (_, at) => `line ${at} <b>not bold</b>\n`).join(""));
  repo.commit("A commit of the session", "2035-01-01T00:00:00Z");
  for (let at = 0; at < 900; at++) repo.write(`many/${at}.txt`, "1\n");
  const { page, troubles } = await openPage(browser, daemon);
  await changesOf(page, id);
  await page.getByText("901 files").waitFor();
  await page.getByText("1 commit").click();
  await page.getByText("A commit of the session").waitFor();
  const diff = page.getByRole("region", { name: "Diff of huge.txt" });
  await diff.getByText("line 0 <b>not bold</b>", { exact: true }).waitFor();
  await page.getByText("The diff is too long to show in full").waitFor();
  assert.ok((await page.locator("*").count()) <= 2000, `${await page.locator("*").count()} nodes`);
  await diff.hover();
  await page.mouse.wheel(0, 200_000);
  await diff
    .getByText(/^line \d{4,} /)
    .first()
    .waitFor();
  assert.ok((await page.locator("*").count()) <= 2000);
  await page.getByLabel("Which changes").selectOption("Uncommitted");
  await page.getByText("900 files").waitFor();

  const plain = folder();
  const other = await sessionIn(plain);
  const write = { name: "Write", input: { file_path: join(plain, "note.txt"), content: "by a tool\n" } };
  await ask(daemon, other, script({ tools: [write] }, { text: "done" }));
  await changesOf(page, other);
  await page.getByText("the folder is in no git repository", { exact: false }).waitFor();
  await page.getByRole("region", { name: "Diff of note.txt" }).getByText("by a tool").waitFor();
  assert.deepEqual(troubles, []);
});

test("U3 changes since a prompt are undone from the prompt's menu, after they were shown", {
  skip: noBrowser,
}, async () => {
  const repo = new Repository(folder(), { "a.txt": "one\n" });
  const id = await sessionIn(repo.folder);
  const file = join(repo.folder, "new.txt");
  const write = (content: string) => ({ name: "Write", input: { file_path: file, content } });
  await ask(daemon, id, script({ tools: [write("first\n")] }, { text: "done once" }));
  await ask(daemon, id, script({ tools: [write("first\nsecond\n")] }, { text: "done twice" }));
  const { page, troubles } = await openPage(browser, daemon, { width: 390, height: 844, at: `/s/${id}` });
  await page.getByText("done twice").waitFor();
  await page.getByRole("link", { name: /Changes: 1 file/ }).waitFor();
  const last = page.locator('.row[data-kind="prompt"]').last();
  await last.getByRole("button", { name: "Copy or link" }).tap();
  await page.getByRole("button", { name: "Undo the changes since here" }).tap();
  const dialog = page.getByRole("dialog", { name: "Undo changes" });
  await dialog.getByText(file).waitFor();
  await dialog.getByText("−1").waitFor();
  await assertAccessible(page, "the undo at 390 px");
  assert.equal(readFileSync(file, "utf8"), "first\nsecond\n");
  await dialog.locator('button.deny[aria-disabled="false"]').tap();
  await dialog.waitFor({ state: "hidden" });
  assert.equal(readFileSync(file, "utf8"), "first\n");
  await page.locator('.note[data-tone="plain"]', { hasText: "took 1 file back to before a prompt" }).waitFor();
  assert.deepEqual(troubles, []);
});

test("U3 a session is started in a worktree from the page, and says so; its deletion can take the worktree along", {
  skip: noBrowser,
}, async () => {
  const repo = new Repository(folder(), { "a.txt": "one\n" });
  const { page, troubles } = await openPage(browser, daemon, { at: "/new" });
  await page
    .getByRole("combobox", { name: /folder/i })
    .first()
    .fill(repo.folder);
  await page.keyboard.press("Escape");
  await page.getByLabel("Work in a separate git worktree").check();
  await page.getByLabel("Branch name").fill("from-the-page");
  await assertAccessible(page, "the new session with a worktree");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("bridle/from-the-page", { exact: true }).waitFor();
  const { worktrees } = await daemon.client.workspace.listWorktrees({});
  const made = worktrees.find(({ worktree }) => worktree?.name === "from-the-page");
  assert.ok(made);
  await page
    .getByRole("button", { name: /Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByLabel(/Also remove its worktree/).check();
  await page.locator('.dialog button.deny[aria-disabled="false"]').click();
  await page.getByText("is deleted").waitFor();
  assert.equal(existsSync(made.worktree?.path ?? ""), false);
  assert.deepEqual(troubles, []);
});

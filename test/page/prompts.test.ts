import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser, type OpenOptions, openPage } from "./support/browser.ts";
import { dropFiles, fieldOf, pastePicture, png } from "./support/composer.ts";
import { freePort } from "./support/free-port.ts";
import { promptsSeen, steeredAgent } from "./support/steered-agent.ts";
import { temporaryFile } from "./support/temporary-file.ts";

const seen = temporaryFile("prompts.seen");
let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { steered: steeredAgent(seen) }, set: [`daemon.port=${await freePort()}`] });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

interface Source {
  readonly type: string;
  readonly media_type: string;
  readonly data: string;
}

/** A session that has said hello, and a page that shows it. */
async function open(options: OpenOptions = {}): Promise<{ page: Page; id: string; troubles: string[] }> {
  const { id } = await createSession(daemon, "hello");
  await reaches(daemon, id, SessionState.IDLE);
  const { page, troubles } = await openPage(browser, daemon, { ...options, at: `/s/${id}` });
  await page.getByRole("log").getByText("I read: hello").waitFor();
  return { page, id, troubles };
}

const saw = (what: string, isIt: (content: unknown) => boolean, times = 1): Promise<unknown> =>
  eventually(what, async () => promptsSeen(seen).filter(isIt).length === times);

test("U3 D4 a picture that is pasted and a file that is dropped go to the agent; what cannot be sent is refused before", {
  skip: noBrowser,
}, async () => {
  const { page, troubles } = await open();
  await pastePicture(page);
  await page.getByRole("button", { name: /^Remove / }).waitFor();
  await dropFiles(page, [
    { name: "notes.md", type: "text/markdown", base64: btoa("# Notes") },
    { name: "wrong.png", type: "image/png", base64: png },
    { name: "program.bin", type: "application/octet-stream", base64: btoa("\0\xff\xfe") },
  ]);
  await page.getByText("program.bin is neither an image nor text").waitFor();
  await page.getByRole("button", { name: "Remove wrong.png" }).click();
  await fieldOf(page).fill("look at these");
  await page.keyboard.press("Enter");
  const isIt = (content: unknown): boolean => Array.isArray(content) && content.at(-1)?.text === "look at these";
  await saw("the prompt with a picture and a file", isIt);
  const [image, file, ...rest] = promptsSeen(seen).find(isIt) as { type: string; text?: string; source?: Source }[];
  const { type, media_type, data } = image?.source ?? { type: "", media_type: "", data: "" };
  assert.deepEqual([image?.type, type, media_type], ["image", "base64", "image/png"]);
  assert.ok(data.startsWith("iVBORw0KGgo"), "a PNG");
  assert.equal(file?.text, '<file name="notes.md">\n# Notes\n</file>');
  assert.equal(rest.length, 1);
  // In the transcript, and no longer in the composer.
  await page.locator(".prompt img").waitFor();
  await page.locator(".prompt").getByText("notes.md").click();
  await page.locator(".prompt").getByText("# Notes").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Remove / }).count(), 0);
  assert.deepEqual(troubles, []);
});

test("U3 D4 prompts wait in order behind a turn; one is taken back, one is edited, one is sent into the turn", {
  skip: noBrowser,
}, async () => {
  const { page, id, troubles } = await open();
  const field = fieldOf(page);
  const send = async (text: string): Promise<void> => {
    await field.fill(text);
    await page.keyboard.press("Enter");
    await eventually("an empty field", async () => (await field.inputValue()) === "");
  };
  await send("queue: stay");
  await page.getByRole("button", { name: "Queue", exact: true }).waitFor();
  for (const text of ["queue: first", "queue: second", "queue: third"]) await send(text);
  const waiting = page.getByLabel("Queued prompts").getByRole("listitem");
  await eventually("three that wait", async () => (await waiting.count()) === 3);
  assert.deepEqual(await waiting.locator(".queued-text").allInnerTexts(), [
    "queue: first",
    "queue: second",
    "queue: third",
  ]);
  await page.getByRole("button", { name: "Remove queued prompt 1" }).click();
  await page.getByText("queue: first").waitFor({ state: "detached" });
  await waiting.filter({ hasText: "queue: second" }).getByRole("button", { name: "Edit" }).click();
  await eventually("it in the field", async () => (await field.inputValue()) === "queue: second");
  await field.fill("queue: second, better");
  await page.keyboard.press("Enter");
  await page.getByLabel("Queued prompts").getByText("queue: second, better").waitFor();
  // Into the turn that runs: the agent folds it in, and its turn ends with it.
  await field.fill("queue: finish");
  await page.getByRole("button", { name: "Send now" }).click();
  await reaches(daemon, id, SessionState.IDLE);
  await page.getByText("sent during the turn").waitFor();
  const prompts = promptsSeen(seen).filter((text) => String(text).startsWith("queue: "));
  assert.deepEqual(prompts, ["queue: stay", "queue: finish", "queue: third", "queue: second, better"]);
  assert.deepEqual(troubles, []);
});

test("U3 D4 a daemon that is killed between a prompt and its answer has it once when it comes back", {
  skip: noBrowser,
}, async () => {
  const { page, id } = await open();
  let requests = 0;
  await page.route("**/SendPrompt", async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    // It is stored, and the answer never comes.
    await route.fetch();
    await daemon.kill();
    await route.abort();
  });
  await fieldOf(page).fill("once: please");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sending …" }).waitFor();
  assert.equal(await fieldOf(page).inputValue(), "once: please");
  await daemon.restart();
  await eventually("an empty field", async () => (await fieldOf(page).inputValue()) === "", 20_000);
  await reaches(daemon, id, SessionState.IDLE);
  assert.ok(requests > 1, "it was asked again");
  await page.getByRole("log").getByText("I read: once: please").waitFor();
  assert.equal(promptsSeen(seen).filter((text) => text === "once: please").length, 1);
  assert.equal(await page.locator(".prompt", { hasText: "once: please" }).count(), 1);
});

test("U3 D4 a page that is loaded again before the answer sends the same prompt, and it is there once", {
  skip: noBrowser,
}, async () => {
  const { page, id } = await open();
  const reached = Promise.withResolvers<void>();
  await page.route("**/SendPrompt", async (route) => {
    await route.fetch();
    reached.resolve();
    // No answer: the page is left.
  });
  await fieldOf(page).fill("reload: once");
  await page.keyboard.press("Enter");
  await reached.promise;
  await page.unroute("**/SendPrompt");
  await page.reload();
  await page.getByRole("log").getByText("I read: reload: once").waitFor();
  await eventually("an empty field", async () => (await fieldOf(page).inputValue()) === "");
  await reaches(daemon, id, SessionState.IDLE);
  assert.equal(promptsSeen(seen).filter((text) => text === "reload: once").length, 1);
  assert.equal(await page.locator(".prompt", { hasText: "reload: once" }).count(), 1);
});

test("U3 the draft of each session and its history are there after a reload", { skip: noBrowser }, async () => {
  const { page, troubles } = await open();
  const field = fieldOf(page);
  for (const text of ["history: one", "history: two"]) {
    await field.fill(text);
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText(`I read: ${text}`).waitFor();
  }
  await field.fill("half a thought");
  await dropFiles(page, [{ name: "kept.txt", type: "text/plain", base64: btoa("kept") }]);
  await page.getByRole("button", { name: "Remove kept.txt" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Remove kept.txt" }).waitFor();
  assert.equal(await field.inputValue(), "half a thought");
  const other = await createSession(daemon, "another");
  await page.goto(`${daemon.url}/s/${other.id}`);
  await page.getByRole("log").getByText("I read: another").waitFor();
  assert.equal(await field.inputValue(), "");
  await page.goBack();
  await page.getByRole("log").getByText("I read: history: two").waitFor();
  assert.equal(await field.inputValue(), "half a thought");
  // In a field with words the arrow moves in them.
  await field.press("ArrowUp");
  assert.equal(await field.inputValue(), "half a thought");
  await field.fill("");
  for (const [key, text] of [
    ["ArrowUp", "history: two"],
    ["ArrowUp", "history: one"],
    ["ArrowUp", "history: one"],
    ["ArrowDown", "history: two"],
    ["ArrowDown", ""],
  ] as const) {
    await field.press(key);
    assert.equal(await field.inputValue(), text, key);
  }
  assert.deepEqual(troubles, []);
});

test("U3 commands are completed by keyboard and files by @, without those that git ignores", {
  skip: noBrowser,
}, async () => {
  mkdirSync(join(daemon.cwd, ".git"), { recursive: true });
  mkdirSync(join(daemon.cwd, "lib"), { recursive: true });
  writeFileSync(join(daemon.cwd, ".gitignore"), "*.log\n");
  for (const name of ["parser.ts", "parser.log", "printer.ts"]) writeFileSync(join(daemon.cwd, "lib", name), "");
  const { page, troubles } = await open();
  const field = fieldOf(page);
  const choices = page.getByRole("option");
  await field.pressSequentially("/re");
  await page.getByRole("listbox", { name: "Commands" }).waitFor();
  assert.deepEqual(await choices.allInnerTexts(), [
    "/release-notes\nWhat is new",
    "/review <number>\nReview a pull request",
  ]);
  await field.press("ArrowDown");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "/review ");
  await page.getByText("<number>", { exact: true }).waitFor();
  await field.pressSequentially("12 see @pars");
  await page.getByRole("listbox", { name: "Files in the session’s folder" }).waitFor();
  assert.deepEqual(await choices.allInnerTexts(), ["lib/parser.ts"]);
  await field.press("Tab");
  assert.equal(await field.inputValue(), "/review 12 see @lib/parser.ts ");
  // By Escape only the list goes.
  await field.pressSequentially("@li");
  await page.getByRole("option", { name: "lib/", exact: true }).waitFor();
  await field.press("Escape");
  assert.equal(await choices.count(), 0);
  await field.press("Enter");
  await saw("the command", (content) => content === "/review 12 see @lib/parser.ts @li");
  assert.deepEqual(troubles, []);
});

test("U3 a word of an input method is taken by Enter and by the button, and never sent by half", {
  skip: noBrowser,
}, async () => {
  const { page, troubles } = await open();
  const input = await page.context().newCDPSession(page);
  const half = { text: "にほ", selectionStart: 2, selectionEnd: 2 };
  await fieldOf(page).focus();
  await input.send("Input.imeSetComposition", half);
  await page.keyboard.press("Enter");
  await input.send("Input.insertText", { text: "日本" });
  await page.keyboard.press("Enter");
  await saw("the whole word", (content) => content === "日本");
  await eventually("an empty field", async () => (await fieldOf(page).inputValue()) === "");
  await input.send("Input.imeSetComposition", { ...half, text: "東京" });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await saw("the word that was being put together", (content) => content === "東京");
  assert.equal(promptsSeen(seen).filter((content) => content === "にほ").length, 0);
  assert.deepEqual(troubles, []);
});

test("U3 on a phone Enter is a new line, and a button sends", { skip: noBrowser }, async () => {
  const { page, troubles } = await open({ width: 390, height: 844 });
  const field = fieldOf(page);
  await field.tap();
  await field.pressSequentially("phone: one");
  await page.keyboard.press("Enter");
  await field.pressSequentially("two");
  const before = await field.boundingBox();
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await saw("both lines", (content) => content === "phone: one\ntwo");
  await eventually("an empty field", async () => (await field.inputValue()) === "");
  const afterwards = await field.boundingBox();
  assert.ok(before && afterwards && before.height > afterwards.height, "the field grows with its text");
  // However long it is, there is room for the conversation.
  await field.fill("line\n".repeat(200));
  const most = await field.boundingBox();
  assert.ok(most && most.height <= 844 * 0.45, `${most?.height} px`);
  assert.deepEqual(troubles, []);
});

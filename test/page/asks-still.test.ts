import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed } from "./support/asking.ts";
import { answersIn, askingAgent, type WantedUse, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { asking: askingAgent } });
  writeFileSync(at("old.txt"), lines(400, "old"));
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const at = (name: string): string => join(daemon.cwd, name);
const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, n) => `${word} ${n} ${n % 7}`).join("\n");

const suggestion = (ruleContent: string) => ({
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent }],
  behavior: "allow",
  destination: "localSettings",
});

/** Everything that could push a button aside. */
const contents: { readonly [what: string]: () => WantedUse } = {
  "a short command": () => ({ tool_name: "Bash", input: { command: "ls" } }),
  "a command of 300 lines, with rules": () => ({
    tool_name: "Bash",
    input: { command: lines(300, "echo") },
    permission_suggestions: [suggestion("echo *"), { type: "setMode", mode: "acceptEdits", destination: "session" }],
  }),
  "a line without an end": () => ({ tool_name: "Bash", input: { command: `echo ${"x".repeat(20_000)}` } }),
  "a command with words around it": () => ({
    tool_name: "Bash",
    input: { command: "make", description: "Builds", timeout: 1000, run_in_background: true },
    description: "Something that is said nowhere else",
    decision_reason: "A rule wants it to be asked",
    blocked_path: "/somewhere/else",
  }),
  "a new file": () => ({ tool_name: "Write", input: { file_path: at("new.txt"), content: "one\n" } }),
  "a large file over another": () => ({
    tool_name: "Write",
    input: { file_path: at("old.txt"), content: lines(1000, "new") },
  }),
  "an edit": () => ({ tool_name: "Edit", input: { file_path: at("old.txt"), old_string: "old 1 1", new_string: "x" } }),
  "many edits": () => ({
    tool_name: "MultiEdit",
    input: {
      file_path: at("old.txt"),
      edits: [
        { old_string: "old 1 1", new_string: "x" },
        { old_string: "old 2 2", new_string: lines(80, "y") },
      ],
    },
  }),
  "a tool that nobody knows": () => ({
    tool_name: "mcp__files__frobnicate_everything_in_this_place",
    input: { deep: { list: [1, 2, { a: "b" }] }, text: lines(50, "text"), empty: "", flag: false, nothing: null },
  }),
  "one question": () => ({
    tool_name: "AskUserQuestion",
    input: { questions: [{ question: "Yes?", header: "Q", options: [{ label: "Yes" }, { label: "No" }] }] },
  }),
  "four questions with sketches": () => ({
    tool_name: "AskUserQuestion",
    input: {
      questions: [1, 2, 3, 4].map((n) => ({
        question: `Question ${n}, which is somewhat longer than a line of a phone is wide?`,
        header: `Part ${n}`,
        multiSelect: n % 2 === 0,
        options: ["A", "B", "C"].map((label) => ({ label, description: "words", preview: "+".repeat(90) })),
      })),
    },
  }),
};

interface Place {
  readonly width: number;
  readonly height: number;
}

/** Where the two buttons that decide are. */
async function places(page: Page): Promise<unknown> {
  const buttons = page.locator(".button-row > button");
  assert.equal(await buttons.count(), 2);
  return Promise.all([0, 1].map((one) => buttons.nth(one).boundingBox()));
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as readonly Place[])
  test(`U3 the buttons are at one place for eleven kinds of content, and whatever is opened (${size.width} px)`, {
    skip: noBrowser,
  }, async () => {
    const { id, asks } = await wanting(daemon, "asking", ...Object.values(contents).map((make) => make()));
    const { page, context, troubles } = await openPage(browser, daemon, { ...size, at: `/asks/${asks[0]?.id}` });
    await armed(page);
    const first = await places(page);
    for (const ask of asks) {
      const name = `${ask.toolName} ${ask.inputJson.slice(0, 60)}`;
      await page.goto(`${daemon.url}/asks/${ask.id}`);
      await armed(page);
      assert.deepEqual(await places(page), first, name);
      await isShownWhole(page, name);
      for (const button of ["Edit", "Deny with a reason", "Decline with a reason"]) {
        const tool = page.getByRole("button", { name: button });
        if (!(await tool.isVisible())) continue;
        await tool.click();
        assert.deepEqual(await places(page), first, `${name}: ${button}`);
        await page.keyboard.press("Escape");
      }
      const always = page.getByRole("radio", { name: "Always" });
      if (await always.isVisible()) {
        await always.check();
        await page.getByText("settings.local.json").waitFor();
        assert.deepEqual(await places(page), first, `${name}: the rules`);
      }
      const sideways = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.equal(sideways, 0, `${name} scrolls sideways`);
      await assertAccessible(page, name);
    }
    assert.deepEqual(answersIn(daemon), [], "looking decides nothing");
    assert.deepEqual(troubles, []);
    await context.close();
    await daemon.client.sessions.deleteSession({ sessionId: id });
  });

for (const size of [
  { width: 844, height: 390 },
  { width: 390, height: 460 },
  { width: 1280, height: 560 },
] as readonly Place[])
  test(`U3 in a window of ${size.width} by ${size.height} nothing lies over the buttons, and the rule is seen before it is sent`, {
    skip: noBrowser,
  }, async () => {
    const use = {
      tool_name: "Bash",
      input: { command: lines(40, "echo") },
      permission_suggestions: [suggestion("ls *")],
    };
    const { id, asks } = await wanting(daemon, "asking", use);
    const { page, context } = await openPage(browser, daemon, size);
    for (const path of [`/s/${id}`, `/asks/${asks[0]?.id}`]) {
      await page.goto(`${daemon.url}${path}`);
      await page.getByRole("radio", { name: "Always" }).check();
      await armed(page);
      for (const part of [page.locator(".button-row > button"), page.locator(".rule code")])
        assert.ok(await part.evaluateAll(areSeen), path);
      await page.getByRole("button", { name: "Deny with a reason" }).click();
      await armed(page);
      assert.ok(await page.locator(".button-row > button").evaluateAll(areSeen), `${path}: a reason`);
    }
    await context.close();
    await daemon.client.sessions.deleteSession({ sessionId: id });
  });

/** What is used of an element below; the page's own types are not known here. */
interface Shown {
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  contains(other: unknown): boolean;
  readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown };
}

/** Runs in the page: each is what a finger in its middle would meet. */
function areSeen(elements: readonly Shown[]): boolean {
  const isSeen = (one: Shown): boolean => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  };
  return elements.length > 0 && elements.every(isSeen);
}

/** Long content scrolls to its very end, with a sign until it is there. */
async function isShownWhole(page: Page, name: string): Promise<void> {
  const more = page.getByRole("button", { name: "More below" });
  const box = page.locator(".ask-scroll");
  const hidden = () => box.evaluate((one) => Math.round(one.scrollHeight - one.clientHeight - one.scrollTop));
  if ((await hidden()) > 2) {
    await more.waitFor();
    await more.click();
    await box.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  }
  await more.waitFor({ state: "detached" });
  assert.ok((await hidden()) <= 2, name);
}

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Locator } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { atRest } from "./support/at-rest.ts";
import { launchBrowser, noBrowser, type OpenOptions, openPage } from "./support/browser.ts";
import { type Step, says, story, storyAgent } from "./support/story-agent.ts";

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { story: storyAgent } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

/** A page that shows a session in which this happened. */
async function told(steps: readonly Step[], options: OpenOptions = {}, state = SessionState.IDLE) {
  writeFileSync(join(daemon.cwd, "stories.json"), JSON.stringify({ "Tell me.": { steps } }));
  const { id } = await createSession(daemon, "Tell me.");
  await reaches(daemon, id, state);
  const opened = await openPage(browser, daemon, options);
  await opened.page.goto(`${daemon.url}/s/${id}`);
  return { ...opened, id, log: opened.page.getByRole("log") };
}

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const work: readonly Step[] = [
  says.thinking("The user wants to know."),
  says.tool("todo1", "TodoWrite", {
    todos: [
      { content: "Look around", status: "in_progress", activeForm: "Looking around" },
      { content: "Report", status: "pending", activeForm: "Reporting" },
    ],
  }),
  says.result("todo1", "ok"),
  says.tool("sub", "Task", { description: "look around", prompt: "Look.", subagent_type: "explorer" }),
  says.text("I look around.", "sub"),
  says.tool("sub-read", "Read", { file_path: "deep.txt" }, "sub"),
  says.result("sub-read", "a needle in the haystack", {}, "sub"),
  says.tool("sub-grep", "Grep", { pattern: "more" }, "sub"),
  says.result("sub-grep", "nothing", {}, "sub"),
  says.result("sub", [{ type: "text", text: "I found **one** needle." }]),
  says.tool("shot", "Screenshot", {}),
  says.result("shot", [{ type: "image", source: { type: "base64", media_type: "image/png", data: dot } }]),
  says.tool("bad", "Bash", { command: "false" }),
  says.result("bad", "it went wrong\nand more", { is_error: true }),
  says.tool("todo2", "TodoWrite", {
    todos: [
      { content: "Look around", status: "completed", activeForm: "Looking around" },
      { content: "Report", status: "in_progress", activeForm: "Reporting" },
    ],
  }),
  says.result("todo2", "ok"),
  says.system("compact_boundary", { compact_metadata: { trigger: "auto", pre_tokens: 155_000 } }),
  says.text("```ts\nconst answer = 42;\n```\n\nSee [the docs](https://docs.example/a) and https://plain.example/b."),
];

for (const width of [1280, 390])
  test(`U3 a conversation in all its forms: sub-agents, todos, pictures, errors, compaction (${width} px)`, {
    skip: noBrowser,
  }, async () => {
    const { page, log, troubles, context } = await told(work, { width });
    await log.getByText("The conversation was compacted because it was getting long, from 155,000 tokens").waitFor();
    const sub = log.locator("details.tool", { hasText: "2 steps" });
    await sub.getByText("2 steps").waitFor();
    // Folded: what it did is not there. Unfolded, it is, and its answer is Markdown.
    assert.equal(await log.getByText("I look around.").count(), 0);
    await sub.locator("summary").click();
    await log.locator('.row[data-depth="1"]').getByText("I look around.").waitFor();
    await log.locator('.row[data-kind="answer"] strong').getByText("one").waitFor();
    await atRest(page);
    await sub.locator("summary").click();
    await log.getByText("I look around.").waitFor({ state: "detached" });
    const failed = log.locator('details.tool[data-state="failed"]');
    assert.equal(await failed.locator(".tool-failure").innerText(), "it went wrong");
    await log.locator("details.tool", { hasText: "Screenshot" }).locator("summary").click();
    await log.getByRole("img", { name: "Image, 1 × 1 pixels" }).waitFor();
    // One list, as it is now.
    await page.getByRole("button", { name: "1 of 2" }).click();
    await page.locator(".menu .todos li[data-status='done']").getByText("Look around").waitFor();
    await page.locator(".menu .todos li[data-status='now']").getByText("Report").waitFor();
    await assertAccessible(page, "a list of todos");
    await page.keyboard.press("Escape");
    await assertAccessible(page, "a conversation");
    const links = await log
      .locator(".markdown a")
      .evaluateAll((all) =>
        all.map((link) => `${link.textContent} ${link.getAttribute("rel")} ${link.getAttribute("target")}`),
      );
    const apart = "noopener noreferrer nofollow _blank";
    assert.deepEqual(links, [`the docs (docs.example) ${apart}`, `https://plain.example/b ${apart}`]);
    assert.deepEqual(troubles, []);
    await context.close();
  });

test("U3 a find looks through all, also what is folded and not on the screen, counts it, and unfolds what it goes to", {
  skip: noBrowser,
}, async () => {
  const filler = Array.from({ length: 150 }, (_, at) => says.text(`Paragraph ${at}\n\nwith more than one line.`));
  const { page, log, troubles, context } = await told([...work, ...filler]);
  await log.getByText("Paragraph 149").waitFor();
  await page.keyboard.press("Control+f");
  const field = page.getByRole("searchbox", { name: "Find in this session" });
  await field.fill("NEEDLE");
  const count = page.locator(".found");
  await count.getByText("2 of 2").waitFor();
  await field.press("Enter");
  await count.getByText("1 of 2").waitFor();
  await log.locator(".output").getByText("a needle in the haystack").waitFor();
  await eventually("the marks", () => page.evaluate("(CSS.highlights.get('found')?.size ?? 0) > 0"));
  await field.press("Shift+Enter");
  await count.getByText("2 of 2").waitFor();
  await field.fill("paragraph 3");
  await count.getByText("11 of 11").waitFor();
  await log.getByText("Paragraph 39").waitFor();
  await assertAccessible(page, "a find");
  await field.fill("not there");
  await count.getByText("No matches").waitFor();
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  assert.equal(await page.evaluate("CSS.highlights.has('found')"), false);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 any event can be copied and linked; the link leads to it, also inside a sub-agent, and the menu covers nothing", {
  skip: noBrowser,
}, async () => {
  const filler = Array.from({ length: 100 }, (_, at) => says.text(`Paragraph ${at}`));
  const { page, log, context, id } = await told([...work, ...filler], { width: 390, height: 844 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const row = log.locator(".row", { hasText: "Paragraph 98" });
  const menu = row.getByRole("button", { name: "Copy or link" });
  const [said, button] = [await row.locator(".row-content").boundingBox(), await menu.boundingBox()];
  assert.ok(said !== null && button !== null);
  assert.ok(said.x + said.width <= button.x, "beside, not over");
  assert.ok(button.width >= 44);
  await menu.tap();
  await page.getByRole("button", { name: "Copy", exact: true }).tap();
  await page.getByText("Copied", { exact: true }).waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "Paragraph 98");
  await menu.tap();
  await page.getByRole("button", { name: "Copy link" }).tap();
  await page.getByText("Link copied").waitFor();
  const link = String(await page.evaluate("navigator.clipboard.readText()"));
  assert.match(link, new RegExp(`/s/${id}#\\d+$`));
  // The event of the sub-agent's first words, which are folded.
  let seq = 0;
  for await (const event of daemon.client.follow(id, 0)) {
    if (event.kind.case === "message" && event.kind.value.contentJson.includes("I look around."))
      seq = Number(event.seq);
    if (event.kind.case === "turnComplete") break;
  }
  await page.goto("about:blank");
  await page.goto(`${daemon.url}/s/${id}#${seq}`);
  await log.locator('.row[data-current="true"]').getByText("I look around.").waitFor();
  await context.close();
});

test("U3 who scrolled up stays there, is told of what is new below, and comes back by a button or a key", {
  skip: noBrowser,
}, async () => {
  const filler = Array.from({ length: 60 }, (_, at) => says.text(`Paragraph ${at}`));
  const { page, log, id, context } = await told(filler);
  await log.getByText("Paragraph 59").waitFor();
  await log.hover();
  await page.mouse.wheel(0, -800);
  const toEnd = page.getByRole("button", { name: "To the end" });
  await toEnd.waitFor();
  const top = await restingPlace(log);
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text: story(says.text("the newest")) } });
  await page.getByRole("button", { name: "New below" }).waitFor();
  assert.equal(await log.evaluate((element) => element.scrollTop), top);
  await page.getByRole("button", { name: "New below" }).click();
  await log.getByText("the newest", { exact: true }).waitFor();
  await page.locator(".jump").waitFor({ state: "detached" });
  await page.mouse.wheel(0, -800);
  await toEnd.waitFor();
  await page.locator("body").press("e");
  await toEnd.waitFor({ state: "detached" });
  await context.close();
});

/** Where it is scrolled to, once it has stopped. */
function restingPlace(log: Locator): Promise<number> {
  let before = -1;
  return eventually("an end of the scrolling", async () => {
    const [top, last] = [await log.evaluate((element) => element.scrollTop), before];
    before = top;
    return top === last ? top : undefined;
  });
}

test("U3 what waits is found by a key and a button, also in a sub-agent that is folded", {
  skip: noBrowser,
}, async () => {
  const { page, log, context, troubles } = await told(
    [
      says.tool("sub", "Task", { description: "work" }),
      says.tool("inner", "Bash", { command: "rm needle" }, "sub"),
      { ask: { tool_name: "Bash", input: { command: "rm needle" }, tool_use_id: "inner" } },
      says.text("done"),
    ],
    {},
    SessionState.WAITING,
  );
  await page.locator(".activity").getByText("Waiting for you", { exact: true }).waitFor();
  assert.equal(await log.locator(`.row[data-depth="1"]`).count(), 0);
  await page.locator("body").press("j");
  await log.locator('.row[data-depth="1"]').getByText("rm needle").first().waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 code is copied by its own button, as it was written", { skip: noBrowser }, async () => {
  const code = "if (a < b && c) {\n\treturn '<b>';\n}";
  const { page, log, context } = await told([says.text(`Like so:\n\n\`\`\`js\n${code}\n\`\`\``)]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await log.locator(".code-kwd").first().waitFor();
  await log.getByRole("button", { name: "Copy this code (js)" }).click();
  await page.getByText("Code copied").waitFor();
  assert.equal(String(await page.evaluate("navigator.clipboard.readText()")).trimEnd(), code);
  await context.close();
});

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { asking, bash, openAsk } from "./support/asking.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
/** What a session asked for and nobody has decided. */
let open: Awaited<ReturnType<typeof asking>>;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle"],
    env: { BRIDLE_PROVIDER: "scripted" },
    settings: { permissions: { deny: ["Bash(git push:*)"], ask: ["Bash(touch:*)"], allow: ["Bash(mkdir:*)"] } },
  });
  const uses = ["mkdir one && git push", "mkdir two", "npm run lint -- a", "npm run lint -- b"].map((one) => bash(one));
  const { id, ask } = await asking(daemon, ...uses, bash("rm -rf three"));
  await daemon.client.conversation.answerAsk({ askId: ask.id, verdict: 1 });
  const second = await nextAsk(id, ask.id);
  await daemon.client.conversation.answerAsk({ askId: second, verdict: 1 });
  await daemon.client.conversation.answerAsk({ askId: await nextAsk(id, second), verdict: 2 });
  open = await asking(daemon, bash("touch four && mkdir five"));
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

async function nextAsk(sessionId: string, before: string): Promise<string> {
  for (;;) {
    const { id } = await openAsk(daemon, sessionId);
    if (id !== before) return id;
  }
}

/** What a browser says of input that the daemon refuses. */
const refused = "console: Failed to load resource: the server responded with a status of 400 (Bad Request)";

for (const width of [390, 1280]) {
  test(`P7 U3 from an ask to the rule, its file and the part of the command that is the reason, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    const at = `/asks/${open.ask.id}`;
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at });
    await page.getByRole("link", { name: "Why?" }).click();
    const verdict = page.getByRole("region", { name: "What would happen" });
    await verdict.waitFor();
    assert.match(
      await verdict.innerText(),
      /^ask A person is asked\.\s+Rule\s+Bash\(touch:\*\)\s+From\s+The daemon's rules/,
    );
    assert.match(await verdict.innerText(), /File\s+\S+settings\.json/);
    const reason = verdict.getByRole("listitem").filter({ hasText: "the reason" });
    assert.match(await reason.innerText(), /^ask\s+touch four/);
    await page.getByRole("link", { name: "An ask" }).waitFor();
    await assertAccessible(page, "why, from an ask");
    // Another tool, by its name and JSON; and what is none is told.
    await page.getByLabel("Tool", { exact: true }).selectOption("Another tool");
    await page.getByLabel("Name of the tool").fill("mcp__files__delete");
    await page.getByLabel("Input, as JSON").fill("nothing");
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByText("must be a JSON object").waitFor();
    await page.getByLabel("Input, as JSON").fill('{"path":"x"}');
    await page.getByRole("button", { name: "Explain" }).click();
    assert.match(await verdict.innerText(), /^ask/);
    assert.deepEqual(troubles, [refused]);
    await context.close();
  });

  test(`P7 U3 rules that are changed for a try: which recorded uses would be decided otherwise, at ${width} px`, {
    skip: noBrowser,
  }, async () => {
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844, at: "/rules/simulate" });
    const run = page.getByRole("button", { name: "Simulate" });
    await run.click();
    await page.getByRole("heading", { name: "0 of 5 recorded uses would be decided otherwise" }).waitFor();
    await page.getByRole("button", { name: "Take out: deny Bash(git push:*)" }).click();
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page
      .locator(":focus")
      .and(page.getByLabel("Rule", { exact: true }))
      .waitFor();
    await page.keyboard.type("Bash(npm run *");
    await page.getByLabel("Effect").selectOption("deny");
    await run.click();
    await page.getByText(/a rule such as Bash\(npm run \*\)/).waitFor();
    await page.getByLabel("Rule", { exact: true }).fill("Bash(npm run *)");
    await run.click();
    await page.getByRole("heading", { name: "3 of 5 recorded uses would be decided otherwise" }).waitFor();
    const kinds = page.getByRole("list", { name: "Kinds of differences" });
    assert.deepEqual(await kinds.getByRole("listitem").allInnerTexts(), ["2 allow → deny", "1 deny → ask"]);
    assert.equal(await page.getByRole("row", { name: /deny → ask Bash mkdir one && git push/ }).count(), 1);
    await assertAccessible(page, "a simulation");
    assert.ok(readFileSync(join(daemon.home, "config", "settings.json"), "utf8").includes("git push"), "only a try");
    assert.deepEqual(troubles, [refused]);
    await context.close();
  });
}

test("P7 U3 what was always allowed is suggested, and written where the file and the rule were shown before", {
  skip: noBrowser,
}, async () => {
  const { page, context, troubles } = await openPage(browser, daemon, { at: "/rules/suggest" });
  const suggestion = page.getByRole("article").filter({ hasText: "Bash(npm run lint *)" });
  await suggestion.getByText("would have answered 2 asks").waitFor();
  assert.match(
    await suggestion.innerText(),
    /npm run lint -- b.*1 more of this tool would still be asked\s+Bash rm -rf three/s,
  );
  await suggestion.getByRole("button", { name: "Add to …" }).click();
  const where = suggestion.getByRole("region", { name: "Where to write it" });
  await where.getByLabel("Who it applies to").selectOption("You, in every project");
  await where.getByText(`is written to ${join(daemon.cwd, ".claude/settings.json")}`).waitFor();
  await where.getByLabel("Who it applies to").selectOption("You, in this project");
  const file = join(daemon.cwd, ".claude/settings.local.json");
  await where.getByText(`is written to ${file}`).waitFor();
  assert.match(await where.innerText(), /allow Bash\(npm run lint \*\)/);
  await assertAccessible(page, "a suggestion");
  assert.equal(existsSync(file), false, "nothing before it is said");
  await where.getByRole("button", { name: "Write it" }).click();
  await suggestion.getByText(`Written to ${file}.`).waitFor();
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")).permissions, { allow: ["Bash(npm run lint *)"] });
  await page.getByRole("link", { name: "In force" }).click();
  await page.getByRole("row", { name: /allow Bash\(npm run lint \*\) local/ }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

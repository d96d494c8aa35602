import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { AskState, SessionState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed, asking, bash, openAsk } from "./support/asking.ts";
import { answersIn, askingAgent, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, type OpenPage, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let opened: OpenPage;
const home = mkdtempSync(join(tmpdir(), "bridle-rules-"));

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({
    agents: { asking: askingAgent },
    set: ["daemon.default_agent=bridle"],
    env: { BRIDLE_PROVIDER: "scripted", HOME: home },
  });
  opened = await openPage(browser, daemon);
});
after(async () => {
  assert.deepEqual(opened?.troubles ?? [], []);
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

/** For whom: the file that is shown, and the one that is meant. */
const files: { readonly [who: string]: () => readonly [shown: string, real: string] } = {
  "You, in this project": () => twice(join(daemon.cwd, ".claude/settings.local.json")),
  "Everyone, in this project": () => twice(join(daemon.cwd, ".claude/settings.json")),
  "You, in every project": () => ["~/.claude/settings.json", join(home, ".claude/settings.json")],
};
const twice = (file: string) => [file, file] as const;

for (const [at, [who, file]] of Object.entries(files).entries())
  test(`U3 the rule that is shown is written, to the file that is shown, and nothing before it is sent: ${who}`, {
    skip: noBrowser,
  }, async () => {
    const { page } = opened;
    const [shown, real] = file();
    const { ask, id } = await asking(daemon, bash(`touch ruled-${at}`), bash(`touch ruled-${at}`));
    await page.goto(`${daemon.url}/asks/${ask.id}`);
    await page.getByRole("radio", { name: "Always" }).check();
    await page.getByLabel("Who it applies to, and in which file").selectOption({ label: who });
    assert.equal(await page.locator(".rules .label").textContent(), `The agent writes this to ${shown}`);
    const rule = (await page.locator(".rule code").first().textContent()) ?? "";
    assert.match(rule, /^Bash\(touch .*\)$/);
    assert.equal((await openAsk(daemon, id)).state, AskState.OPEN, "choosing is not sending");
    assert.ok(!existsSync(real));
    await assertAccessible(page, "the rules");
    await armed(page);
    const before = written();
    await page.getByRole("button", { name: "Always allow" }).click();
    // The second use of the same command is not asked any more.
    await reaches(daemon, id, SessionState.IDLE);
    assert.deepEqual(written(), { ...before, [real]: [rule] });
  });

/** The rules that all settings files allow. */
function written(): { readonly [file: string]: readonly string[] } {
  const all = Object.values(files).map((file) => file()[1]);
  const there = all.filter((file) => existsSync(file));
  return Object.fromEntries(there.map((file) => [file, JSON.parse(readFileSync(file, "utf8")).permissions.allow]));
}

test("U3 for the session: no file is written, the same is not asked again in it, and asked in another", {
  skip: noBrowser,
}, async () => {
  const { page } = opened;
  const before = written();
  const { ask, id } = await asking(daemon, bash("touch in-session"), bash("touch in-session"));
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await page.getByRole("radio", { name: "This session" }).check();
  await page.getByText("No file is written. It lasts until this session's agent ends.").waitFor();
  await armed(page);
  await page.getByRole("button", { name: "Allow for session" }).click();
  await reaches(daemon, id, SessionState.IDLE);
  assert.deepEqual(written(), before);
  const other = await asking(daemon, bash("touch in-session"));
  await daemon.client.conversation.answerAsk({ askId: other.ask.id, verdict: 2 });
});

test("U3 every suggestion is chosen by itself, and goes to the agent as it was spelled but for its destination", {
  skip: noBrowser,
}, async () => {
  const { page } = opened;
  const rules = [
    { toolName: "Bash", ruleContent: "make *" },
    { toolName: "Read", ruleContent: "//etc/**" },
  ];
  const suggestions = [
    { type: "addRules", rules, behavior: "allow", destination: "localSettings", future: "kept" },
    { type: "setMode", mode: "acceptEdits", destination: "session" },
    { type: "addDirectories", directories: ["/srv"], destination: "session" },
  ];
  const use = { tool_name: "Bash", input: { command: "make" }, permission_suggestions: suggestions };
  const { asks } = await wanting(daemon, "asking", use);
  await page.goto(`${daemon.url}/asks/${asks[0]?.id}`);
  await page.getByRole("radio", { name: "Always" }).check();
  assert.deepEqual(await page.locator(".rule").allTextContents(), ["Allow Bash(make *)Read(//etc/**)"]);
  await page.getByLabel("Who it applies to, and in which file").selectOption({ label: "You, in every project" });
  await page.getByText("The agent writes this to ~/.claude/settings.json").waitFor();
  await page.getByRole("radio", { name: "This session" }).check();
  const rows = ["Allow Bash(make *)Read(//etc/**)", "Switch to mode acceptEdits", "Also work in /srv"];
  assert.deepEqual(await page.locator(".rule").allTextContents(), rows);
  await page.getByRole("checkbox", { name: /Also work in/ }).check();
  await armed(page);
  await page.getByRole("button", { name: "Allow for session" }).click();
  const answer = await eventually("the answer", async () => answersIn(daemon)[0]);
  assert.deepEqual(answer.updatedPermissions, [{ ...suggestions[0], destination: "session" }, suggestions[2]]);
});

test("U3 without a suggestion there is only once", { skip: noBrowser }, async () => {
  const { page } = opened;
  const { asks } = await wanting(daemon, "asking", { tool_name: "Bash", input: { command: "a && b" } });
  await page.goto(`${daemon.url}/asks/${asks[0]?.id}`);
  await page.getByRole("button", { name: "Allow once" }).waitFor();
  assert.equal(await page.getByRole("radio").count(), 0);
});

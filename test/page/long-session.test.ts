import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { SessionState } from "../../src/exports/client.ts";
import { plainAgent } from "../daemon/support/plain-agent.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

/** Says so many things, all at once or so many a second: text in pieces, then its message, a tool and its result. */
const talkative = plainAgent((line, say, result) => {
  const { content } = line.message as { content: string | { text: string }[] };
  const { things, perSecond } = JSON.parse(typeof content === "string" ? content : (content[0]?.text ?? "{}"));
  let said = 0;
  const one = (): void => {
    const id = `${line.uuid}-${said}`;
    const text = `Thing **${said}** with \`code\`, a [link](https://x.example/) and\n\n- a list\n- of two`;
    const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
    const ids = { session_id: "s", parent_tool_use_id: null };
    say({ type: "stream_event", event: delta, ...ids });
    say({ type: "assistant", message: { id, role: "assistant", content: [{ type: "text", text }] }, ...ids });
    const tool = { type: "tool_use", id: `t${id}`, name: "Bash", input: { command: `ls ${said}` } };
    say({ type: "assistant", message: { id: `${id}t`, role: "assistant", content: [tool] }, ...ids });
    const done = { type: "tool_result", tool_use_id: `t${id}`, content: "a\nb\nc" };
    say({ type: "user", message: { role: "user", content: [done] }, ...ids });
    said++;
  };
  if (perSecond === undefined) {
    while (said < things) one();
    say(result(line));
    return;
  }
  const timer = setInterval(() => {
    one();
    if (said < things) return;
    clearInterval(timer);
    say(result(line));
  }, 1000 / perSecond);
});

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { talkative } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const nodesOf = (page: Page): Promise<number> => page.locator("*").count();

test("U3 a session of 20 000 events opens at its end, scrolls to its beginning, and has few nodes everywhere", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, JSON.stringify({ things: 4000 }));
  const { lastSeq } = await reaches(daemon, id, SessionState.IDLE, { ms: 60_000 });
  assert.ok(lastSeq > 20_000n, `${lastSeq} events`);
  const { page, troubles } = await openPage(browser, daemon);
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByText("Thing 3999", { exact: false }).first().waitFor();
  assert.ok((await nodesOf(page)) <= 2000);
  await page.getByRole("log").hover();
  for (const px of [-300, -5000, -200_000, -100_000, -1_000_000]) {
    await page.mouse.wheel(0, px);
    await page.waitForTimeout(200);
    assert.ok((await nodesOf(page)) <= 2000, `${await nodesOf(page)} nodes`);
  }
  await page.getByText("Thing 0 with", { exact: false }).waitFor();
  assert.deepEqual(troubles, []);
});

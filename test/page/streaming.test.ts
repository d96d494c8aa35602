import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { heapOf, nodesOf } from "../../bench/page/in-page.ts";
import { traceMainThread } from "../../bench/page/main-thread.ts";
import { SessionState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../daemon/support/talk.ts";
import { allAnswered } from "./support/all-answered.ts";
import { launchWholeBrowser, noBrowser, openPage } from "./support/browser.ts";
import { eventsOfThing, talkative } from "./support/talkative-agent.ts";

const perSecond = 200;
const seconds = 10;
const maxTaskMs = 50;
const maxNodes = 2000;

let browser: Browser;
let daemon: TestDaemon;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchWholeBrowser();
  daemon = await startDaemon({ agents: { talkative } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

test("U3 at 200 events a second no task of the main thread takes 50 ms, there are at most 2 000 nodes, and nothing shifts", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, JSON.stringify({ things: 1 }));
  await reaches(daemon, id, SessionState.IDLE);
  const { page, troubles, context } = await openPage(browser, daemon, { at: `/s/${id}` });
  await page.getByText("Thing 0", { exact: false }).first().waitFor();
  // The frame is filled, and rows get their heights, after they are first drawn; here it is about those that stream.
  await allAnswered(page);
  await page.evaluate(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: false });
  `);
  const things = (perSecond * seconds) / eventsOfThing;
  let nodes = 0;
  const { longestCpuMs, tasks } = await traceMainThread(browser, page, async () => {
    const text = JSON.stringify({ things, perSecond: perSecond / eventsOfThing });
    await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text } });
    const last = page.getByText(`Thing ${things - 1} with`);
    while ((await last.count()) === 0) {
      nodes = Math.max(nodes, await nodesOf(page));
      await page.waitForTimeout(200);
    }
  });
  // By the thread's own time: by the clock a machine with other work to do would be measured, too.
  assert.ok(tasks > 100 && longestCpuMs <= maxTaskMs, `the longest of ${tasks} tasks took ${longestCpuMs} ms`);
  assert.ok(nodes <= maxNodes, `${nodes} nodes`);
  const shifts = (await page.evaluate("globalThis.shifts")) as readonly number[];
  assert.ok(Math.max(0, ...shifts) < 0.1, `shifts: ${shifts.filter((one) => one >= 0.1).join(", ")}`);
  assert.deepEqual(troubles, []);
  await context.close();
});

/** Of what was said, its rows and what finds it again: nothing of what is on the wire or was on the screen. */
const maxBytesPerEvent = 1500;

test("U3 memory is flat: 20 000 events are kept in little, scrolling through them takes no more, and streaming no more than what is said", {
  skip: noBrowser,
}, async () => {
  const { id } = await createSession(daemon, JSON.stringify({ things: 4000 }));
  const { lastSeq } = await reaches(daemon, id, SessionState.IDLE, { ms: 60_000 });
  const { page, context } = await openPage(browser, daemon);
  const before = await heapOf(page);
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByText("Thing 3999", { exact: false }).first().waitFor();
  const whole = await heapOf(page);
  const each = (whole - before) / Number(lastSeq);
  assert.ok(each < maxBytesPerEvent, `${each} bytes for each event`);
  await page.getByRole("log").hover();
  for (let n = 0; n < 30; n++) {
    await page.mouse.wheel(0, n < 15 ? -20_000 : 20_000);
    await page.waitForTimeout(50);
  }
  const scrolled = await heapOf(page);
  assert.ok(scrolled - whole < 5_000_000, `${scrolled - whole} bytes more after scrolling`);

  await page.reload();
  await page.getByText("Thing 3999", { exact: false }).first().waitFor();
  // It stops where memory is measured: what came and is not drawn yet would count, too.
  const text = JSON.stringify({ things: 20_000, perSecond: 200, stops: [100, 1100] });
  await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text } });
  const early = await streamedTo(page, 99);
  writeFileSync(join(daemon.cwd, "go-on-from-100"), "");
  const late = await streamedTo(page, 1099);
  const grown = (late.heap - early.heap) / ((late.things - early.things) * eventsOfThing);
  assert.ok(grown < maxBytesPerEvent, `${grown} bytes for each event that streams`);
  assert.ok(late.nodes <= maxNodes, `${late.nodes} nodes`);
  const { session } = await daemon.client.sessions.getSession({ sessionId: id });
  assert.equal(session?.state, SessionState.RUNNING, "in the middle of one stream");
  await context.close();
});

/** What the page takes when so many things of a stream are on the screen. */
async function streamedTo(page: Page, things: number) {
  const last = `Math.max(0, ...[...document.querySelectorAll(".markdown")].map(({ textContent }) =>
    Number(/Thing (\\d+) with/.exec(textContent)?.[1] ?? 0)).filter((number) => number < 3000))`;
  const shown = await eventually(
    `${things} things`,
    async () => {
      const number = Number(await page.evaluate(last));
      return number >= things && number;
    },
    60_000,
  );
  return { things: shown, heap: await heapOf(page), nodes: await nodesOf(page) };
}

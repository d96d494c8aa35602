import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { SessionState } from "../src/exports/client.ts";
import { startDaemon, type TestDaemon } from "../test/daemon/support/start-daemon.ts";
import { createSession, reaches } from "../test/daemon/support/talk.ts";
import { launchWholeBrowser, openPage } from "../test/page/support/browser.ts";
import { eventsOfThing, talkative } from "../test/page/support/talkative-agent.ts";
import type { Figures } from "./figures.ts";
import { median, rounded } from "./median.ts";
import { fillBareList } from "./page/bare-list.ts";
import { firstPaintMs, framesOf, heapOf, nodesOf } from "./page/in-page.ts";
import { type MainThread, traceMainThread } from "./page/main-thread.ts";

export interface PageBenchOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /** For the memory of a long session. */
  readonly events: number;
  readonly paints: number;
}

const full: PageBenchOptions = { perSecond: 200, seconds: 20, events: 20_000, paints: 10 };
const quick: PageBenchOptions = { perSecond: 200, seconds: 2, events: 1000, paints: 2 };

/** The page in a real browser, against a real daemon, beside a bare list that gets as many events. */
export async function pageBench(options: PageBenchOptions | "full" | "quick" = "full"): Promise<Figures> {
  const wanted = options === "full" ? full : options === "quick" ? quick : options;
  await using daemon = await startDaemon({ agents: { talkative } });
  const browser = await launchWholeBrowser();
  try {
    return {
      ...(await streaming(browser, daemon, wanted)),
      ...(await floor(browser, wanted)),
      ...(await memory(browser, daemon, wanted)),
      ...(await firstPaint(browser, daemon, wanted)),
    };
  } finally {
    await browser.close();
  }
}

async function streaming(browser: Browser, daemon: TestDaemon, { perSecond, seconds }: PageBenchOptions) {
  const things = Math.round((perSecond * seconds) / eventsOfThing);
  const { id } = await createSession(daemon, JSON.stringify({ things: 1 }));
  await reaches(daemon, id, SessionState.IDLE, { ms: 60_000 });
  const { page, context } = await openPage(browser, daemon);
  await page.goto(`${daemon.url}/s/${id}`);
  await page.getByText("Thing 0", { exact: false }).first().waitFor();
  let fps = 0;
  let nodes = 0;
  const sampling = setInterval(async () => {
    nodes = Math.max(nodes, await nodesOf(page).catch(() => 0));
  }, 500);
  const tasks = await traceMainThread(browser, page, async () => {
    fps = await framesOf(page, async () => {
      const text = JSON.stringify({ things, perSecond: perSecond / eventsOfThing });
      await daemon.client.conversation.sendPrompt({ sessionId: id, prompt: { text } });
      await page
        .getByText(`Thing ${things - 1}`, { exact: false })
        .first()
        .waitFor({ timeout: 120_000 });
    });
  });
  clearInterval(sampling);
  await context.close();
  return {
    events_per_s: perSecond,
    ...figuresOf("stream", tasks),
    stream_fps: rounded(fps, 1),
    stream_max_nodes: nodes,
  };
}

async function floor(browser: Browser, { perSecond, seconds }: PageBenchOptions) {
  const page = await browser.newPage();
  await page.goto("about:blank");
  let fps = 0;
  const tasks = await traceMainThread(browser, page, async () => {
    fps = await framesOf(page, () => fillBareList(page, perSecond * seconds, perSecond));
  });
  await page.close();
  return { ...figuresOf("floor", tasks), floor_fps: rounded(fps, 1) };
}

/** Before a long session is opened, and with all of it. */
async function memory(browser: Browser, daemon: TestDaemon, { events }: PageBenchOptions) {
  const things = Math.ceil(events / eventsOfThing);
  const { id } = await createSession(daemon, JSON.stringify({ things }));
  const { lastSeq } = await reaches(daemon, id, SessionState.IDLE, { ms: 120_000 });
  const { page, context } = await openPage(browser, daemon);
  const before = await heapOf(page);
  const startMs = performance.now();
  await page.goto(`${daemon.url}/s/${id}`);
  await page
    .getByText(`Thing ${things - 1}`, { exact: false })
    .first()
    .waitFor({ timeout: 120_000 });
  const openMs = performance.now() - startMs;
  const whole = await heapOf(page);
  await scrollThrough(page);
  const scrolled = await heapOf(page);
  await context.close();
  const mb = (bytes: number): number => rounded(bytes / 1_000_000, 1);
  return {
    memory_events: Number(lastSeq),
    memory_before_mb: mb(before),
    memory_whole_mb: mb(whole),
    memory_after_scrolling_mb: mb(scrolled),
    memory_bytes_per_event: Math.round((whole - before) / Number(lastSeq)),
    open_long_session_ms: Math.round(openMs),
  };
}

async function scrollThrough(page: Page): Promise<void> {
  await page.getByRole("log").hover();
  for (let n = 0; n < 40; n++) {
    await page.mouse.wheel(0, n < 20 ? -5000 : 5000);
    await page.waitForTimeout(50);
  }
}

async function firstPaint(browser: Browser, daemon: TestDaemon, { paints }: PageBenchOptions) {
  const { page, context } = await openPage(browser, daemon);
  const times: number[] = [];
  for (let n = 0; n < paints; n++) {
    await page.goto(`${daemon.url}/?${n}`);
    await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
    times.push(await firstPaintMs(page));
  }
  const names = (await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  )) as readonly string[];
  await context.close();
  const files = new Set([
    daemon.url,
    `${daemon.url}/hub-worker.js`,
    ...names.filter((name) => !name.includes("/bridle.")),
  ]);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(Buffer.from(await (await fetch(file)).arrayBuffer())).length;
  return { first_paint_ms: rounded(median(times), 1), first_load_gzip_kb: rounded(bytes / 1000, 1) };
}

function figuresOf(name: string, { tasks, longestMs, over50Ms, longestCpuMs }: MainThread): Figures {
  return {
    [`${name}_tasks`]: tasks,
    [`${name}_longest_task_ms`]: rounded(longestMs, 1),
    [`${name}_tasks_over_50_ms`]: over50Ms,
    [`${name}_longest_task_cpu_ms`]: rounded(longestCpuMs, 1),
  };
}

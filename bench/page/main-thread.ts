import type { Browser, Page } from "playwright-core";

/** Tasks of a page's main thread while something happened. */
export interface MainThread {
  readonly tasks: number;
  /** By the clock: what else runs on the machine is in it. */
  readonly longestMs: number;
  readonly over50Ms: number;
  /** By the thread's own time. */
  readonly longestCpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Measured by the browser's own tracing, so no code in the page is part of it. */
export async function traceMainThread(browser: Browser, page: Page, during: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
  let trace: Buffer;
  try {
    await during();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === "X" && name.endsWith("RunTask") && mains.has(`${pid} ${tid}`),
  );
  const ms = (micros: number | undefined): number => (micros ?? 0) / 1000;
  return {
    tasks: tasks.length,
    longestMs: Math.max(0, ...tasks.map(({ dur }) => ms(dur))),
    over50Ms: tasks.filter(({ dur }) => ms(dur) > 50).length,
    longestCpuMs: Math.max(0, ...tasks.map(({ tdur }) => ms(tdur))),
  };
}

import type { Page } from "playwright-core";

/** All nodes of a document: elements and texts. */
export function nodesOf(page: Page): Promise<number> {
  const count = `(() => {
    const nodes = document.createTreeWalker(document);
    let count = 1;
    while (nodes.nextNode() !== null) count++;
    return count;
  })()`;
  return page.evaluate(count) as Promise<number>;
}

/** What the page's objects take, when all that is garbage is gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Twice: what the first one lets go may hold others.
  for (let n = 0; n < 2; n++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

/** When the page first drew something of its own, after its start. Elements are there before they are drawn: waits for it. */
export async function firstPaintMs(page: Page): Promise<number> {
  const paint = `new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
    }).observe({ type: "paint", buffered: true });
  })`;
  return Number(await page.evaluate(paint));
}

/** How often the page could draw in a second, while something happens. */
export async function framesOf(page: Page, during: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    globalThis.drawnFrames = 0;
    const frame = () => {
      globalThis.drawnFrames++;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })()`);
  const startMs = performance.now();
  await during();
  const frames = Number(await page.evaluate("globalThis.drawnFrames"));
  return (frames * 1000) / (performance.now() - startMs);
}

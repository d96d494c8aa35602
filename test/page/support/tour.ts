import type { Browser, Page } from "playwright-core";
import { allAnswered } from "./all-answered.ts";
import { atRest } from "./at-rest.ts";
import { openPage } from "./browser.ts";
import type { RoomView, Showroom } from "./showroom.ts";

export const sizes = [
  { size: "desk", width: 1440, height: 900 },
  { size: "phone", width: 390, height: 844 },
] as const;
export const schemes = ["light", "dark"] as const;

interface Stop {
  readonly page: Page;
  readonly view: RoomView;
  /** What went wrong in the page since its last stop. */
  readonly troubles: readonly string[];
}

/** Goes to every view of a showroom, waits until all of it is there and nothing is drawn any more, and stops. */
export async function tour(
  browser: Browser,
  room: Showroom,
  { width, height }: (typeof sizes)[number],
  stop: (at: Stop) => Promise<void>,
): Promise<void> {
  const { page, context, troubles } = await openPage(browser, room.daemon, { width, height });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const view of room.views(width < 600)) {
    await page.goto(room.daemon.url + view.path);
    await view.prepare?.(page);
    await page.locator(view.shows).first().waitFor();
    // Beside most views, and heard through the stream that no view waits for.
    await page.locator(".session-lines:not(:has(.session-item))").waitFor({ state: "hidden" });
    await allAnswered(page);
    await stop({ page, view, troubles: troubles.splice(0) });
  }
  const { url } = await room.daemon.client.daemon.createLogin({});
  const shows = "button >> text=Log in";
  await page.goto(url);
  await page.locator(shows).waitFor();
  await allAnswered(page);
  await stop({ page, view: { name: "login", path: "/login", shows }, troubles: troubles.splice(0) });
  await context.close();
}

/** As it is seen, in a small file. */
export async function screenshot(page: Page, scheme: (typeof schemes)[number]): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: scheme });
  await atRest(page);
  const session = await page.context().newCDPSession(page);
  // They are for looking at, and each commit of them is kept for ever.
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 60 });
  await session.detach();
  return Buffer.from(data, "base64");
}

/** What has moved since the view was at rest, when and how far, as browsers tell it. */
export function movedSinceRest(page: Page): Promise<unknown> {
  return page.evaluate(`new Promise((told) => {
    const nameOf = ({ node }) => (node?.outerHTML ?? node?.data ?? "what is gone").slice(0, 120);
    new PerformanceObserver((list) => {
      const since = list.getEntries().filter(({ startTime, value }) => startTime > restedAt && value >= 0.001);
      told(since.map(({ startTime, value, sources }) => [startTime - restedAt, value, ...sources.map(nameOf)]));
    }).observe({ type: "layout-shift", buffered: true });
    // Without any there is no list.
    setTimeout(() => told([]), 100);
  })`);
}

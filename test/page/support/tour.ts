import type { Browser, Page } from "playwright-core";
import { atRest } from "./at-rest.ts";
import { openPage } from "./browser.ts";
import type { RoomView, Showroom } from "./showroom.ts";

export const sizes = [
  { size: "desk", width: 1440, height: 900 },
  { size: "phone", width: 390, height: 844 },
] as const;
export const schemes = ["light", "dark"] as const;

export interface Stop {
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
    await page.locator(view.shows).first().waitFor();
    await atRest(page);
    await stop({ page, view, troubles: troubles.splice(0) });
  }
  const { url } = await room.daemon.client.daemon.createLogin({});
  const shows = "button >> text=Log in";
  await page.goto(url);
  await page.locator(shows).waitFor();
  await atRest(page);
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

/** How far things have moved since the view was at rest, as browsers sum it up: 0 is not at all. */
export async function movedSinceRest(page: Page): Promise<number> {
  const sum = `new Promise((summed) => {
    new PerformanceObserver((list) => {
      const since = list.getEntries().filter(({ startTime }) => startTime > globalThis.restedAt);
      summed(since.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: "layout-shift", buffered: true });
    // Without any there is no list.
    setTimeout(() => summed(0), 100);
  })`;
  return Number(await page.evaluate(sum));
}

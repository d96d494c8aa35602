import type { Page, Request } from "playwright-core";
import { atRest } from "./at-rest.ts";

/** What a page has asked for and not got yet. What the tabs of a browser hear through their common stream is not among it. */
const pending = new WeakMap<Page, Set<Request>>();

export function watchRequests(page: Page): void {
  const asked = new Set<Request>();
  pending.set(page, asked);
  page.on("request", (request) => {
    // Of the worker's script a page never hears the end.
    if (!request.url().endsWith("/hub-worker.js")) asked.add(request);
  });
  page.on("requestfinished", (request) => asked.delete(request));
  page.on("requestfailed", (request) => asked.delete(request));
}

/** All that the view asked for is there and drawn, and what it asked for because of that, too. */
export async function allAnswered(page: Page): Promise<void> {
  const asked = pending.get(page);
  do {
    while (asked !== undefined && asked.size > 0) await new Promise((later) => setTimeout(later, 20));
    await atRest(page);
  } while (asked !== undefined && asked.size > 0);
}

import { randomId } from "../../../src/api/random-id.ts";
import { connectPage } from "./connect-page.ts";
import { Feed } from "./feed.ts";
import { Hub } from "./hub.ts";

/** The feed of this tab: through a worker that all tabs share, or, where a browser has none, by itself. */
export async function openFeed(): Promise<Feed> {
  const lock = await holdLock();
  const feed = new Feed(hubPort(), lock);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && feed.check());
  addEventListener("online", () => feed.check());
  addEventListener("pagehide", () => feed.leave());
  // From the browser's cache of pages: what it followed was given up.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  return feed;
}

function hubPort(): MessagePort {
  if (typeof SharedWorker !== "undefined") {
    // Named by the code of this page: tabs of another version have a worker of their own.
    const name = `bridle ${new URL(import.meta.url).pathname}`;
    const { port } = new SharedWorker("/hub-worker.js", { type: "module", name });
    return port;
  }
  const { port1, port2 } = new MessageChannel();
  const hub = new Hub(connectPage());
  hub.attach(port1);
  void hub.run(new AbortController().signal);
  return port2;
}

/** Undefined where a browser has no locks (over plain HTTP from another machine): a tab that crashes is noticed later then. */
async function holdLock(): Promise<string | undefined> {
  if (navigator.locks === undefined) return undefined;
  const name = `bridle tab ${randomId()}`;
  await new Promise<void>((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise(() => {});
    });
  });
  return name;
}

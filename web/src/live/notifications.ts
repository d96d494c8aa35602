import { effect } from "@preact/signals";
import type { PageClient } from "../../../src/api/page-client.ts";
import { askOfTag } from "../model/ask-of-tag.ts";
import type { Asks } from "../model/asks.ts";
import { type Route, routeOf } from "../model/route.ts";

interface NotifiedPage {
  readonly client: PageClient;
  readonly asks: Asks;
  go(route: Route): void;
}

/** What the page has to do with this device's notifications: a tap on one leads somewhere, and those of asks that are over go. */
export function joinNotifications(app: NotifiedPage): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    const { type, path } = (data ?? {}) as { readonly type?: string; readonly path?: string };
    if (type === "go" && typeof path === "string") app.go(routeOf(path, ""));
  });
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  // What was subscribed belongs to the login of then: it is renewed by this one.
  void import("./push-device.ts").then(({ currentDevice }) => currentDevice(app.client)).catch(() => undefined);
  let isLoaded = false;
  effect(() => {
    const open = new Set(app.asks.open.value.map(({ id }) => id));
    // At first nothing is known of them.
    if (isLoaded) void closeOthers(open);
    isLoaded = true;
  });
}

async function closeOthers(open: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const askId = askOfTag(notification.tag);
    if (askId !== undefined && !open.has(askId)) notification.close();
  }
}

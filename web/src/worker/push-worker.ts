import { notificationOf, type PushMessage, readPush } from "../model/notification.ts";

/*
 * The page's service worker, for Web Push alone. It handles no `fetch`: the page always is the daemon's own, never a copy of an
 * older one. It shares no code with the page, so that it is one file of a lasting name.
 */

/** The part of a service worker's scope that is used here; TypeScript's own types of it do not go with a page's. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<readonly WindowOfPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

interface WindowOfPage {
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface WorkerEvent {
  readonly data?: { text(): string } | null;
  readonly notification?: Notification;
  readonly oldSubscription?: PushSubscription | null;
  waitUntil(done: Promise<unknown>): void;
}

const worker = self as unknown as WorkerScope;
/** A daemon that does not answer is not waited for longer: what was pushed is shown as it is. */
const checkMs = 3000;
const renewMs = 30_000;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => {
  const message = readPush(event.data?.text() ?? "");
  if (message !== undefined) event.waitUntil(take(message));
});
worker.addEventListener("notificationclick", (event) => {
  const path = (event.notification?.data as { readonly path?: string } | undefined)?.path ?? "/";
  event.notification?.close();
  event.waitUntil(open(path));
});
worker.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(renew(event.oldSubscription ?? undefined)),
);

async function take(message: PushMessage): Promise<void> {
  const { tag } = message;
  if (message.kind === "answered") {
    const shown = await worker.registration.getNotifications({ tag });
    return shown.length === 0 ? undefined : show(message);
  }
  if (message.kind !== "test" && (await isLookedAt())) return;
  await show((await isOver(message)) ? { ...message, kind: "answered" } : message);
}

function show(message: PushMessage): Promise<void> {
  const { title, body, tag, path, isSilent } = notificationOf(message);
  return worker.registration.showNotification(title, {
    ...{ body, tag, silent: isSilent, data: { path } },
    icon: "/icon-192.png",
    badge: "/badge-96.png",
  });
}

/** Whoever has the page in front of them sees it there. */
async function isLookedAt(): Promise<boolean> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.some(({ focused, visibilityState }) => focused && visibilityState === "visible");
}

/** An ask that somebody answered while the message was on its way. */
async function isOver({ ask }: PushMessage): Promise<boolean> {
  if (ask === undefined) return false;
  try {
    const { ask: now } = (await call("ConversationService/GetAsk", { askId: ask }, checkMs)) as {
      readonly ask: { readonly state: string };
    };
    return now.state !== "ASK_STATE_OPEN";
  } catch {
    return false;
  }
}

/** In a window that is there, or in a new one. */
async function open(path: string): Promise<void> {
  const [known] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (known === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  known.postMessage({ type: "go", path });
  await known.focus();
}

/** The browser gave up a subscription and wants another. */
async function renew(old: PushSubscription | undefined): Promise<void> {
  const { publicKey } = (await call("PushService/GetPushKey", {}, renewMs)) as { readonly publicKey: string };
  const applicationServerKey = publicKey.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const fresh = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = fresh.toJSON();
  const { p256dh, auth } = keys ?? {};
  const request = { endpoint, p256dh, auth, replacesEndpoint: old?.endpoint ?? "", callId: crypto.randomUUID() };
  await call("PushService/SavePushSubscription", request, renewMs);
}

async function call(method: string, request: object, timeoutMs: number): Promise<unknown> {
  const response = await fetch(`/bridle.v1.${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "connect-protocol-version": "1" },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${method}: ${response.status}`);
  return response.json();
}

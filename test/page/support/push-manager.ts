import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import type { PushDevice } from "../../daemon/push/push-service.ts";
import { eventually } from "../../daemon/support/eventually.ts";

/**
 * Debian's Chromium knows no push service. This stands in for it: subscriptions are made at the test's own, and what that takes
 * is delivered by the browser's debugger. All else is the browser's.
 */
export async function subscribeAt(context: BrowserContext, { endpoint, keys }: PushDevice): Promise<void> {
  const device = JSON.stringify({ endpoint, p256dh: [...keys.p256dh], auth: [...keys.auth] });
  await context.addInitScript({
    content: `
      const device = ${device};
      const place = "test push subscription";
      const bytes = (numbers) => new Uint8Array(numbers).buffer;
      const subscription = () => {
        const key = localStorage.getItem(place);
        return key === null ? null : {
          endpoint: device.endpoint,
          options: { userVisibleOnly: true, applicationServerKey: bytes(JSON.parse(key)) },
          getKey: (name) => bytes(device[name]),
          unsubscribe: async () => { localStorage.removeItem(place); return true; },
        };
      };
      PushManager.prototype.getSubscription = async () => subscription();
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.setItem(place, JSON.stringify([...applicationServerKey]));
        return subscription();
      };`,
  });
}

/** The debugger's way to the service worker of an origin. */
export class WorkerDebugger {
  readonly #session: CDPSession;
  readonly #origin: string;
  readonly #registrationId: string;

  static async of(page: Page): Promise<WorkerDebugger> {
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    const { promise, resolve } = Promise.withResolvers<string>();
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && new URL(scopeURL).origin === origin);
      if (found !== undefined) resolve(found.registrationId);
    });
    await session.send("ServiceWorker.enable");
    return new WorkerDebugger(session, origin, await promise);
  }

  private constructor(session: CDPSession, origin: string, registrationId: string) {
    this.#session = session;
    this.#origin = origin;
    this.#registrationId = registrationId;
  }

  async deliver(text: string): Promise<void> {
    const where = { origin: this.#origin, registrationId: this.#registrationId };
    await this.#session.send("ServiceWorker.deliverPushMessage", { ...where, data: text });
  }
}

interface Seen {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly silent: boolean | null;
}

/** The notifications that are shown now: of a page, or as its service worker knows them. */
export async function seen(where: { evaluate(script: string): Promise<unknown> }): Promise<readonly Seen[]> {
  const shown = await where.evaluate(`(async () => {
    const registration = self.registration ?? (await navigator.serviceWorker.ready);
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  })()`);
  return shown as readonly Seen[];
}

/**
 * The service worker with an eye on it. As if the page were behind another window: in tests of Chromium it has the focus always.
 * What it shows is counted: whoever asks for notifications while one is on its way may make Chromium drop it.
 */
export async function watchWorker(context: BrowserContext): Promise<Worker> {
  const worker = await eventually("the service worker", () => context.serviceWorkers()[0]);
  await worker.evaluate(`(() => {
    Object.defineProperty(WindowClient.prototype, "focused", { get: () => self.isFocused === true });
    const { showNotification } = ServiceWorkerRegistration.prototype;
    self.shown = 0;
    ServiceWorkerRegistration.prototype.showNotification = async function (...args) {
      await showNotification.apply(this, args);
      self.shown += 1;
    };
  })()`);
  return worker;
}

/** Until the worker has shown so many since it is watched. */
export async function hasShown(worker: Worker, count: number): Promise<void> {
  await eventually(`${count} notifications`, () => worker.evaluate(`self.shown >= ${count}`) as Promise<boolean>);
}

/** A tap on the only notification. */
export async function tap(worker: Worker): Promise<void> {
  await worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  })()`);
}

/** What the browser does when it gives a subscription up and wants another one. */
export async function replaceSubscription(
  worker: Worker,
  old: PushDevice,
  { endpoint, keys }: PushDevice,
): Promise<void> {
  const [p256dh, auth] = [keys.p256dh, keys.auth].map((key) => key.toString("base64url"));
  await worker.evaluate(`(() => {
    const fresh = ${JSON.stringify({ endpoint, keys: { p256dh, auth } })};
    PushManager.prototype.subscribe = async () => ({ toJSON: () => fresh });
    const event = new ExtendableEvent("pushsubscriptionchange");
    Object.defineProperty(event, "oldSubscription", { value: { endpoint: ${JSON.stringify(old.endpoint)} } });
    dispatchEvent(event);
  })()`);
}

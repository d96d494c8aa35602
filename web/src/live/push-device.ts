import type { PushSubscription as Device } from "../../../src/api/gen/bridle/v1/push_service_pb.js";
import type { PageClient } from "../../../src/api/page-client.ts";
import { type BrowserFacts, deviceName } from "../model/push-support.ts";

const workerFile = "/push-worker.js";

export function browserFacts(): BrowserFacts {
  const { standalone } = navigator as Navigator & { readonly standalone?: boolean };
  return {
    isSecure: isSecureContext,
    hasWorker: "serviceWorker" in navigator,
    hasPush: "PushManager" in globalThis,
    permission: "Notification" in globalThis ? Notification.permission : undefined,
    isInstalledOnIos: standalone,
  };
}

/** This device as the daemon knows it, renewed where the login or the daemon's key is another one; undefined: it is not told. */
export async function currentDevice(client: PageClient): Promise<Device | undefined> {
  if (browserFacts().permission !== "granted" || !("serviceWorker" in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  if (registration === undefined || !subscription) return undefined;
  return saved(client, await withKey(client, registration, subscription), "");
}

/** Asks the person, the browser and its push service. Undefined: the person said no. */
export async function turnOn(client: PageClient): Promise<Device | undefined> {
  // First, and in the same breath as the tap: browsers show the question for nothing else.
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  await navigator.serviceWorker.register(workerFile, { scope: "/" });
  const registration = await navigator.serviceWorker.ready;
  const known = (await registration.pushManager.getSubscription()) ?? undefined;
  return saved(client, await withKey(client, registration, known), deviceName(navigator.userAgent));
}

export async function turnOff(client: PageClient, id: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  await client.push.deletePushSubscription({ id });
  await subscription?.unsubscribe();
}

async function withKey(
  client: PageClient,
  registration: ServiceWorkerRegistration,
  known: PushSubscription | undefined,
): Promise<PushSubscription> {
  const { publicKey } = await client.push.getPushKey({});
  if (known !== undefined && isSame(known.options.applicationServerKey, publicKey)) return known;
  // It was made for another key, which this daemon does not have.
  await known?.unsubscribe();
  const applicationServerKey = new Uint8Array(publicKey);
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function saved(client: PageClient, subscription: PushSubscription, name: string): Promise<Device | undefined> {
  const [p256dh, auth] = [subscription.getKey("p256dh"), subscription.getKey("auth")];
  if (p256dh === null || auth === null) throw new Error("this browser's subscription has no keys");
  const { subscription: device } = await client.push.savePushSubscription({
    endpoint: subscription.endpoint,
    p256dh: new Uint8Array(p256dh),
    auth: new Uint8Array(auth),
    name,
  });
  return device;
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? []);
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}

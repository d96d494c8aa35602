import { useEffect, useRef, useState } from "preact/hooks";
import type { PushSubscription as Device } from "../../../../src/api/gen/bridle/v1/push_service_pb.js";
import { browserFacts, currentDevice, turnOff, turnOn } from "../../live/push-device.ts";
import { messageOf } from "../../model/message-of.ts";
import { type Obstacle, obstacleOf } from "../../model/push-support.ts";
import { useApp } from "../app-context.ts";

/** Whether this device is told. */
type ThisDevice =
  | { readonly at: "loading" }
  | { readonly at: "unavailable"; readonly because: Obstacle }
  | { readonly at: "off" }
  | { readonly at: "on"; readonly device: Device };

export interface DevicesState {
  readonly here: ThisDevice;
  readonly others: readonly Device[];
  /** Something is being done: buttons wait. */
  readonly isBusy: boolean;
  /** What went wrong, or what was done, in words; empty: nothing to say. */
  readonly said: { readonly text: string; readonly isTrouble: boolean };
  /** Does it, shows its outcome, and looks again at all devices. */
  act(does: () => Promise<unknown>, done?: string): void;
  turnOn(): void;
  turnOff(device: Device): void;
}

const notAnswered = "The browser's prompt was closed without an answer. Turn on again, and allow notifications.";
const silence = { text: "", isTrouble: false };

/** This device and the others, as the daemon has them. */
export function useDevices(): DevicesState {
  const { client, feed } = useApp();
  const [here, setHere] = useState<ThisDevice>({ at: "loading" });
  const [others, setOthers] = useState<readonly Device[]>([]);
  const [underWay, count] = useState(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const [said, say] = useState(silence);
  const isConnected = feed.link.value.state === "connected";

  const look = async (): Promise<void> => {
    const because = obstacleOf(browserFacts());
    const device = because === undefined ? await currentDevice(client) : undefined;
    const { subscriptions } = await client.push.listPushSubscriptions({});
    if (because !== undefined) setHere({ at: "unavailable", because });
    else setHere(device === undefined ? { at: "off" } : { at: "on", device });
    setOthers(subscriptions.filter(({ id }) => id !== device?.id));
  };
  const run = async (does: () => Promise<unknown>, done: string): Promise<void> => {
    say(silence);
    try {
      await does();
      say({ text: done, isTrouble: false });
    } catch (error) {
      say({ text: troubleOf(error), isTrouble: true });
    }
    await look().catch((error: unknown) => say({ text: troubleOf(error), isTrouble: true }));
    count((now) => now - 1);
  };
  // One after another, in the order of the taps.
  const act = (does: () => Promise<unknown>, done = ""): void => {
    count((now) => now + 1);
    last.current = last.current.then(() => run(does, done));
  };
  useEffect(() => {
    if (isConnected) look().catch((error: unknown) => say({ text: troubleOf(error), isTrouble: true }));
  }, [isConnected]);
  return {
    ...{ here, others, said, act },
    isBusy: underWay > 0,
    turnOn: () =>
      act(async () => {
        const device = await turnOn(client);
        if (device === undefined && Notification.permission === "default") throw new Error(notAnswered);
      }),
    turnOff: ({ id }) => act(() => turnOff(client, id)),
  };
}

function troubleOf(error: unknown): string {
  const message = messageOf(error);
  // What browsers say when their own push service does not answer them.
  if (error instanceof DOMException && error.name === "AbortError")
    return `The browser could not subscribe with its push service (${message}). Is it connected to the Internet? Some browsers have Web Push switched off.`;
  return message;
}

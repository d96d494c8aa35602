import { type NotificationParts, Notifications } from "./notify/notifications.ts";
import { Push, type PushParts } from "./push/push.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

type Parts = Omit<NotificationParts, "push" | "telemetry"> &
  Omit<PushParts, "log"> & { readonly telemetry: Pick<Telemetry, "log" | "notified"> };

/** Who is notified of what sessions do: the targets of the settings, and the devices of Web Push. */
export function makeNotifications(parts: Parts): { readonly push: Push; readonly notifications: Notifications } {
  const push = new Push({ ...parts, log: parts.telemetry.log });
  return { push, notifications: new Notifications({ ...parts, push }) };
}

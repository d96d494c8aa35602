import type { Message } from "./frame.ts";
import { assistant } from "./message/assistant.ts";
import type { Family } from "./message/family.ts";
import { init } from "./message/init.ts";
import { notices } from "./message/notices.ts";
import { result } from "./message/result.ts";
import { streamEvent } from "./message/stream-event.ts";
import { systemNotices } from "./message/system.ts";
import { user } from "./message/user.ts";
import type { ShapeOf } from "./shape.ts";

/** Everything a Claude Code agent may say besides control frames, one row a family. */
export const messages = {
  "system/init": init,
  assistant,
  user,
  stream_event: streamEvent,
  result,
  ...systemNotices,
  ...notices,
} as const;

export type MessageWord = keyof typeof messages;

/** A message of one family, its required fields present. */
export type MessageOf<W extends MessageWord> = Message & ShapeOf<(typeof messages)[W]["shape"]>;

export type Families = { readonly [word: string]: Family };

/** The name a message goes by: `type`, or `type/subtype` where it has one. */
export function wordOf(message: Message): string {
  const { type, subtype } = message;
  return typeof subtype === "string" ? `${type}/${subtype}` : type;
}

/** The family a word belongs to: all `result/*` are one. */
export function familyWord(word: string): string {
  return word.startsWith("result/") ? "result" : word;
}

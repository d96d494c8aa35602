import { type Fields, isFields } from "../wire/fields.ts";
import type { Message, MessageFrame } from "../wire/frame.ts";
import { encodedBytes, prefixWithin } from "./encoded-bytes.ts";

const protectedKeys = new Set(["type", "subtype", "name", "role"]);

interface Leaf {
  readonly holder: Fields | unknown[];
  readonly key: string | number;
  readonly bytes: number;
}

/**
 * A message over the limit, cut so that its JSON fits: the longest string is
 * shortened first, as little as needed, and ends in a marker with the line's
 * size. Names and ids stay whole. Where strings are not what makes it large,
 * only type, subtype and as many ids as fit are left.
 * The parsed message is changed in place: it is ours and may be 100 MB.
 */
export function cutMessage(frame: MessageFrame, maxBytes: number): MessageFrame {
  const { message, bytes: original } = frame;
  const size = sizeOf(message);
  if (size !== undefined) {
    if (size <= maxBytes) return frame;
    const marker = `[truncated: original_size=${original} bytes]`;
    if (cutLeaves(leavesOf(message), size - maxBytes, marker)) return { ...frame, truncated: true };
  }
  return { ...frame, message: stub(message, original, maxBytes), truncated: true };
}

/** The JSON size; undefined when the message is nested too deeply to be encoded. */
function sizeOf(message: Message): number | undefined {
  try {
    return encodedBytes(message);
  } catch {
    return undefined;
  }
}

function cutLeaves(leaves: Leaf[], excess: number, marker: string): boolean {
  leaves.sort((a, b) => b.bytes - a.bytes);
  const markerBytes = encodedBytes(marker);
  let left = excess;
  for (const { holder, key, bytes } of leaves) {
    if (left <= 0) break;
    if (bytes <= markerBytes) return false;
    const whole = (holder as Fields)[key] as string;
    const keep = Math.max(0, bytes - left - markerBytes);
    const cut = prefixWithin(whole, keep) + marker;
    (holder as Fields)[key] = cut;
    left -= bytes - encodedBytes(cut);
  }
  return left <= 0;
}

/** Every string that may be cut. A loop, not recursion: nesting may be as deep as the line is long. */
function leavesOf(message: Message): Leaf[] {
  const leaves: Leaf[] = [];
  const open: (Fields | unknown[])[] = [message];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      // The items of a list of ids are ids as well, so the list is not looked into.
      if (typeof key === "string" && isName(key)) continue;
      const value = (holder as Fields)[key];
      if (typeof value === "object" && value !== null) open.push(value as Fields | unknown[]);
      else if (typeof value === "string") leaves.push({ holder, key, bytes: encodedBytes(value) });
    }
  }
  return leaves;
}

function isName(key: string): boolean {
  return protectedKeys.has(key) || isId(key);
}

/** Ids are spelled `id`, `uuid`, `session_id`, `toolUseID`, `user_message_uuids` … */
function isId(key: string): boolean {
  return /(?:^|_)(?:id|uuid)s?$|I[dD]s?$/.test(key);
}

/** What decides how a turn ended, and ids. */
function isKept(key: string): boolean {
  return key === "subtype" || key === "is_error" || isId(key);
}

/** Type, subtype and as many ids as fit, shortest first. */
function stub(message: Message, original: number, maxBytes: number): Message {
  const named = Object.entries(message).filter(([key, value]) => isKept(key) && isIdValue(value));
  const inner = message.message;
  if (isFields(inner) && typeof inner.id === "string") named.push(["message", { id: inner.id }]);
  const bySize = named
    .map(([key, value]) => ({ key, value, bytes: encodedBytes({ [key]: value }) }))
    .sort((a, b) => a.bytes - b.bytes);
  const left: Fields = { type: message.type, truncated: { original_size: original } };
  let bytes = encodedBytes(left);
  for (const { key, value, bytes: added } of bySize) {
    bytes += added;
    if (bytes > maxBytes) break;
    left[key] = value;
  }
  return left as Message;
}

function isIdValue(value: unknown): boolean {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (Array.isArray(value) && value.every((item) => typeof item === "string"))
  );
}

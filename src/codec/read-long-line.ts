import type { Frame, UnreadableFrame, UnreadableReason } from "../wire/frame.ts";
import { cutMessage } from "./cut-message.ts";
import { FrameReader, unreadableFrame } from "./frame-reader.ts";
import { HeldLine } from "./held-line.ts";
import { jsonShape, maxNesting } from "./json-shape.ts";
import { topMaxLineBytes } from "./limits.ts";
import { scanOf } from "./line-facts.ts";
import { RecentBytes } from "./recent-bytes.ts";

/** A long line with more values than this is bulk data, and takes its reader a long time and much memory. */
export const maxValues = 250_000;

/**
 * One long line by itself, without its LF, as a `FrameReader` would read it and with its message cut to the limit: for a
 * thread of its own. What would cost too much is not parsed.
 */
export function readLongLine(line: Uint8Array, maxPayloadBytes: number): Frame {
  const text = decode(line);
  if (text === undefined) return unreadLongLine("not_utf8", line.length, [line]);
  const { nesting, values } = jsonShape(text);
  if (nesting > maxNesting || values > maxValues) return unreadLongLine("too_complex", line.length, [line]);
  const frames: Frame[] = [];
  const reader = new FrameReader({ maxLineBytes: topMaxLineBytes }, (found) => frames.push(found));
  reader.line(text, line.length, 0);
  const [frame = unreadLongLine("not_json", line.length, [line])] = frames;
  return frame.type === "message" && frame.bytes > maxPayloadBytes ? cutMessage(frame, maxPayloadBytes) : frame;
}

/** A long line that is not parsed, in parts that are all of it. */
export function unreadLongLine(reason: UnreadableReason, bytes: number, parts: readonly Uint8Array[]): UnreadableFrame {
  const head = parts[0]?.subarray(0, HeldLine.headBytes) ?? new Uint8Array();
  const tail = new RecentBytes(HeldLine.tailBytes);
  for (const part of parts.slice(-2)) tail.add(part);
  return unreadableFrame(reason, bytes, { head, tail: tail.bytes, scan: scanOf(...parts) });
}

function decode(line: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    return undefined;
  }
}

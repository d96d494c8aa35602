import type { Frame } from "../wire/frame.ts";
import { cutMessage } from "./cut-message.ts";
import { FrameReader, unreadableFrame } from "./frame-reader.ts";
import { HeldLine } from "./held-line.ts";
import { jsonShape, maxNesting } from "./json-shape.ts";
import { topMaxLineBytes } from "./limits.ts";

/** A long line with more values than this is data that nobody wants to see, and takes its reader a long time and much memory. */
export const maxValues = 250_000;

/**
 * One long line by itself, without its LF, as a `FrameReader` would read it and with its message cut to the limit: for a
 * thread of its own. What would cost too much is not parsed.
 */
export function readLongLine(line: Uint8Array, maxPayloadBytes: number): Frame {
  const text = decode(line);
  if (text !== undefined) {
    const { nesting, values } = jsonShape(text);
    if (nesting > maxNesting || values > maxValues)
      return unreadableFrame("too_complex", line.length, headOf(line), tailOf(line));
  }
  const frames: Frame[] = [];
  const reader = new FrameReader({ maxLineBytes: topMaxLineBytes }, (found) => frames.push(found));
  if (text === undefined) reader.badLine("not_utf8", line.length, 0, headOf(line), tailOf(line));
  else reader.line(text, line.length, 0);
  const [frame = unreadableFrame("not_json", line.length, headOf(line), tailOf(line))] = frames;
  return frame.type === "message" && frame.bytes > maxPayloadBytes ? cutMessage(frame, maxPayloadBytes) : frame;
}

function decode(line: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    return undefined;
  }
}

function headOf(line: Uint8Array): Uint8Array {
  return line.subarray(0, HeldLine.headBytes);
}

function tailOf(line: Uint8Array): Uint8Array {
  return line.subarray(-HeldLine.tailBytes);
}

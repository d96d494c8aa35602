import { invalidOption } from "../errors.ts";

const MiB = 1024 * 1024;

/** How large a line may be. */
export interface Limits {
  /** Messages over this are cut to fit. Default 10 MiB; 1 MiB to 100 MiB. */
  readonly maxPayloadBytes: number;
  /** Lines over this are discarded and reported. Default 64 MiB, or the payload limit if that is more; at most 256 MiB. */
  readonly maxLineBytes: number;
}

/** What `maxLineBytes` can be set to. */
export const topMaxLineBytes = 256 * MiB;

const defaultMaxPayloadBytes = 10 * MiB;
const defaultMaxLineBytes = 64 * MiB;

export function checkLimits(asked: Partial<Limits> = {}): Limits {
  const maxPayloadBytes = asked.maxPayloadBytes ?? defaultMaxPayloadBytes;
  requireRange("maxPayloadBytes", maxPayloadBytes, MiB, 100 * MiB);
  const maxLineBytes = asked.maxLineBytes ?? Math.max(defaultMaxLineBytes, maxPayloadBytes);
  requireRange("maxLineBytes", maxLineBytes, maxPayloadBytes, topMaxLineBytes);
  return { maxPayloadBytes, maxLineBytes };
}

function requireRange(option: string, found: number, min: number, max: number): void {
  if (Number.isInteger(found) && found >= min && found <= max) return;
  throw invalidOption(option, `a whole number of bytes from ${min} to ${max}`, String(found));
}

import type { Split } from "./fault.ts";

/** Bytes in pieces that are written one by one. Without a character of several bytes, `character` cuts in the middle. */
export function splitPieces(bytes: Uint8Array, at: Split["at"]): Uint8Array[] {
  const ends = [...cuts(bytes, at), bytes.length];
  return ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

function cuts(bytes: Uint8Array, at: Split["at"]): readonly number[] {
  if (at === "every_byte") return Array.from(bytes.keys());
  if (at !== "character") return at.filter((position) => position < bytes.length).toSorted((a, b) => a - b);
  const first = bytes.findIndex((byte) => byte >= 0xc0);
  return [first === -1 ? bytes.length >> 1 : first + 1];
}

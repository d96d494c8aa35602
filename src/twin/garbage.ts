import type { GarbageKind } from "./fault.ts";

/** Lines that are no frames, by what is wrong with them. Each ends in LF. */
export function garbage(kind: GarbageKind | "all"): Buffer {
  const kinds = kind === "all" ? Object.values(lines) : [lines[kind]];
  return Buffer.concat(kinds.flat().flatMap((line) => [Buffer.from(line as string), Buffer.from("\n")]));
}

const lines: { readonly [K in GarbageKind]: readonly (string | Uint8Array)[] } = {
  /** What a library printed. */
  text: ["Warning: something is deprecated"],
  truncated: ['{"type":"assistant","message":'],
  scalar: ["null", "42", '"text"', '["type"]'],
  untyped: ['{"no":"type"}', '{"type":7}', `{"type":"${"x".repeat(5000)}"}`],
  /** Control frames without their id or body. */
  control: ['{"type":"control_request"}', '{"type":"control_response","response":{}}'],
  /** Known messages that lack what they must have, or have it in another type. */
  fields: ['{"type":"assistant"}', '{"type":"assistant","message":7}', '{"type":"user"}'],
  utf8: [Uint8Array.of(0x7b, 0xff, 0xfe), Uint8Array.of(0xc3)],
  blank: ["", "   ", "\r"],
  terminal: ["\u001b[2K\u001b[1;31mError\u001b[0m\u0007", "\u001b]0;title\u0007"],
  /** More brackets than a recursive parser has stack for. */
  deep: ["[".repeat(20_000)],
};

export const garbageKinds = Object.keys(lines) as readonly GarbageKind[];

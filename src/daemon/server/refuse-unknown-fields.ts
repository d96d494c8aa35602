import type { DescMethod } from "@bufbuild/protobuf";
import { BridleError } from "../../errors.ts";

/** A message as it was decoded; what this daemon's `proto/` does not have is kept aside. */
interface Decoded {
  readonly $typeName: string;
  readonly $unknown?: readonly { readonly no: number }[];
}

/**
 * A client newer than this daemon may ask for what the daemon has not heard of. Left out in silence, a session would run
 * without its worktree, say: so a request that changes something is refused as a whole. Throws `unsupported`.
 */
export function refuseUnknownFields(method: DescMethod, request: unknown): void {
  // Every changing call has one; what only reads may be answered as far as it is known.
  if (method.input.field.callId === undefined) return;
  const found = unknownIn(request);
  if (found === undefined) return;
  const message = `this daemon is older than the client and does not know field ${found.field} of ${found.type}: update it, or use a client of its version`;
  throw new BridleError("unsupported", message, { word: found.type, adapter: "bridle.v1", since: undefined });
}

function unknownIn(value: unknown): { readonly type: string; readonly field: number } | undefined {
  if (Array.isArray(value)) return firstIn(value);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return undefined;
  if (isDecoded(value) && value.$unknown?.[0] !== undefined)
    return { type: value.$typeName, field: value.$unknown[0].no };
  return firstIn(Object.entries(value).flatMap(([key, inner]) => (key.startsWith("$") ? [] : [inner])));
}

function firstIn(values: readonly unknown[]): ReturnType<typeof unknownIn> {
  for (const value of values) {
    const found = unknownIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDecoded(value: object): value is Decoded {
  return "$typeName" in value;
}

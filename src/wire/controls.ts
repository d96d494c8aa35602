import type * as z from "zod/mini";
import { fromAgent } from "./control/from-agent.ts";
import { fromHost } from "./control/from-host.ts";
import type { ControlRow } from "./control/row.ts";
import type { seed001Controls } from "./control/seed-001.ts";
import type { Fields } from "./fields.ts";

/** Every control request, one row per subtype and direction. */
export const controls = { fromHost, fromAgent } as const;

export type Direction = keyof typeof controls;
export type Subtype<D extends Direction> = keyof (typeof controls)[D] & string;

type Row<D extends Direction, S extends Subtype<D>> =
  (typeof controls)[D][S] extends ControlRow<infer Q, infer A> ? { q: Q; a: A } : never;

/** The payload of a control request, without its `subtype`. */
export type Request<D extends Direction, S extends Subtype<D>> = z.infer<Row<D, S>["q"]>;
/** The payload of its success answer. */
export type Answer<D extends Direction, S extends Subtype<D>> = z.infer<Row<D, S>["a"]>;

/** Requests that only the dialect of seed 001 (docs/dialects.md) has, and what answers them. */
export type Seed001Subtype = keyof typeof seed001Controls;
export type Seed001Answer<S extends Seed001Subtype> =
  (typeof seed001Controls)[S] extends ControlRow<infer _, infer A> ? z.infer<A> : never;

/** The row of a subtype the peer named; undefined for one we do not know. */
export function controlRow(direction: Direction, subtype: string): ControlRow | undefined {
  const rows: { readonly [subtype: string]: ControlRow } = controls[direction];
  return Object.hasOwn(rows, subtype) ? rows[subtype] : undefined;
}

/**
 * Checks what a decision depends on, and gives the payload back as it came,
 * unknown fields and all. What it returns instead is the path that does not fit.
 */
export function checkPayload(
  schema: z.ZodMiniType,
  payload: Fields,
): { ok: true; payload: Fields } | { ok: false; path: string } {
  const parsed = schema.safeParse(payload);
  return parsed.success
    ? { ok: true, payload }
    : { ok: false, path: parsed.error.issues[0]?.path.join(".") || "(root)" };
}

import type * as z from "zod/mini";
import { fromAgent } from "./control/from-agent.ts";
import { fromHost } from "./control/from-host.ts";
import type { ControlRow } from "./control/row.ts";
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

/** The row of a subtype the peer named; undefined for one we do not know. */
export function controlRow(direction: Direction, subtype: string): ControlRow | undefined {
  const rows: { readonly [subtype: string]: ControlRow } = controls[direction];
  return Object.hasOwn(rows, subtype) ? rows[subtype] : undefined;
}

/**
 * Checks a payload against its schema and gives it back as it came, unknown
 * fields and all; optional fields of another kind are left out. What it returns
 * instead is the path that does not fit.
 */
export function checkPayload(
  schema: z.ZodMiniType,
  payload: Fields,
): { ok: true; payload: Fields } | { ok: false; path: string } {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return { ok: false, path: parsed.error.issues[0]?.path.join(".") || "(root)" };
  const read = parsed.data as Fields;
  const odd = Object.keys(read).filter((field) => read[field] === undefined && payload[field] !== undefined);
  if (odd.length === 0) return { ok: true, payload };
  return { ok: true, payload: Object.fromEntries(Object.entries(payload).filter(([field]) => !odd.includes(field))) };
}

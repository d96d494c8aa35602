import type * as z from "zod/mini";

/** A schema, built when it is first needed: most programs use a handful of the controls. */
type Lazy<T extends z.ZodMiniType> = () => T;

/** Who is touched besides the session itself. */
type Effect = "none" | "account" | "network";

/** One control request, declared once: types, validation, dispatch and docs follow from it. */
export interface ControlRow<Q extends z.ZodMiniType = z.ZodMiniType, A extends z.ZodMiniType = z.ZodMiniType> {
  readonly about: string;
  readonly request: Lazy<Q>;
  readonly answer: Lazy<A>;
  readonly effect: Effect;
}

export function row<Q extends z.ZodMiniType, A extends z.ZodMiniType>(
  about: string,
  request: Lazy<Q>,
  answer: Lazy<A>,
  effect: Effect = "none",
): ControlRow<Q, A> {
  return { about, request: once(request), answer: once(answer), effect };
}

function once<T>(build: () => T): () => T {
  let built: T | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

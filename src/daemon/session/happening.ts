import type { Clock, Input } from "../core/input.ts";

type WithoutClock<I> = I extends unknown ? Omit<I, keyof Clock> : never;

/** Something that happens to a session, now. */
export type Happening = WithoutClock<Input>;

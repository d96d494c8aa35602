/**
 * Why the queue does not go on, though an agent could take the next prompt. `reason` is for a person. `untilMs`, by the
 * wall clock: it goes on by itself then; undefined: when a person did something about it.
 */
export type Waits = { readonly for: "budget"; readonly reason: string; readonly untilMs: number | undefined };

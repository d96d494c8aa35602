/**
 * Why the queue does not go on, though an agent could take the next prompt, or be resumed with what was decided about a
 * parked call. `reason` is for a person. `untilMs`, by the wall clock: it goes on by itself then; undefined: when a person
 * did something about it.
 */
export type Waits =
  | { readonly for: "budget"; readonly reason: string; readonly untilMs: number | undefined }
  /** The provider answers no more until then. `resumes`: what it cut short goes on by itself. */
  | { readonly for: "limit"; readonly reason: string; readonly untilMs: number; readonly resumes: boolean }
  /** The agent has no login, or one that is no longer good; what it could not do goes on when a person says so. */
  | { readonly for: "login"; readonly reason: string; readonly untilMs: undefined };

import type { HookVerdict, PermissionAnswer } from "./hook-verdict.ts";

/** What hooks may say while a person is asked, or in their place. */
export interface PermissionHooks {
  /** `PermissionRequest`. */
  request(suggestions: readonly object[], signal: AbortSignal): Promise<HookVerdict>;
  /** `Notification`: somebody has to look at this. */
  notify(message: string, type: string): void;
}

/** How long an ask is open before somebody is told that it is; as Claude Code. */
const notifyAfterMs = 6_000;

type Answered = { readonly by: "hook" | "person"; readonly answer: PermissionAnswer | undefined };

/**
 * Asks the person and the hooks at once; whoever decides first has decided, and a person is told that it is over.
 * Without a person the hooks alone are asked: `answer` is undefined when they leave it open.
 */
export async function askBoth(
  hooks: PermissionHooks,
  suggestions: readonly object[],
  toolName: string,
  signal: AbortSignal,
  person: ((signal: AbortSignal) => Promise<PermissionAnswer | undefined>) | undefined,
): Promise<Answered> {
  const over = new AbortController();
  const ofPerson = person?.(AbortSignal.any([signal, over.signal])).then(
    (answer): Answered => ({ by: "person", answer }),
  );
  // A hook that a person was faster than goes on: it may have other things to do.
  const ofHooks = hooks.request(suggestions, signal).then(({ answer }): Answered => ({ by: "hook", answer }));
  if (ofPerson === undefined) return ofHooks;
  const timer = setTimeout(
    () => hooks.notify(`Claude needs your permission to use ${toolName}`, "permission_prompt"),
    notifyAfterMs,
  );
  // Whichever is late has nobody who listens.
  ofPerson.catch(() => {});
  ofHooks.catch(() => {});
  try {
    const first = await Promise.race([ofPerson, ofHooks.catch(() => undefined)]);
    return first === undefined || (first.by === "hook" && first.answer === undefined) ? await ofPerson : first;
  } finally {
    clearTimeout(timer);
    over.abort(new Error("it was decided elsewhere"));
  }
}

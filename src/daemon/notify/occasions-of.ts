import type { NoticeKind } from "../config/notification-settings.ts";
import type { Effect } from "../core/effect.ts";
import type { Draft } from "../events/draft.ts";

/** Something of a commit that people may have to know. */
export type Occasion =
  | { readonly kind: "ask" | "question"; readonly askId: string }
  /** Whoever was notified of it, or would be, need not be. */
  | { readonly kind: "ask_over"; readonly askId: string }
  | { readonly kind: Exclude<NoticeKind, "ask" | "question">; readonly outcome: string };

/** A turn that a person ended is no news to them. */
const expected: ReadonlySet<string> = new Set(["interrupted", "cancelled"]);

/** What a commit of a session holds for people: every ask, and how the last turn in it ended. Pure. */
export function occasionsOf(drafts: readonly Draft[], effects: readonly (Effect | (() => void))[]): Occasion[] {
  const found: Occasion[] = [];
  for (const { kind } of drafts) {
    if (kind.case === "permissionRequest") found.push({ kind: "ask", askId: kind.value.ask?.id ?? "" });
    else if (kind.case === "question") found.push({ kind: "question", askId: kind.value.ask?.id ?? "" });
    else if (kind.case === "permissionResolved") found.push({ kind: "ask_over", askId: kind.value.askId ?? "" });
  }
  const outcomes = effects.map(outcomeOf).filter((outcome) => outcome !== undefined);
  // A session that crashed says more than the turn that was lost with it.
  const outcome = outcomes.includes("crashed") ? "crashed" : outcomes.at(-1);
  if (outcome !== undefined && !expected.has(outcome)) found.push({ kind: endKind(outcome), outcome });
  return found;
}

function endKind(outcome: string): "end" | "failure" | "crash" {
  return outcome === "success" ? "end" : outcome === "crashed" ? "crash" : "failure";
}

function outcomeOf(effect: Effect | (() => void)): string | undefined {
  if (typeof effect === "function" || effect.type !== "trace") return undefined;
  const { entry } = effect;
  if (entry.what === "turn") return entry.outcome;
  return entry.what === "state" && entry.to === "crashed" ? "crashed" : undefined;
}

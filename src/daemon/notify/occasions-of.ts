import type { NoticeKind } from "../config/notification-settings.ts";
import type { Effect } from "../core/effect.ts";
import type { SessionTrace } from "../core/session-trace.ts";
import type { Draft } from "../events/draft.ts";

/** Something of a commit that people may have to know. */
export type Occasion =
  | { readonly kind: "ask" | "question"; readonly askId: string }
  /** Whoever was notified of it, or would be, need not be. */
  | { readonly kind: "ask_over"; readonly askId: string }
  | { readonly kind: Exclude<NoticeKind, "ask" | "question">; readonly outcome: string };

const expected: ReadonlySet<string> = new Set(["interrupted", "cancelled"]);

/** What a commit of a session holds for people: every ask, and how the last turn in it ended. Pure. */
export function occasionsOf(drafts: readonly Draft[], effects: readonly (Effect | (() => void))[]): Occasion[] {
  const found: Occasion[] = [];
  for (const { kind } of drafts) {
    if (kind.case === "permissionRequest") found.push({ kind: "ask", askId: kind.value.ask?.id ?? "" });
    else if (kind.case === "question") found.push({ kind: "question", askId: kind.value.ask?.id ?? "" });
    else if (kind.case === "permissionResolved") found.push({ kind: "ask_over", askId: kind.value.askId ?? "" });
  }
  const traced = effects.flatMap((effect) =>
    typeof effect === "function" || effect.type !== "trace" ? [] : [effect.entry],
  );
  const ending = endingOf(traced);
  if (ending !== undefined) found.push(ending);
  return found;
}

/** Of all that a commit tells of its session, what says most: a crash, a wait, how a turn ended, that it goes on. */
function endingOf(traced: readonly SessionTrace[]): Occasion | undefined {
  if (traced.some((entry) => entry.what === "state" && entry.to === "crashed"))
    return { kind: "crash", outcome: "crashed" };
  const wait = traced.findLast((entry) => isProviderWait(entry) || entry.what === "went_on");
  if (wait?.what === "held_back") return { kind: wait.by === "login" ? "login" : "limit", outcome: "" };
  const turn = traced.findLast((entry) => entry.what === "turn");
  // A turn that a person ended is no news to them.
  if (turn?.what === "turn" && !expected.has(turn.outcome))
    return { kind: turn.outcome === "success" ? "end" : "failure", outcome: turn.outcome };
  return wait === undefined ? undefined : { kind: "resumed", outcome: "" };
}

function isProviderWait(entry: SessionTrace): boolean {
  return entry.what === "held_back" && (entry.by === "limit" || entry.by === "login");
}

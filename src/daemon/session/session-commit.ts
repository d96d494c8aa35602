import { phaseOf, processOf, type SessionState } from "../core/session-state.ts";
import { encodeEvent } from "../events/encode-event.ts";
import { addToOutbox } from "../store/outbox-table.ts";
import { changedColumns } from "../store/session-state-rows.ts";
import { stateWorks } from "../store/session-state-works.ts";
import { updateSession } from "../store/sessions-table.ts";
import { together, type Work } from "../store/work.ts";
import type { Outgoing } from "./outgoing.ts";
import type { SessionDeps } from "./session-deps.ts";

/** Not with every piece: the position in lists is an index of its own. */
const coarseMs = 1000;

interface CommitParts {
  readonly taken: ReturnType<Outgoing["take"]>;
  readonly notices: SessionDeps["notices"];
  readonly updatedMs: number;
  /** The number of the last event so far. */
  readonly lastSeq: number;
  readonly timeMs: number;
}

/** Everything that one session stores at once. */
interface SessionCommit {
  readonly work: Work;
  /** Encoded; they are stored with the work. */
  readonly events: readonly Uint8Array[];
  readonly updatedMs: number;
  /** Clients should see the session anew. */
  readonly isShown: boolean;
}

export function sessionCommit(
  before: SessionState,
  after: SessionState,
  { taken: { drafts, works, effects }, notices, updatedMs, lastSeq, timeMs }: CommitParts,
): SessionCommit {
  const { id } = after.facts;
  const columns = changedColumns(before, after);
  const isVisible = isSeen(before, after);
  const isNewer = isVisible || (drafts.length > 0 && timeMs - updatedMs > coarseMs);
  const work = together(
    // First: one of them may be what makes the session.
    ...works,
    ...stateWorks(before, after),
    updateSession(id, isNewer ? { ...columns, updatedMs: timeMs } : columns),
    ...outboxWorks(effects, processOf(after)?.id),
    ...notices({ session: id, lastSeq: lastSeq + drafts.length, timeMs, drafts, effects }),
  );
  return {
    work,
    events: drafts.map((draft, n) => encodeEvent(lastSeq + n + 1, timeMs, draft)),
    updatedMs: isNewer ? timeMs : updatedMs,
    isShown: isVisible || effects.some((effect) => "type" in effect && effect.type === "show"),
  };
}

/** Do clients see a difference? */
function isSeen(a: SessionState, b: SessionState): boolean {
  const names = ["facts", "queue", "asks", "waits"] as const;
  return names.some((name) => a[name] !== b[name]) || phaseOf(a) !== phaseOf(b);
}

/** What an agent that is gone by now was to be told is told nobody. */
function outboxWorks(effects: CommitParts["taken"]["effects"], agentId: string | undefined): Work[] {
  return effects.flatMap((effect) =>
    "type" in effect && effect.type === "write" && effect.agentId === agentId
      ? [addToOutbox(agentId, effect.offset, effect.data)]
      : [],
  );
}

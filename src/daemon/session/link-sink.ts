import type { LinkSink } from "../agent/agent-link.ts";
import type { ConversationState } from "../core/conversation-state.ts";
import { processOf, type SessionState } from "../core/session-state.ts";
import type { DaemonRules } from "../rules/daemon-rules.ts";
import type { Happening } from "./happening.ts";
import { judgeItems } from "./judge-request.ts";
import type { SessionDeps } from "./session-deps.ts";

interface ListeningSession {
  readonly id: string;
  readonly state: SessionState;
  readonly rules: DaemonRules;
  apply(happening: Happening): number;
}

/** Makes of what one agent process says and does what happens to its session. */
export function linkSink(
  agentId: string,
  session: ListeningSession,
  { dirty, isUnattended }: Pick<SessionDeps, "dirty" | "isUnattended">,
): Omit<LinkSink, "exited"> {
  const conversation = (): ConversationState => {
    const process = processOf(session.state);
    if (process?.id !== agentId) throw new Error("the session has another agent");
    return process.conversation;
  };
  return {
    conversation,
    said: ({ items, ...rest }) => {
      const judged = judgeItems(items, session.state, { rules: session.rules, isUnattended });
      return session.apply({ type: "said", agentId, items: judged, ...rest });
    },
    skipped: (offset, line) => void session.apply({ type: "skipped", agentId, offset, line }),
    attempt: (from) => void session.apply({ type: "attempt", agentId, from }),
    confirmed: (to) => void session.apply({ type: "input_confirmed", agentId, to }),
    taken: () => dirty(session.id),
    ended: () => void session.apply({ type: "ended", agentId }),
    unreadable: (where) => void session.apply({ type: "unreadable", agentId, where }),
  };
}

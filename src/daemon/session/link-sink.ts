import type { LinkSink } from "../agent/agent-link.ts";
import type { ConversationState } from "../core/conversation-state.ts";
import { processOf, type SessionFacts, type SessionState } from "../core/session-state.ts";
import type { DaemonRules } from "../rules/daemon-rules.ts";
import type { Happening } from "./happening.ts";
import { judgeItems } from "./judge-request.ts";
import type { SessionDeps } from "./session-deps.ts";

interface ListeningSession {
  readonly id: string;
  readonly state: SessionState;
  readonly rules: () => DaemonRules;
  readonly facts: SessionFacts;
  apply(happening: Happening): number;
}

/** Makes of what one agent process says and does what happens to its session. */
export function linkSink(
  agentId: string,
  session: ListeningSession,
  deps: Pick<SessionDeps, "dirty" | "forecast" | "isAttended">,
): Omit<LinkSink, "exited"> {
  const { dirty, isAttended } = deps;
  const { rules, facts } = session;
  const judges = { rules, forecast: deps.forecast(facts.agent, facts.cwd), isAttended };
  const conversation = (): ConversationState => {
    const process = processOf(session.state);
    if (process?.id !== agentId) throw new Error("the session has another agent");
    return process.conversation;
  };
  return {
    conversation,
    said: ({ items, ...rest }) => {
      const judged = judgeItems(items, session.state, judges);
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

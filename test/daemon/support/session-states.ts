import { type ConversationState, freshConversation } from "../../../src/daemon/core/conversation-state.ts";
import type { ExitFacts } from "../../../src/daemon/core/input.ts";
import {
  type AgentProcess,
  type AgentState,
  newSession,
  type SessionFacts,
  type SessionState,
} from "../../../src/daemon/core/session-state.ts";

export const someFacts: SessionFacts = {
  ...{ id: "s", title: "", agent: "claude", cwd: "/w", agentSessionId: "", model: "", permissionMode: "" },
  ...{ agentVersion: "", archived: false, degraded: false, turns: 0, costUsd: 0, inputTokens: 0, outputTokens: 0 },
  ...{ preview: "", options: {} },
};

/** Of an agent that ended in order. */
export const orderlyExit: ExitFacts = {
  ...{ exitCode: 0, signal: null, message: "it exited with code 0", stderr: "" },
  ...{ saysUnknownConversation: false, isConfirmed: true },
};

export const someVersion = "2.1.325";

export function someProcess(changes: Partial<AgentProcess> = {}): AgentProcess {
  return {
    id: "a",
    startedMs: 999_000,
    conversation: freshConversation(someVersion, false),
    outputOffset: 0,
    input: { offset: 0, confirmed: 0, isEnded: false },
    requests: [],
    requestsMade: 0,
    hasEnded: false,
    refusedToResume: false,
    toolUses: [],
    updates: [],
    ...changes,
  };
}

/** Of a session whose agent is there and has nothing to do. */
export function readyState(conversation?: ConversationState, outputOffset = 0): SessionState {
  const process = someProcess({ outputOffset, ...(conversation !== undefined && { conversation }) });
  return withAgent({ at: "ready", process, idleSinceMs: undefined });
}

export function withAgent(agent: AgentState, changes: Partial<SessionState> = {}): SessionState {
  return { ...newSession(someFacts), agent, ...changes };
}

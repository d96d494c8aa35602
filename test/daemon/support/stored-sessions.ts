import { create } from "@bufbuild/protobuf";
import { AskKind, AskSchema, AskState, AskWait } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { newSession, type SessionState } from "../../../src/daemon/core/session-state.ts";
import { digestOfUse } from "../../../src/daemon/digest-of-use.ts";
import { changedColumns, coreColumn } from "../../../src/daemon/store/session-state-rows.ts";
import { stateWorks } from "../../../src/daemon/store/session-state-works.ts";
import { insertSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import { together, type Work } from "../../../src/daemon/store/work.ts";
import { someFacts } from "./session-states.ts";

interface ParkedParts {
  readonly agent?: string;
  readonly cwd?: string;
  readonly createdMs?: number;
  /** 0: none. */
  readonly deadlineMs?: number;
  /** Empty: it is not known. */
  readonly agentSessionId?: string;
}

/** A session that sleeps, with one call that waits for a person without an agent; `askId` is `ask ID`. */
export function parkedState(id: string, parts: ParkedParts = {}): SessionState {
  const { createdMs = 1_700_000_000_000, deadlineMs = 0, agent = "x", cwd = "/w", agentSessionId = "c" } = parts;
  const inputJson = JSON.stringify({ command: `make ${id}`, description: "Build what was changed" });
  const ask = create(AskSchema, {
    ...{ id: askIdOf(id), sessionId: id, kind: AskKind.PERMISSION, state: AskState.OPEN, wait: AskWait.PARKED },
    ...{ toolName: "Bash", toolUseId: `use ${id}`, inputJson, digest: digestOfUse("Bash", inputJson) },
    ...{ createdMs: BigInt(createdMs), deadlineMs: BigInt(deadlineMs) },
  });
  return { ...sleepingState(id, { agent, cwd, agentSessionId }), asks: [{ ask, waits: { in: "parked" } }] };
}

export function askIdOf(session: string): string {
  return `ask ${session}`;
}

/** One that has nothing to do. */
export function sleepingState(id: string, facts: Partial<SessionState["facts"]> = {}): SessionState {
  return newSession({ ...someFacts, title: `What somebody asked in ${id}`, ...facts, id });
}

/** As its own commits would have stored it. */
export function storeState(state: SessionState, nowMs = 1_700_000_000_000): Work {
  const { options, ...facts } = state.facts;
  const before = newSession(state.facts);
  const columns = { ...facts, state: "idle", options: JSON.stringify(options), core: coreColumn(before) };
  return together(
    insertSession({ ...columns, createdMs: nowMs, updatedMs: nowMs }),
    ...stateWorks(before, state),
    updateSession(facts.id, changedColumns(before, state)),
  );
}

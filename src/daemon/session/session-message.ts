import { create } from "@bufbuild/protobuf";
import {
  QueueWaitCause,
  type Session,
  SessionSchema,
  type Stall,
  type Worktree,
} from "../../api/gen/bridle/v1/session_pb.js";
import { stateOf } from "../core/phase-states.ts";
import type { Waits } from "../core/waits.ts";
import type { SessionPart } from "../store/sessions-table.ts";

/** What lives only while the daemon does. */
interface Liveness {
  readonly live: boolean;
  readonly openAsks: number;
  readonly queuedPrompts: number;
  readonly waits: Waits | undefined;
  readonly stall: Stall | undefined;
  readonly worktree: Worktree | undefined;
}

/** What a session's row says of it to clients. */
type ShownRow = Omit<SessionPart, "number">;

/** A session as clients see it; of one that sleeps the row is all there is. */
export function sessionMessage(row: ShownRow, { stall, worktree, waits, ...liveness }: Liveness): Session {
  return create(SessionSchema, {
    id: row.id,
    title: row.title,
    agent: row.agent,
    cwd: row.cwd,
    state: stateOf(row.state),
    agentSessionId: row.agentSessionId,
    model: row.model,
    permissionMode: row.permissionMode,
    agentVersion: row.agentVersion,
    createdMs: BigInt(row.createdMs),
    updatedMs: BigInt(row.updatedMs),
    archived: row.archived,
    degraded: row.degraded,
    firstSeq: BigInt(row.firstSeq),
    lastSeq: BigInt(row.lastSeq),
    turns: row.turns,
    costUsd: row.costUsd,
    inputTokens: BigInt(row.inputTokens),
    outputTokens: BigInt(row.outputTokens),
    preview: row.preview,
    ...liveness,
    ...(stall !== undefined && { stall }),
    ...(waits !== undefined && { waits: waitsMessage(waits) }),
    ...(worktree !== undefined && { worktree }),
  });
}

const causes: { readonly [F in Waits["for"]]: QueueWaitCause } = {
  budget: QueueWaitCause.BUDGET,
  limit: QueueWaitCause.LIMIT,
  login: QueueWaitCause.LOGIN,
};

function waitsMessage({ for: what, reason, untilMs }: Waits) {
  return { cause: causes[what], reason, untilMs: BigInt(untilMs ?? 0) };
}

import type { Request } from "../wire/controls.ts";
import type { Fields } from "../wire/fields.ts";
import type { Answers, Question } from "./question.ts";

/** A change of the agent's permission rules, as the wire spells it. */
export type PermissionUpdate = NonNullable<Request<"fromAgent", "can_use_tool">["permission_suggestions"]>[number];

/** A tool use that wants permission. */
export interface Ask {
  readonly toolName: string;
  readonly input: Fields;
  readonly toolUseId: string | undefined;
  /** What the agent suggests to allow for good. */
  readonly suggestions: readonly PermissionUpdate[];
  readonly blockedPath: string | undefined;
  readonly decisionReason: string | undefined;
  readonly description: string | undefined;
  /** The sub-agent that asks. */
  readonly agentId: string | undefined;
  /** The whole request, as the agent sent it. */
  readonly request: Fields;
}

/** `updatedInput` replaces the tool's input whole; left out, the input stays as it was asked. */
export type Verdict =
  | {
      readonly behavior: "allow";
      readonly updatedInput?: Fields;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }
  | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };

export interface AskContext {
  readonly requestId: string;
  /** Aborts when the agent withdraws the request or the session ends. */
  readonly signal: AbortSignal;
}

/** Decides about one tool use. May take its time: nothing else waits. Throwing denies. */
export type OnAsk = (
  ask: Ask,
  context: AskContext,
) => Verdict["behavior"] | Verdict | Promise<Verdict["behavior"] | Verdict>;

/** Answers the agent's questions. Undefined declines to answer. */
export type OnQuestion = (
  questions: readonly Question[],
  context: AskContext,
) => Answers | undefined | Promise<Answers | undefined>;

export function toAsk(request: Request<"fromAgent", "can_use_tool">): Ask {
  return {
    toolName: request.tool_name,
    input: request.input,
    toolUseId: request.tool_use_id ?? undefined,
    suggestions: request.permission_suggestions ?? [],
    blockedPath: request.blocked_path ?? undefined,
    decisionReason: request.decision_reason ?? undefined,
    description: request.description ?? undefined,
    agentId: request.agent_id ?? undefined,
    request,
  };
}

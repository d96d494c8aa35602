import type { Request } from "../wire/controls.ts";
import { type Fields, objects, text } from "../wire/fields.ts";
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

/**
 * Decides about one tool use. May take its time: nothing else waits. Throwing denies.
 *
 * ```ts
 * const onAsk: OnAsk = ({ toolName, input }) =>
 *   toolName === "Bash" && /^git (status|diff)$/.test(String(input.command)) ? "allow" : { behavior: "deny", message: "only git status and diff" };
 * ```
 */
export type OnAsk = (
  ask: Ask,
  context: AskContext,
) => Verdict["behavior"] | Verdict | Promise<Verdict["behavior"] | Verdict>;

/**
 * Answers the agent's questions. Undefined declines to answer.
 *
 * ```ts
 * const onQuestion: OnQuestion = (questions) => Object.fromEntries(questions.map(({ question, options }) => [question, options[0]?.label ?? ""]));
 * ```
 */
export type OnQuestion = (
  questions: readonly Question[],
  context: AskContext,
) => Answers | undefined | Promise<Answers | undefined>;

/** Only the tool's name and input are checked by the table; the rest is read with care. */
export function toAsk(request: Request<"fromAgent", "can_use_tool">): Ask {
  return {
    toolName: request.tool_name,
    input: request.input,
    toolUseId: text(request.tool_use_id),
    suggestions: objects(request.permission_suggestions) as readonly PermissionUpdate[],
    blockedPath: text(request.blocked_path),
    decisionReason: text(request.decision_reason),
    description: text(request.description),
    agentId: text(request.agent_id),
    request,
  };
}

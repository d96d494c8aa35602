import { randomUUID } from "node:crypto";
import { untilAborted } from "../../util/until-aborted.ts";
import type { ToolResultMeta } from "../dialect/voice.ts";
import type { HookContext } from "../hook/command-hooks.ts";
import type { HookInput, HookVerdict } from "../hook/hook-verdict.ts";
import type { PermissionHooks } from "../hook/permission-hooks.ts";
import type { MessageContent, ToolUseInput } from "../model/content-block.ts";
import type { ToolOutput, ToolPermission } from "../tool/tool.ts";
import { type GateVerdict, rejected, type ToolCall } from "./tool-gate.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** A tool that can be run for a call: what it says of the permission, and its work. */
export interface RunnableTool {
  permission(input: ToolUseInput): ToolPermission;
  run(
    input: ToolUseInput,
    context: { readonly toolUseId: string; readonly signal: AbortSignal },
  ): ToolOutput | Promise<ToolOutput>;
}

/** What came of a call, as the model reads it. */
export interface ToolOutcome {
  /** Under which the host knows the result. */
  readonly uuid: string;
  /** What the tool has for programs, or the failure in words. */
  readonly details: unknown;
  /** Who allowed it, or why it did not run, as in `tool_result_meta`. */
  readonly meta: ToolResultMeta;
  readonly content: MessageContent;
  readonly isError: boolean;
  /** It did not run: somebody or something said no. */
  readonly denied: boolean;
  /** The person who said no wants the turn to end. */
  readonly interrupts: boolean;
  /** A hook wants the turn to end; why. */
  readonly stops: string | undefined;
  /** What hooks add for the model. */
  readonly contexts: readonly string[];
}

/** What came of a call of the model. */
export interface CallResult {
  readonly toolUseId: string;
  readonly outcome: ToolOutcome;
}

interface CallingTurn {
  readonly id: string;
  readonly signal: AbortSignal;
}

type FinishedCall = ToolOutput & { readonly meta: ToolResultMeta } & Partial<ToolOutcome>;

/**
 * Hooks, permission, the tool's work, hooks again; then the result is reported. Never rejects. `deferred`: a hook put it
 * off; where nobody could keep it (`keeps`), the call is denied instead.
 */
export async function callTool(
  deps: TurnDeps,
  turn: CallingTurn,
  call: ToolCall,
  tool: RunnableTool,
  keeps: boolean,
): Promise<ToolOutcome | "deferred"> {
  const finished = await run(deps, turn, call, tool, keeps).catch((error: unknown): FinishedCall => {
    if (turn.signal.aborted) return interrupted;
    return { content: describe(error), isError: true, meta: {} };
  });
  if (finished === "deferred") return finished;
  const { content, meta, isError = false, denied = false, interrupts = false, stops, contexts = [] } = finished;
  const details = finished.details ?? (isError && typeof content === "string" ? `Error: ${content}` : content);
  const uuid = randomUUID();
  deps.voice.toolResult({ uuid, toolUseId: call.id, content, isError: finished.isError, details, meta });
  return { uuid, content, details, meta, isError, denied, interrupts, stops, contexts };
}

const interrupted: FinishedCall = {
  content: rejected,
  isError: true,
  details: "User rejected tool use",
  meta: { non_execution_kind: "user-rejected" },
};

async function run(
  deps: TurnDeps,
  turn: CallingTurn,
  call: ToolCall,
  tool: RunnableTool,
  keeps: boolean,
): Promise<FinishedCall | "deferred"> {
  const { signal } = turn;
  signal.throwIfAborted();
  const hookContext = { subject: call.name, toolUseId: call.id, signal };
  const about = { ...deps.hookInput(turn.id), tool_name: call.name };
  const asked = { ...about, tool_input: call.input, tool_use_id: call.id };
  const said = await deps.hooks.call("PreToolUse", asked, hookContext);
  if (said.decision === "defer" && said.stops === undefined && keeps) return "deferred";
  const before: HookVerdict = said.decision === "defer" ? { ...said, decision: "deny", reason: notKept } : said;
  if (before.stops !== undefined) {
    return { content: before.stops, isError: true, denied: true, stops: before.stops, meta: {} };
  }
  const own = tool.permission(before.updatedInput ?? call.input);
  const verdict = await deps.gate
    .decide(call, own, before, signal, permissionHooks(deps, about, call, before, hookContext))
    .catch((error): GateVerdict => {
      if (!signal.aborted) throw error;
      return { allowed: false, message: rejected, meta: interrupted.meta, interrupts: true };
    });
  if (!verdict.allowed) {
    const details = verdict.interrupts ? { details: "User rejected tool use" } : {};
    const { message: content, meta, interrupts } = verdict;
    return { content, isError: true, denied: true, interrupts, meta, ...details };
  }
  const { input, meta } = verdict;
  const startedAt = performance.now();
  const output = await settle(() => tool.run(input, { toolUseId: call.id, signal }), signal);
  const after = {
    ...about,
    tool_input: input,
    tool_response: output.details ?? output.content,
    tool_use_id: call.id,
    ...(output.isError && { error: errorOf(output), is_interrupt: false }),
    duration_ms: Math.round(performance.now() - startedAt),
  };
  const heard = await deps.hooks.call(output.isError ? "PostToolUseFailure" : "PostToolUse", after, hookContext);
  const contexts = [...before.contexts, ...heard.contexts, ...(heard.decision === "deny" ? [heard.reason] : [])];
  return { ...output, meta, contexts, ...(heard.stops !== undefined && { stops: heard.stops }) };
}

const notKept = "This call cannot be deferred: nothing keeps it.";

function permissionHooks(
  deps: TurnDeps,
  about: HookInput,
  call: ToolCall,
  before: HookVerdict,
  context: HookContext,
): PermissionHooks {
  const tool_input = before.updatedInput ?? call.input;
  const { tool_name: _name, ...base } = about;
  return {
    request: (permission_suggestions, signal) =>
      deps.hooks.call("PermissionRequest", { ...about, tool_input, permission_suggestions }, { ...context, signal }),
    notify: (message, notification_type) => {
      const notification = { ...base, message, notification_type };
      // Nobody waits for what it says.
      deps.hooks.call("Notification", notification, { ...context, subject: notification_type }).catch(() => {});
    },
  };
}

function errorOf({ content }: ToolOutput): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** What a tool throws is for the model to read; only an interrupt ends the call at once. */
async function settle(work: () => ToolOutput | Promise<ToolOutput>, signal: AbortSignal): Promise<ToolOutput> {
  try {
    const output = await untilAborted(Promise.resolve(work()), signal);
    signal.throwIfAborted();
    return output;
  } catch (error) {
    signal.throwIfAborted();
    return { content: describe(error), isError: true };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

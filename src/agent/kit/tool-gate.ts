import { isBridleError } from "../../errors.ts";
import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import type { ToolPermission } from "../tool/tool.ts";
import type { AgentSession } from "./agent-session.ts";
import type { HookVerdict } from "./host-hooks.ts";
import type { Prompter } from "./prompter.ts";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Fields;
}

/** May the call run, with which input, and who said so. `meta` is what `tool_result_meta` tells. */
export type GateVerdict =
  | { readonly allowed: true; readonly input: Fields; readonly meta: Fields }
  | {
      readonly allowed: false;
      /** For the model. */
      readonly message: string;
      readonly meta: Fields;
      /** The person wants the turn to end. */
      readonly interrupts: boolean;
    };

interface GateDeps {
  readonly session: AgentSession;
  /** Undefined: there is nobody to ask. */
  readonly prompter: Prompter | undefined;
  readonly notice: (subtype: string, fields: Fields) => void;
}

/** Decides whether a tool may run: hooks, then rules and the mode, then the tool itself, then the person. */
export class ToolGate {
  readonly #deps: GateDeps;

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  /** The same for an agent that works for this one: whoever is asked is told who asks. */
  forAgent(agentId: string): ToolGate {
    const { prompter, notice } = this.#deps;
    const named = prompter && {
      unusable: prompter.unusable,
      ask: (ask: Fields, signal: AbortSignal) => prompter.ask({ ...ask, agent_id: agentId }, signal),
    };
    return new ToolGate({
      ...this.#deps,
      prompter: named,
      notice: (subtype, fields) =>
        notice(subtype, subtype === "permission_denied" ? { ...fields, agent_id: agentId } : fields),
    });
  }

  async decide(call: ToolCall, own: ToolPermission, hook: HookVerdict, signal: AbortSignal): Promise<GateVerdict> {
    const input = hook.updatedInput ?? call.input;
    const judged = { ...call, input };
    if (hook.decision === "deny") {
      const meta = decision("reject", "hook", "hook", "permission-rule");
      return { allowed: false, message: `PreToolUse:${call.name} hook error: ${hook.reason}`, meta, interrupts: false };
    }
    const ruled = this.#ruled(judged, own, hook.decision === "ask");
    if (ruled === "deny") return this.#denied(judged, `Permission to use ${call.name} has been denied by a rule.`);
    if (hook.decision === "allow" && ruled !== "ask") return allow(input, "hook", "hook");
    if (ruled === "allow") return allow(input, "config", "rule");
    if (own.behavior === "allow" && hook.decision !== "ask" && ruled !== "ask") return allow(input, "config");
    if (this.#deps.session.rules.mode === "dontAsk")
      return this.#denied(judged, `Permission to use ${call.name} has been denied: this session does not ask.`);
    const { prompter } = this.#deps;
    if (prompter === undefined) return this.#denied(judged, nobodyToAsk(call.name, own));
    return this.#ask(prompter, judged, own, signal);
  }

  #ruled({ name, input }: ToolCall, own: ToolPermission, hookAsks: boolean): "allow" | "deny" | "ask" | undefined {
    const { rules } = this.#deps.session;
    const ruled = rules.decide({ toolName: name, input });
    if (ruled === "deny" || needsPerson(own) || hookAsks) return ruled === "deny" ? "deny" : "ask";
    if (ruled !== undefined) return ruled;
    if (rules.mode === "bypassPermissions") return "allow";
    return rules.mode === "acceptEdits" && own.behavior === "ask" && own.isEdit ? "allow" : undefined;
  }

  /** Nobody was asked. */
  #denied({ name, id }: ToolCall, message: string): GateVerdict {
    this.#deps.notice("permission_denied", { tool_name: name, tool_use_id: id, message });
    return {
      allowed: false,
      message,
      meta: decision("reject", "config", undefined, "user-rejected"),
      interrupts: false,
    };
  }

  async #ask(prompter: Prompter, call: ToolCall, own: ToolPermission, signal: AbortSignal): Promise<GateVerdict> {
    try {
      const answer = await prompter.ask(askOf(call, own), signal);
      return this.#answered(call, answer) ?? unusable(prompter.unusable);
    } catch (error) {
      signal.throwIfAborted();
      return unusable(`Tool permission request failed: ${failureText(error)}`);
    }
  }

  /** Undefined: it is no answer. */
  #answered(call: ToolCall, answer: Fields | undefined): GateVerdict | undefined {
    const permanent = text(answer?.decisionClassification) === "user_permanent";
    if (answer?.behavior === "allow" && (answer.updatedInput === undefined || isFields(answer.updatedInput))) {
      for (const update of objects(answer.updatedPermissions)) this.#update(update);
      return allow(answer.updatedInput ?? call.input, permanent ? "user_permanent" : "user_temporary");
    }
    if (answer?.behavior === "deny") {
      const interrupts = answer.interrupt === true;
      return {
        allowed: false,
        message: interrupts ? rejected : (text(answer.message) ?? "Permission was denied."),
        meta: interrupts
          ? { non_execution_kind: "user-rejected" }
          : decision("reject", "user_reject", undefined, "permission-rule"),
        interrupts,
      };
    }
    return undefined;
  }

  #update(update: Fields): void {
    if (update.type === "setMode" && update.mode === "bypassPermissions" && !this.#deps.session.flags.allowBypass)
      return;
    if (this.#deps.session.rules.apply(update))
      this.#deps.notice("status", { status: null, permissionMode: this.#deps.session.rules.mode });
  }
}

/** What the model reads when a person stops a tool. */
export const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

function allow(input: Fields, source: string, reasonType?: string): GateVerdict {
  return { allowed: true, input, meta: decision("accept", source, reasonType) };
}

/** Nobody said no, but nobody said yes either. */
function unusable(message: string): GateVerdict {
  const meta = decision("reject", "config", "other", "permission-rule");
  return { allowed: false, message, meta, interrupts: false };
}

function decision(what: "accept" | "reject", source: string, reasonType?: string, notExecuted?: string): Fields {
  return {
    ...(notExecuted !== undefined && { non_execution_kind: notExecuted }),
    permission_decision: { decision: what, source, ...(reasonType !== undefined && { reason_type: reasonType }) },
  };
}

function needsPerson(own: ToolPermission): boolean {
  return own.behavior === "ask" && own.requiresUserInteraction === true;
}

function nobodyToAsk(name: string, own: ToolPermission): string {
  const why = own.behavior === "ask" && own.reason !== undefined ? ` (${own.reason})` : "";
  return `${name} needs approval${why}, and there is nobody to ask. Start the agent with --permission-prompt-tool stdio, --allowedTools or a --permission-mode that allows it.`;
}

function askOf({ id, name, input }: ToolCall, own: ToolPermission): Fields {
  const ask = own.behavior === "ask" ? own : undefined;
  return {
    tool_name: name,
    display_name: name,
    input,
    ...(ask?.description !== undefined && { description: ask.description }),
    ...(ask?.suggestions !== undefined && { permission_suggestions: ask.suggestions }),
    ...(ask?.blockedPath !== undefined && { blocked_path: ask.blockedPath }),
    ...(ask?.reason !== undefined && { decision_reason: ask.reason }),
    ...(ask?.reasonType !== undefined && { decision_reason_type: ask.reasonType }),
    tool_use_id: id,
    ...(ask?.requiresUserInteraction && { requires_user_interaction: true }),
  };
}

function failureText(error: unknown): string {
  if (isBridleError(error, "refused")) return `Error: ${error.data.reason}`;
  if (isBridleError(error, "closed")) return `AbortError: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

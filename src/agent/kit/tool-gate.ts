import type { Deprecation } from "../../adapters/deprecations.ts";
import { isBridleError } from "../../errors.ts";
import type { Decision } from "../../permission/decision.ts";
import { isAtMost, type Strength } from "../../permission/strength.ts";
import type { PermissionUpdate } from "../../permission/update.ts";
import { why } from "../../permission/why.ts";
import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import type { NoticeFields, ToolResultMeta } from "../dialect/voice.ts";
import type { HookVerdict, PermissionAnswer } from "../hook/hook-verdict.ts";
import { askBoth, type PermissionHooks } from "../hook/permission-hooks.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { ToolPermission } from "../tool/tool.ts";
import type { PermissionAsk, Prompter } from "./prompter.ts";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolUseInput;
}

/** May the call run, with which input, and who said so. `meta` is what `tool_result_meta` tells. */
export type GateVerdict =
  | { readonly allowed: true; readonly input: ToolUseInput; readonly meta: ToolResultMeta }
  | {
      readonly allowed: false;
      /** For the model. */
      readonly message: string;
      readonly meta: ToolResultMeta;
      /** The person wants the turn to end. */
      readonly interrupts: boolean;
    };

interface GateDeps {
  readonly session: AgentSession;
  /** Undefined: there is nobody to ask. */
  readonly prompter: Prompter | undefined;
  readonly notice: (subtype: string, fields: NoticeFields) => void;
  readonly deprecated: (what: Deprecation) => void;
}

/** Decides whether a tool may run: hooks, then rules and the mode, then the tool itself, then the person. */
export class ToolGate {
  readonly #deps: GateDeps;

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  /** The same for an agent that works for this one: whoever is asked is told who asks. */
  forAgent(agentId: string, session: AgentSession): ToolGate {
    const { prompter, notice } = this.#deps;
    const named = prompter && {
      unusable: prompter.unusable,
      ask: (ask: PermissionAsk, signal: AbortSignal) => prompter.ask({ ...ask, agent_id: agentId }, signal),
    };
    return new ToolGate({
      ...this.#deps,
      session,
      prompter: named,
      notice: (subtype, fields) =>
        notice(subtype, subtype === "permission_denied" ? { ...fields, agent_id: agentId } : fields),
    });
  }

  async decide(
    call: ToolCall,
    own: ToolPermission,
    hook: HookVerdict,
    signal: AbortSignal,
    hooks?: PermissionHooks,
  ): Promise<GateVerdict> {
    const judged = { ...call, input: hook.updatedInput ?? call.input };
    if (hook.decision === "deny") {
      const meta = decision("reject", "hook", "hook", "permission-rule");
      return { allowed: false, message: `PreToolUse:${call.name} hook error: ${hook.reason}`, meta, interrupts: false };
    }
    if (own.runsNothing) return { allowed: true, input: judged.input, meta: decision("accept", "config") };
    const ruled = this.#judge(judged);
    const refusal = `Permission to use ${call.name} has been denied. ${why(ruled)}`;
    // A mode that does not ask refuses what would have to be asked, and a hook may stand in for the person.
    if (ruled.effect === "deny" && !isAtMost(ruled.strength, hookReach)) return this.#denied(judged, refusal);
    const byWhom = this.#allowed(own, ruled, hook);
    if (byWhom !== undefined) return { allowed: true, input: judged.input, meta: byWhom };
    if (ruled.effect === "deny") return this.#denied(judged, refusal);
    const { prompter, session } = this.#deps;
    const reason = reasonToAsk(ruled, hook);
    if (session.permissions.mode === "dontAsk")
      return this.#denied(judged, `${call.name} may not be asked for: ${reason}`);
    const offers = session.permissions.suggestions({ ...judged, cwd: session.folder }, ruled);
    const ask = { ...askOf(judged, own, ruled, offers), ...(hook.decision === "ask" && askedByHook(hook)) };
    try {
      const person = prompter && ((open: AbortSignal) => prompter.ask(ask, open));
      const { by, answer } =
        hooks === undefined || own.requiresUserInteraction
          ? { by: "person" as const, answer: await person?.(signal) }
          : await askBoth(this.#inReach(hooks, judged, ruled), offers, call.name, signal, person);
      if (by === "hook" && answer !== undefined) return this.#answeredByHook(judged, answer);
      if (prompter === undefined) return this.#denied(judged, nobodyToAsk(call.name, reason));
      return this.#answered(judged, answer) ?? unusable(prompter.unusable);
    } catch (error) {
      signal.throwIfAborted();
      return unusable(`Tool permission request failed: ${failureText(error)}`);
    }
  }

  /**
   * What only a person may allow, a hook leaves open, also where it changes the input to such a thing. It speaks for this
   * session: it adds rules to that, and no settings file is changed by it.
   */
  #inReach(hooks: PermissionHooks, call: ToolCall, ruled: Decision): PermissionHooks {
    const bounded = (answer: PermissionAnswer | undefined): PermissionAnswer | undefined => {
      if (answer?.behavior !== "allow") return answer;
      const changed = isFields(answer.updatedInput) ? this.#judge({ ...call, input: answer.updatedInput }) : ruled;
      if (![ruled, changed].every(({ strength }) => isAtMost(strength, hookReach))) return undefined;
      const ofSession = ({ type, destination }: Fields): boolean => type === "addRules" && destination === "session";
      return { ...answer, updatedPermissions: objects(answer.updatedPermissions).filter(ofSession) };
    };
    return {
      notify: (message, type) => hooks.notify(message, type),
      request: async (suggestions, signal) => {
        const verdict = await hooks.request(suggestions, signal);
        return { ...verdict, answer: bounded(verdict.answer) };
      },
    };
  }

  #answeredByHook(call: ToolCall, answer: PermissionAnswer): GateVerdict {
    const verdict =
      this.#answered(call, answer) ?? this.#denied(call, "A PermissionRequest hook gave no usable answer.");
    if (verdict.allowed) return { ...verdict, meta: decision("accept", "hook", "hook") };
    return verdict.interrupts ? verdict : { ...verdict, meta: decision("reject", "hook", "hook", "permission-rule") };
  }

  /** From where the shell is: that is where the call would run. */
  #judge(call: ToolCall): Decision {
    const { permissions, folder: cwd } = this.#deps.session;
    return permissions.decide({ ...call, cwd });
  }

  /** Who lets the call run without a person; undefined: somebody has to be asked. */
  #allowed(own: ToolPermission, ruled: Decision, hook: HookVerdict): ToolResultMeta | undefined {
    if (own.requiresUserInteraction || hook.decision === "ask" || !isAtMost(ruled.strength, hookReach))
      return undefined;
    if (hook.decision === "allow") return decision("accept", "hook", "hook");
    // A tool of somebody else's may have the name of a harmless one.
    const isKnown = own.isStandard || !("reason" in ruled.because);
    if (ruled.effect === "allow" && isKnown) return decision("accept", "config", reasonType(ruled));
    return own.behavior === "allow" ? decision("accept", "config") : undefined;
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

  /** Undefined: it is no answer. */
  #answered(call: ToolCall, answer: PermissionAnswer | undefined): GateVerdict | undefined {
    const permanent = text(answer?.decisionClassification) === "user_permanent";
    if (answer?.behavior === "allow" && (answer.updatedInput === undefined || isFields(answer.updatedInput))) {
      if (answer.updatedInput === undefined) this.#deps.deprecated("allow_without_input");
      for (const update of objects(answer.updatedPermissions)) this.#update(update);
      const refusal = answer.updatedInput && this.#refusalOf({ ...call, input: answer.updatedInput });
      if (refusal) return refusal;
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

  /** A person may change a call, not lift what forbids it. */
  #refusalOf(call: ToolCall): GateVerdict | undefined {
    const ruled = this.#judge(call);
    if (ruled.effect !== "deny" || !("rule" in ruled.because)) return undefined;
    return this.#denied(call, `Permission to use ${call.name} has been denied. ${why(ruled)}`);
  }

  #update(update: Fields): void {
    const { permissions, flags } = this.#deps.session;
    const isBypass = update.type === "setMode" && update.mode === "bypassPermissions";
    if (isBypass && (!flags.allowBypass || permissions.forbidsBypass)) return;
    if (permissions.apply(update)) this.#deps.notice("status", { status: null, permissionMode: permissions.mode });
  }
}

/** What a hook, or the tool itself, may allow: nothing that holds against a rule for the whole tool. */
const hookReach: Strength = "undecided";

/** What the model reads when a person stops a tool. */
export const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

function allow(input: ToolUseInput, source: string, reasonType?: string): GateVerdict {
  return { allowed: true, input, meta: decision("accept", source, reasonType) };
}

/** Nobody said no, but nobody said yes either. */
function unusable(message: string): GateVerdict {
  const meta = decision("reject", "config", "other", "permission-rule");
  return { allowed: false, message, meta, interrupts: false };
}

function decision(
  what: "accept" | "reject",
  source: string,
  reasonType?: string,
  notExecuted?: string,
): ToolResultMeta {
  return {
    ...(notExecuted !== undefined && { non_execution_kind: notExecuted }),
    permission_decision: { decision: what, source, ...(reasonType !== undefined && { reason_type: reasonType }) },
  };
}

function reasonToAsk(ruled: Decision, { decision: said, reason }: HookVerdict): string {
  return said === "ask" ? reason || "a hook wants a person to be asked" : why(ruled);
}

function nobodyToAsk(name: string, reason: string): string {
  return `${name} needs approval (${reason}), and there is nobody to ask. Start the agent with --permission-prompt-tool stdio, --allowedTools or a --permission-mode that allows it.`;
}

function askOf(
  { id, name, input }: ToolCall,
  own: ToolPermission,
  ruled: Decision,
  offers: readonly PermissionUpdate[],
): PermissionAsk {
  const type = reasonType(ruled);
  return {
    tool_name: name,
    display_name: name,
    input,
    ...(own.description !== undefined && { description: own.description }),
    ...(offers.length > 0 && { permission_suggestions: offers }),
    ...(ruled.path !== undefined && { blocked_path: ruled.path }),
    // Without a type there is no reason but that nothing allows it.
    ...(type !== undefined && { decision_reason: why(ruled), decision_reason_type: type }),
    tool_use_id: id,
    ...(own.requiresUserInteraction && { requires_user_interaction: true }),
  };
}

function askedByHook({ reason }: HookVerdict): Partial<PermissionAsk> {
  const because = reason === "" ? {} : { decision_reason: reason };
  return { ...because, decision_reason_type: "hook" };
}

/** The wire's word for what decided. */
function reasonType({ because, parts, path }: Decision): string | undefined {
  if ("rule" in because) return "rule";
  if ("mode" in because) return "mode";
  if ((parts?.length ?? 0) > 1) return "subcommandResults";
  return path === undefined ? undefined : "workingDir";
}

function failureText(error: unknown): string {
  if (isBridleError(error, "refused")) return `Error: ${error.data.reason}`;
  if (isBridleError(error, "closed")) return `AbortError: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

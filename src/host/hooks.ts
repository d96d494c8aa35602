import { invalidOption } from "../errors.ts";
import { type Fields, isFields } from "../wire/fields.ts";

/** The events a hook can be registered for. Which of them an agent raises depends on its version. */
export const hookEvents: readonly string[] = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Notification",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "PermissionRequest",
  "PermissionDenied",
  "Setup",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "ConfigChange",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
];

export interface HookContext {
  readonly toolUseId: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * What a hook may say. `{}` has no opinion. The `permissionDecision` of a `PreToolUse` hook is `allow`, `deny`, `ask` or
 * `defer`: the turn then ends as `deferred` before the call, and the agent may end, too. When the conversation is resumed,
 * it asks its hooks for the same call again, by itself. One call can wait so, and none of a sub-agent's; a prompt in
 * the same process drops it.
 */
export interface HookOutput extends Fields {
  readonly continue?: boolean;
  readonly suppressOutput?: boolean;
  readonly stopReason?: string;
  readonly decision?: "approve" | "block";
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly hookEventName: string } & Fields;
}

export type Hook = (
  input: Fields & { readonly hook_event_name?: string },
  context: HookContext,
) => HookOutput | Promise<HookOutput>;

export interface HookMatcher {
  /** Which tools, as the agent's settings spell it: `Bash`, `Edit|Write`. Default: all. */
  readonly matcher?: string;
  readonly hooks: readonly Hook[];
  /** How long the agent waits for each. */
  readonly timeoutMs?: number;
}

/**
 * By event. A hook sees the tool's input as an object; what it blocks does not run, whatever else would allow it.
 *
 * ```ts
 * const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
 * const hooks: Hooks = {
 *   PreToolUse: [
 *     {
 *       matcher: "Bash",
 *       hooks: [
 *         ({ tool_input }) => {
 *           const command = isFields(tool_input) ? String(tool_input.command) : "";
 *           return /^git (status|diff)$/.test(command) ? {} : { decision: "block", reason: "only git status and git diff" };
 *         },
 *       ],
 *     },
 *   ],
 * };
 * ```
 */
export type Hooks = { readonly [event: string]: readonly HookMatcher[] };

/** Throws `invalid_option` for an event nobody raises, and for what is no hook. */
export function checkHooks(hooks: Hooks): void {
  for (const [event, matchers] of Object.entries(hooks)) {
    if (!hookEvents.includes(event))
      throw invalidOption("hooks", `one of ${hookEvents.join(", ")}`, event.slice(0, 80));
    if (!Array.isArray(matchers) || !matchers.every(isMatcher))
      throw invalidOption(`hooks.${event}`, "a list of { hooks: [function, …] }", "something else");
  }
}

function isMatcher(value: unknown): boolean {
  return isFields(value) && Array.isArray(value.hooks) && value.hooks.every((hook) => typeof hook === "function");
}

/** Hooks by the ids under which the agent calls them back. */
export class HookTable {
  readonly #hooks = new Map<string, Hook>();
  /** What `initialize` tells the agent; undefined when there are none. */
  readonly registration: Fields | undefined;

  constructor(hooks: Hooks) {
    const events = Object.entries(hooks).map(
      ([event, matchers]) => [event, matchers.map((matcher) => this.#register(matcher))] as const,
    );
    this.registration = events.length === 0 ? undefined : Object.fromEntries(events);
  }

  async call(callbackId: string, input: Fields, context: HookContext): Promise<HookOutput> {
    const hook = this.#hooks.get(callbackId);
    if (hook === undefined) throw new Error(`no hook is registered as ${callbackId}`);
    return (await hook(input, context)) ?? {};
  }

  #register({ matcher, hooks, timeoutMs }: HookMatcher): Fields {
    const hookCallbackIds = hooks.map((hook) => {
      const id = `hook_${this.#hooks.size}`;
      this.#hooks.set(id, hook);
      return id;
    });
    return {
      ...(matcher !== undefined && { matcher }),
      hookCallbackIds,
      // The agent counts in seconds.
      ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
    };
  }
}

import { type CommandHookParts, CommandHooks, type HookContext } from "./command-hooks.ts";
import type { ConfiguredHook } from "./configured-hooks.ts";
import { combined, type HookInput, type HookVerdict } from "./hook-verdict.ts";
import { type HookLink, HostHooks } from "./host-hooks.ts";

interface AgentHookParts extends CommandHookParts {
  readonly link: HookLink;
  /** A callback had no usable answer, which counts as none. */
  readonly onFailure: (event: string, callbackId: string) => void;
}

/** The hooks of whoever works: the session's own agent, or one that works for it. */
export interface WorkHooks {
  has(event: string): boolean;
  /** Rejects only when the signal of the context aborts. */
  call(event: string, input: HookInput, context: HookContext): Promise<HookVerdict>;
  /** The same and more. */
  with(more: readonly ConfiguredHook[]): WorkHooks;
}

/** All hooks of a session: those a host registered, and those of settings files. */
export class AgentHooks implements WorkHooks {
  readonly #host: HostHooks;
  readonly #commands: CommandHooks;
  readonly #notice: AgentHookParts["notice"];

  constructor(parts: AgentHookParts) {
    this.#host = new HostHooks(parts.link, parts.onFailure);
    this.#commands = new CommandHooks(parts);
    this.#notice = parts.notice;
  }

  register(hooks: unknown): void {
    this.#host.register(hooks);
  }

  has(event: string, more: readonly ConfiguredHook[] = []): boolean {
    return this.#host.has(event) || this.#commands.has(event, more);
  }

  with(more: readonly ConfiguredHook[]): WorkHooks {
    return {
      has: (event) => this.has(event, more),
      call: (event, input, context) => this.call(event, input, context, more),
      with: (others) => this.with([...more, ...others]),
    };
  }

  async call(
    event: string,
    input: HookInput,
    context: HookContext,
    more: readonly ConfiguredHook[] = [],
  ): Promise<HookVerdict> {
    const hookInput = this.#hookInput(event, input);
    const [ofHost, ofSettings] = await Promise.all([
      this.#host.call(event, hookInput, context),
      this.#commands.call(event, hookInput, context, more),
    ]);
    const verdict = combined(ofHost, ofSettings);
    const name = context.subject === undefined ? event : `${event}:${context.subject}`;
    for (const message of verdict.messages)
      this.#notice("informational", { content: `${name} says: ${message}`, level: "notice" });
    return verdict;
  }

  /** Of the settings alone: a host's callbacks are not called before it has spoken, nor when it has gone. */
  callCommands(event: string, input: HookInput, context: HookContext): Promise<HookVerdict> {
    return this.#commands.call(event, this.#hookInput(event, input), context);
  }

  /** Each event with the fields that are its own. */
  #hookInput(event: string, { permission_mode, effort, session_title, ...input }: HookInput): HookInput {
    return {
      ...input,
      ...(permission_mode !== undefined && eventsWithMode.has(event) && { permission_mode }),
      ...(effort !== undefined && eventsWithEffort.has(event) && { effort }),
      ...(session_title !== undefined && eventsWithTitle.has(event) && { session_title }),
      hook_event_name: event,
    };
  }

  /** Settles when no hook of the settings is left. */
  close(): Promise<void> {
    return this.#commands.close();
  }
}

/** Those of a turn in which the model has spoken. */
const eventsWithEffort: ReadonlySet<string> = new Set([
  ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "Stop", "SubagentStop"],
]);
const eventsWithMode: ReadonlySet<string> = new Set([...eventsWithEffort, "UserPromptSubmit"]);
const eventsWithTitle: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit"]);

import type { AgentHooks } from "../hook/agent-hooks.ts";
import type { HookContext } from "../hook/command-hooks.ts";
import type { HookInput } from "../hook/hook-verdict.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { resumeInput } from "../session/resume-input.ts";
import { noFacts } from "../session/usage-account.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { effortInput } from "./effort-input.ts";

/** How a session came to start, as `SessionStart` hooks name it. */
export type SessionSource = "startup" | "resume" | "fork" | "clear";

/** The hooks that run outside of turns, and the input that every hook gets. */
export class SessionHooks {
  readonly #definition: AgentDefinition;
  readonly #session: AgentSession;
  readonly #hooks: AgentHooks;
  readonly #contexts: string[] = [];

  constructor(definition: AgentDefinition, session: AgentSession, hooks: AgentHooks) {
    this.#definition = definition;
    this.#session = session;
    this.#hooks = hooks;
  }

  input(turnId: string): HookInput {
    const session = this.#session;
    return {
      session_id: session.id,
      transcript_path: this.#definition.transcriptPath?.(session) ?? "",
      cwd: session.folder,
      prompt_id: turnId,
      permission_mode: session.permissions.mode,
      ...(session.agentName !== undefined && { agent_type: session.agentName }),
      ...effortInput(this.#definition.modelFacts?.(session.model) ?? noFacts, session),
      ...(session.title !== undefined && { session_title: session.title }),
    };
  }

  /** `SessionStart` hooks, which may add context for the model. */
  async start(source: SessionSource): Promise<void> {
    const { prompt_id: _prompt, ...input } = this.input("");
    const last = source === "resume" || source === "fork" ? this.#session.lastResponse : undefined;
    const resumed = last && resumeInput(last, this.#definition.modelFacts ?? (() => noFacts));
    const verdict = await this.#hooks.callCommands(
      "SessionStart",
      { ...input, source, ...resumed },
      outsideTurn(source),
    );
    this.#contexts.push(...verdict.contexts);
  }

  /** `SessionEnd` hooks; what they answer does not count. */
  async end(reason: "clear" | "other", turnId: string | undefined): Promise<void> {
    const { prompt_id, ...input } = this.input(turnId ?? "");
    const ending = { ...input, ...(turnId !== undefined && { prompt_id }), reason };
    await this.#hooks.callCommands("SessionEnd", ending, outsideTurn(reason));
  }

  /** Context that the next prompt takes along. */
  addContext(text: string): void {
    this.#contexts.push(text);
  }

  /** What no prompt has taken yet; given once. */
  takeContexts(): readonly string[] {
    return this.#contexts.splice(0);
  }
}

function outsideTurn(subject: string): HookContext {
  return { subject, toolUseId: "", signal: new AbortController().signal };
}

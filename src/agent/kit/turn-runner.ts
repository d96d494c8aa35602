import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { untilAborted } from "../../util/until-aborted.ts";
import type { Prompt } from "../../wire/command.ts";
import type { TurnOrigin } from "../dialect/voice.ts";
import type { MessageContent } from "../model/content-block.ts";
import type { TurnOutcome } from "../session/turn-outcome.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { AgentTurn } from "./agent-turn.ts";
import type { LocalCommand } from "./local-command.ts";
import { promptContent } from "./prompt-content.ts";
import { commandIn } from "./prompt-queue.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** A turn that nobody prompted. */
export interface OwnTurn {
  readonly prompt: string;
  /** Why, in the words of the result. */
  readonly origin?: TurnOrigin | undefined;
  /** With the call that an earlier process left. It comes before every prompt. */
  readonly goesOn?: boolean;
}

/** A stop hook that is never content must not keep the model at work for ever. */
const maxStopBlocks = 20;
const unwindMs = 2_000;

/** Runs turns, one after the other: hooks, commands, the agent's own work, and the result. */
export class TurnRunner {
  readonly #definition: AgentDefinition;
  readonly #deps: TurnDeps;

  constructor(definition: AgentDefinition, deps: TurnDeps) {
    this.#definition = definition;
    this.#deps = deps;
  }

  begin(prompts: readonly Prompt[], { origin, goesOn }: Pick<OwnTurn, "origin" | "goesOn"> = {}): AgentTurn {
    return new AgentTurn(this.#deps, prompts, origin, undefined, goesOn);
  }

  /** Never rejects. The outcome has been told when it settles. */
  async run(turn: AgentTurn): Promise<TurnOutcome> {
    const command = this.#command(turn);
    if (turn.goesOn) this.#deps.voice.goesOn();
    const outcome = await this.#outcome(turn, command).catch((error: unknown) => failureOf(turn, error));
    // Put off again, it ends without having begun.
    if (outcome.kind !== "deferred") turn.begin();
    turn.finish();
    if (outcome.kind === "interrupted") turn.reportInterruption();
    this.#deps.beforeResult();
    this.#deps.voice.result(outcome, turn);
    return outcome;
  }

  async #outcome(turn: AgentTurn, command: Command | undefined): Promise<TurnOutcome> {
    if (command !== undefined) return this.#runCommand(turn, command);
    if (isBlank(turn.content)) return { kind: "failed", errors: ["The prompt is empty."] };
    try {
      await untilAborted(this.#deps.mcp.recover(), turn.signal);
    } catch (error) {
      // It was said all the same: the next turn should know of it.
      await this.#definition.onContext?.(turn.content, this.#deps.session);
      throw error;
    }
    const [prompt] = turn.prompts;
    if (prompt?.shouldQuery === false) {
      await this.#definition.onContext?.(promptContent(turn.prompts), this.#deps.session);
      return local("", "");
    }
    const blocked = turn.goesOn ? undefined : await this.#submit(turn);
    if (!turn.goesOn) turn.begin();
    if (blocked !== undefined) return blocked;
    for (let stopBlocks = 0; ; stopBlocks++) {
      const outcome = await this.#work(turn);
      if (outcome.kind !== "success" || outcome.yielded || stopBlocks >= maxStopBlocks) return outcome;
      const feedback = await this.#stop(turn, outcome.text, stopBlocks > 0);
      if (feedback === undefined) return outcome;
      if (feedback.ends) return { ...outcome, stoppedBy: "stop_hook_prevented" };
      turn.goOn(`Stop hook feedback:\n${feedback.text}`);
    }
  }

  async #work(turn: AgentTurn): Promise<TurnOutcome> {
    turn.signal.throwIfAborted();
    const returned = await this.#unwound(Promise.resolve(this.#definition.onTurn(turn)), turn.signal);
    turn.signal.throwIfAborted();
    turn.finish();
    if (typeof returned === "object") return returned;
    return { kind: "success", text: returned ?? turn.lastText };
  }

  /** An interrupted agent has a moment to put its things in order; one that does not look at its signal must not hold the session. */
  async #unwound<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await untilAborted(work, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      const moment = new AbortController();
      const time = sleep(unwindMs, undefined, { signal: moment.signal, ref: false }).catch(() => undefined);
      await Promise.race([work.catch(() => undefined), time]);
      moment.abort();
      throw error;
    }
  }

  #command(turn: AgentTurn): Command | undefined {
    const [prompt] = turn.prompts;
    const named = prompt === undefined || turn.prompts.length > 1 ? undefined : commandIn(prompt);
    const command = this.#deps.commands.find(({ name }) => name === named?.name);
    return command && { command, rest: named?.rest ?? "", prompt };
  }

  async #runCommand(turn: AgentTurn, { command, rest, prompt }: Command): Promise<TurnOutcome> {
    const { session, voice } = this.#deps;
    let change: (() => void) | undefined;
    const reset = (): void => {
      const newId = randomUUID();
      change = () => {
        voice.reset(newId, prompt);
        session.id = newId;
        session.contextTokens = 0;
        session.promptHooks = [];
      };
    };
    const work = async (): Promise<string> => command.run({ session, rest, turn, reset });
    const text = await this.#unwound(work(), turn.signal);
    if (change !== undefined) await this.#deps.cleared(turn.id, change);
    turn.begin();
    if (text !== "") voice.commandOutput(text);
    return local(text, command.name);
  }

  /** What `UserPromptSubmit` hooks say to the prompt; an outcome when they keep it from the model. */
  async #submit(turn: AgentTurn): Promise<TurnOutcome | undefined> {
    const { hooks, voice } = this.#deps;
    const pending = this.#deps.takePendingContexts();
    if (!hooks.has("UserPromptSubmit")) {
      turn.addContext(pending);
      return undefined;
    }
    const input = { ...this.#deps.hookInput(turn.id), prompt: turn.prompt };
    const context = { toolUseId: randomUUID(), signal: turn.signal };
    const said = await hooks.call("UserPromptSubmit", input, context);
    if (said.decision === "deny" || said.stops !== undefined) {
      const content =
        said.decision === "deny"
          ? `UserPromptSubmit operation blocked by hook:\n${said.reason}\n\nOriginal prompt: ${turn.prompt}`
          : `Operation stopped by hook: ${said.stops}`;
      turn.begin();
      voice.notice("informational", { content, level: "warning", prevent_continuation: true });
      return local(content, "");
    }
    turn.addContext([...pending, ...said.contexts]);
    return undefined;
  }

  /** What sends the agent back to work, if a `Stop` hook does. */
  async #stop(turn: AgentTurn, text: string, isActive: boolean): Promise<StopFeedback | undefined> {
    const { hooks } = this.#deps;
    if (!hooks.has("Stop")) return undefined;
    const input = {
      ...this.#deps.hookInput(turn.id),
      stop_hook_active: isActive,
      last_assistant_message: text,
      background_tasks: [],
      session_crons: [],
    };
    const said = await hooks.call("Stop", input, { toolUseId: randomUUID(), signal: turn.signal });
    if (said.stops !== undefined) return { ends: true, text: said.stops };
    return said.decision === "deny" ? { ends: false, text: said.reason } : undefined;
  }
}

/** What a `Stop` hook wants: the end, or more work. */
interface StopFeedback {
  readonly ends: boolean;
  readonly text: string;
}

function isBlank(content: MessageContent): boolean {
  if (typeof content === "string") return content.trim() === "";
  return content.every(({ type, text }) => type === "text" && typeof text === "string" && text.trim() === "");
}

interface Command {
  readonly command: LocalCommand;
  readonly rest: string;
  readonly prompt: Prompt | undefined;
}

function local(text: string, localCommand: string): TurnOutcome {
  return { kind: "success", text, localCommand };
}

function failureOf(turn: AgentTurn, error: unknown): TurnOutcome {
  if (turn.signal.aborted) return { kind: "interrupted", during: turn.interruptedDuring ?? "streaming" };
  return { kind: "failed", errors: [error instanceof Error ? error.message : String(error)] };
}

import type { Handlers } from "../../wire/dispatch.ts";
import type { NoticeFields, TurnOrigin } from "../dialect/voice.ts";
import type { MessageContent } from "../model/content-block.ts";
import type { ModelInfo } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { TurnOutcome } from "../session/turn-outcome.ts";
import type { ModelFacts } from "../session/usage-account.ts";
import type { AgentTurn } from "./agent-turn.ts";
import type { LocalCommand } from "./local-command.ts";

/** An agent, as far as the kit does not make it one. Only `onTurn` is needed. */
export interface AgentDefinition {
  /** What the agent is called where a model's name belongs, unless `model` says otherwise. */
  readonly name: string;
  readonly model?: string;
  /** Models a person may choose from. */
  readonly models?: readonly ModelInfo[];
  /** The model behind a short name. */
  readonly resolveModel?: (name: string) => string;
  readonly modelFacts?: (model: string) => ModelFacts;
  readonly apiKeySource?: string;
  /** Do the rules of Claude Code's settings files hold for it? */
  readonly readsSettings?: boolean;
  /** The names of its tools, for `system/init`. */
  readonly tools?: (session: AgentSession) => readonly string[];
  readonly commands?: readonly LocalCommand[];
  /** The environment its sessions work in, where it is not the process's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** Commands that stand for a prompt: `onTurn` makes that of them. */
  readonly prompts?: (session: AgentSession) => readonly PromptCommand[];
  /** After each `initialize`: what it defined may be used from now on. */
  readonly onInitialize?: (session: AgentSession) => void;
  /** Agents that can work for it. */
  readonly agents?: (session: AgentSession) => readonly AgentInfo[];
  /** Control requests the kit has no answer to, or not this agent's. */
  readonly controls?: Handlers<"fromHost">;
  /** Where the conversation can be read, for hooks. */
  readonly transcriptPath?: (session: AgentSession) => string;

  /**
   * Before the first turn: find the conversation the flags ask for, and give
   * the session its id and totals. Throws `OpeningFailure` when there is none.
   */
  readonly onOpen?: (session: AgentSession, handle: AgentHandle) => void | Promise<void>;

  /**
   * One turn. What it returns is the result's text, unless it is an outcome;
   * nothing means the last text it wrote. What it throws ends the turn as
   * failed, or as interrupted when the signal is aborted.
   */
  readonly onTurn: (turn: AgentTurn) => TurnReturn | Promise<TurnReturn>;

  /** A message that belongs to the conversation but asks for no turn. */
  readonly onContext?: (content: MessageContent, session: AgentSession) => void | Promise<void>;

  /** No turn runs and none waits: time for what the next one may break off. */
  readonly onIdle?: (session: AgentSession) => void;

  /** The end: nothing the agent started may be left. */
  readonly onClose?: () => void | Promise<void>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: `onTurn: (turn) => turn.text("hi")` returns what `text` does.
export type TurnReturn = string | TurnOutcome | undefined | void;

/** What an agent may do outside its turns. */
export interface AgentHandle {
  /** `system/<subtype>` for the host. */
  notice(subtype: string, fields: NoticeFields): void;
  /** What was written to a transcript, for a host that asked for it. */
  mirror(filePath: string, entries: readonly object[]): void;
  /** A turn nobody prompted, as soon as none runs. `origin` says why. */
  beginTurn(prompt: string, origin: TurnOrigin): void;
  /** A turn that takes up the call which the conversation was left with: before every prompt, once the host has spoken. */
  goOn(prompt: string): void;
  /** A line for whoever reads standard error. */
  warn(text: string): void;
}

/** `/name`, which stands for a prompt. */
export interface PromptCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
  readonly isSkill: boolean;
}

/** A kind of agent, as the answer to `initialize` lists it. */
export interface AgentInfo {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
}

/** The conversation that was asked for cannot be had; the process ends with this text. */
export class OpeningFailure extends Error {
  override readonly name = "OpeningFailure";
}

import type { ToolUseInput } from "../model/content-block.ts";
import type { ToolDeclaration } from "../model/provider.ts";
import type { TurnOutcome } from "../session/turn-outcome.ts";
import type { ClaudeVoiceOptions } from "./claude/claude-voice.ts";
import type { Voice } from "./voice.ts";

/** A dialect, as the agent's side speaks it, and all that an agent does otherwise in it. */
export interface SpokenDialect {
  readonly voice: (options: ClaudeVoiceOptions) => Voice;
  /** Between messages that become one. */
  readonly joiner: string;
  /** Does each message name the session it is for? */
  readonly hasSessions: boolean;
  /** Does it call the result an error? The exit code tells so, too. */
  readonly isFailure: (outcome: TurnOutcome) => boolean;
  /** What the model is told before what the user says while it works. */
  readonly joinedHeading: string | undefined;
  /** Undefined: tools and their inputs are called as the tools call them. */
  readonly toolWords: ToolWords | undefined;
  /** Are conversations kept as Claude Code keeps them: each in its folder, named by a UUID or a title, with a transcript? */
  readonly keepsTranscripts: boolean;
  /** Do its hosts expect that a session knows what others said in its folder? */
  readonly recallsOthers: boolean;
  /** Do its hosts expect the scripted model where there is no key? */
  readonly isScriptedWithoutKey: boolean;
}

/** How a dialect calls tools and their inputs. */
export interface ToolWords {
  /** A tool as the model is told of it. */
  declared(tool: ToolDeclaration): ToolDeclaration;
  /** A call of the model in the words of the tool itself; `names` are those of all tools. */
  called<C extends NamedCall>(call: C, names: readonly string[]): C;
}

export interface NamedCall {
  readonly name: string;
  readonly input: ToolUseInput;
}

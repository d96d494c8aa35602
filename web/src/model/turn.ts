import { signal } from "@preact/signals";
import { type Event, type Message, PromptState } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { isFields, parseJson } from "./content.ts";
import { toolSummary } from "./tool-summary.ts";

/** The turn that runs. */
export interface RunningTurn {
  readonly sinceMs: number;
  /** What it does now, for a person. */
  readonly doing: string;
  /** What the model wrote in it so far. */
  readonly outputTokens: number;
}

/** What a session does now, and how full the model's window was when it last said so. Made of its events in order. */
export class TurnWatch {
  readonly turn = signal<RunningTurn | undefined>(undefined);
  readonly contextTokens = signal(0);
  /** By message: each tells its own again when it has grown. */
  readonly #written = new Map<string, number>();

  take(events: readonly Event[]): void {
    for (const event of events) this.#take(event);
  }

  #take(event: Event): void {
    const { kind } = event;
    switch (kind.case) {
      case "prompt":
        return kind.value.state === PromptState.SENT ? this.#begin(event) : undefined;
      case "sessionInfo":
        return this.#begin(event);
      case "statusChange":
        return this.#state(event, kind.value.state);
      case "turnComplete":
        return this.#end();
      case "message":
        return event.parentToolUseId === "" ? this.#message(kind.value) : undefined;
      default: {
        const doing = event.parentToolUseId === "" ? doingOf(kind) : undefined;
        if (doing !== undefined) this.#does(doing);
      }
    }
  }

  #message({ usage, role, messageId }: Message): void {
    if (role !== "assistant" || usage === undefined) return;
    const { inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens } = usage;
    const seen = Number(inputTokens + cacheCreationInputTokens + cacheReadInputTokens);
    if (seen > 0) this.contextTokens.value = seen + Number(outputTokens);
    this.#wrote(messageId, Number(outputTokens));
  }

  #begin({ timeMs }: Event): void {
    this.turn.value ??= { sinceMs: Number(timeMs), doing: "waits for the model", outputTokens: 0 };
  }

  #state(event: Event, state: SessionState): void {
    if (state === SessionState.RUNNING || state === SessionState.WAITING) this.#begin(event);
    else if (state !== SessionState.STARTING) this.#end();
  }

  #end(): void {
    this.turn.value = undefined;
    this.#written.clear();
  }

  #does(doing: string): void {
    const turn = this.turn.value;
    if (turn !== undefined && turn.doing !== doing) this.turn.value = { ...turn, doing };
  }

  #wrote(messageId: string, tokens: number): void {
    this.#written.set(messageId, tokens);
    const turn = this.turn.value;
    if (turn === undefined) return;
    const outputTokens = [...this.#written.values()].reduce((sum, one) => sum + one, 0);
    if (outputTokens !== turn.outputTokens) this.turn.value = { ...turn, outputTokens };
  }
}

/** What an event says of what the agent does now; undefined: nothing. */
function doingOf(kind: Event["kind"]): string | undefined {
  switch (kind.case) {
    case "textDelta":
      return "writes";
    case "thinkingDelta":
      return "thinks";
    case "toolStart":
      return toolWords(kind.value.name, parseJson(kind.value.inputJson));
    case "toolResult":
      return "waits for the model";
    case "agentStatus":
      return kind.value.status === "" ? undefined : (statusWords[kind.value.status] ?? kind.value.status);
    case "notice":
      return kind.value.word === "system/api_retry" ? "tries again: the model’s API failed" : undefined;
    default:
      return undefined;
  }
}

const statusWords: { readonly [status: string]: string } = {
  requesting: "waits for the model",
  compacting: "compacts the conversation",
};

function toolWords(name: string, input: unknown): string {
  const summary = toolSummary(isFields(input) ? input : undefined);
  return summary === "" ? name : `${name} ${summary}`;
}

import { isShortName, RecentMap } from "../util/recent-map.ts";
import type { AgentNotice, Assistant, Canonical, Delta, Result, User } from "../wire/canonical.ts";
import { number, text, texts } from "../wire/fields.ts";
import { type AssembledMessage, Assembler, type AssemblerState } from "./assembler.ts";
import type { CostMeter } from "./cost-meter.ts";
import type { Event, MessageEvent } from "./event.ts";
import type { Answered, Ledger } from "./ledger.ts";
import { OpenMessage, type OpenMessageState, type RunningTools, saidIn } from "./open-message.ts";
import { promptMark } from "./prompt-mark.ts";
import { emptyResult, outcomeOf, type TurnOutcome, type TurnResult } from "./turn-result.ts";
import { type Halves, WholeCharacters } from "./whole-characters.ts";

/** Notices that say what the agent is doing. */
const statusWords = new Set([
  "system/status",
  "system/api_retry",
  "system/session_state_changed",
  "system/compact_boundary",
]);

/** Tools and sub-agents of one turn that run at the same time. An agent may name as many as it likes. */
const maxOpen = 256;

const noTool = { toolUseId: undefined, name: undefined };

/** Takes events, in order. */
export interface EventSink {
  push(event: Event): void;
}

/** What an event maker knows, to be kept while nobody reads. */
export interface EventMakerState {
  readonly assemblers: readonly (readonly [parentToolUseId: string | null, state: AssemblerState])[];
  readonly tools: readonly (readonly [id: string, name: string])[];
  /** How the last turn ended. */
  readonly lastOutcome?: TurnOutcome | undefined;
  readonly halves?: Halves | undefined;
  readonly openMessage?: OpenMessageState | undefined;
}

export interface EventMakerParts {
  readonly ledger: Ledger;
  readonly meter: CostMeter;
  readonly events: EventSink;
  /** Does the agent tell of every prompt that it folds into a turn? Asked at every result: its version may be learned late. */
  readonly names: () => boolean;
  /** Is the agent being ended because its time is over? A turn that is interrupted then is over for that reason. */
  readonly isTimeUp?: () => boolean;
  /** Was structured output asked for? */
  readonly wantsStructure?: boolean;
  /** Whether a message has all its blocks so far as its content, or only those that a line added. Default true. */
  readonly keepsContent?: boolean;
  /** Of one message, how many become events at once; `goOn` makes those of the others. Default: all. */
  readonly blocksAtOnce?: number;
}

/** Turns canonical messages into events, and keeps the ledger and the meter while it does. */
export class EventMaker {
  readonly #ledger: Ledger;
  readonly #meter: CostMeter;
  readonly #events: EventSink;
  readonly #names: () => boolean;
  readonly #isTimeUp: () => boolean;
  readonly #wantsStructure: boolean;
  /** One per sub-agent, by the tool use that runs it: several may speak at once. */
  readonly #assemblers = new RecentMap<string | undefined, Assembler>(maxOpen);
  readonly #keepsContent: boolean;
  readonly #blocksAtOnce: number;
  /** Names of the tools that run, for their results. */
  readonly #tools: RecentMap<string, string>;
  readonly #running: RunningTools = {
    start: (id, name) => {
      if (isShortName(name)) this.#tools.set(id, name);
    },
    end: (id) => {
      const name = this.#tools.get(id);
      this.#tools.delete(id);
      this.#assemblers.delete(id);
      return name;
    },
  };
  readonly #characters: WholeCharacters;
  #lastResult: TurnResult | undefined;
  #open: OpenMessage | undefined;
  /** How far an earlier maker came with the message that is taken next. */
  #left: OpenMessageState | undefined;

  constructor(
    {
      ledger,
      meter,
      events,
      names,
      isTimeUp = () => false,
      wantsStructure = false,
      keepsContent = true,
      blocksAtOnce = Number.POSITIVE_INFINITY,
    }: EventMakerParts,
    state?: EventMakerState,
  ) {
    this.#ledger = ledger;
    this.#meter = meter;
    this.#events = events;
    this.#names = names;
    this.#isTimeUp = isTimeUp;
    this.#wantsStructure = wantsStructure;
    this.#keepsContent = keepsContent;
    this.#blocksAtOnce = blocksAtOnce;
    this.#left = state?.openMessage;
    if (state?.lastOutcome !== undefined) this.#lastResult = emptyResult(state.lastOutcome, []);
    this.#tools = new RecentMap(maxOpen, state?.tools);
    this.#characters = new WholeCharacters(state?.halves);
    for (const [key, assembler] of state?.assemblers ?? [])
      this.#assemblers.set(key ?? undefined, new Assembler(assembler, keepsContent));
  }

  get state(): EventMakerState {
    const assemblers = [...this.#assemblers].map(([key, { state }]) => [key ?? null, state] as const);
    const { state: halves } = this.#characters;
    const openMessage = this.#open?.state ?? this.#left;
    return { assemblers, tools: [...this.#tools], lastOutcome: this.#lastResult?.outcome, halves, openMessage };
  }

  /** Not all blocks of the last message are events yet: `goOn` before anything else is taken. */
  get isInMessage(): boolean {
    return this.#open !== undefined;
  }

  /** A character was cut in two, and its second half has not come yet. */
  get isInMidCharacter(): boolean {
    return this.#characters.isInMid;
  }

  /** Tools that were started and have no result yet, by their ids. */
  get openTools(): ReadonlyMap<string, string> {
    return this.#tools;
  }

  get lastResult(): TurnResult | undefined {
    return this.#lastResult;
  }

  /** Everything but deltas, which are many and have a way of their own. */
  take(message: Exclude<Canonical, Delta>): void {
    const left = this.#left;
    this.#left = undefined;
    switch (message.kind) {
      case "assistant":
      case "user":
        this.#open = new OpenMessage(message, left ?? { turn: this.#begin(message), next: 0 });
        return this.goOn();
      case "init": {
        const { sessionId, tools, model, cwd, permissionMode, mcpServers, agentVersion, frame } = message;
        const turn = this.#ledger.begin(texts(frame.message.user_message_uuids));
        return this.#events.push({
          type: "init",
          turn,
          parentToolUseId: undefined,
          sessionId,
          tools,
          model,
          cwd,
          permissionMode,
          mcpServers,
          agentVersion,
          frame,
        });
      }
      case "result":
        return this.#result(message);
      case "notice":
        return this.#notice(message);
      case "unknown":
        return this.#events.push({
          type: "unknown",
          turn: this.#ledger.turn,
          parentToolUseId: undefined,
          word: message.word,
          frame: message.frame,
        });
      case "problem": {
        const { code, frame, message: what = "A line could not be read." } = message;
        return this.#events.push({
          type: "error",
          turn: this.#ledger.turn,
          parentToolUseId: undefined,
          code,
          message: what,
          frame,
        });
      }
      default:
        // Control frames are the channel's.
        return;
    }
  }

  delta(delta: Delta): void {
    const turn = this.#ledger.turn;
    const { type, parentToolUseId, index, frame } = delta;
    switch (type) {
      case "text_delta":
      case "thinking_delta":
      case "tool_input_delta": {
        const text = this.#characters.take(delta.text, parentToolUseId, type, index);
        // It comes with the second half of its only character.
        if (text === "" && delta.text !== "") return;
        if (type !== "tool_input_delta") return this.#events.push({ type, turn, parentToolUseId, text, index, frame });
        const { toolUseId, name } = this.#assembler(parentToolUseId).tool(index) ?? noTool;
        return this.#events.push({ type, turn, parentToolUseId, text, index, toolUseId, name, frame });
      }
      default:
        return this.#streamEnd(delta, turn);
    }
  }

  #streamEnd(delta: Delta, turn: string | undefined): void {
    const whole = this.#assembler(delta.parentToolUseId).stream(delta);
    if (whole === undefined) return;
    const { parentToolUseId, frame } = delta;
    const rest = { added: [], complete: true, origin: undefined, error: undefined };
    this.#message(whole, { type: "message", turn, parentToolUseId, role: "assistant", ...rest, frame });
  }

  /** The content stays as it is: it may be one that is made when somebody asks for it. */
  #message(whole: AssembledMessage, rest: Omit<MessageEvent, keyof AssembledMessage>): void {
    this.#events.push(Object.defineProperties(rest, Object.getOwnPropertyDescriptors(whole)) as MessageEvent);
  }

  #assembler(parentToolUseId: string | undefined): Assembler {
    const assembler = this.#assemblers.get(parentToolUseId) ?? new Assembler(undefined, this.#keepsContent);
    this.#assemblers.set(parentToolUseId, assembler);
    return assembler;
  }

  /** Makes events of further blocks of a message that has many. */
  goOn(): void {
    const made = this.#open?.goOn(this.#blocksAtOnce, this.#running);
    // Before anybody is told: what is told may ask for the state.
    if (made?.isOver) this.#open = undefined;
    for (const event of made?.events ?? []) this.#events.push(event);
  }

  /** All that a message does but for its tools. Gives its turn. */
  #begin(message: Assistant | User): string | undefined {
    if (message.kind === "assistant") return this.#assistant(message);
    const { synthetic, uuid, parentToolUseId } = message;
    const said = saidIn(message);
    if (said.length > 0 && !synthetic && parentToolUseId === undefined) this.#ledger.took(uuid, promptMark(said));
    return this.#ledger.turn;
  }

  #assistant(line: Assistant): string | undefined {
    const { parentToolUseId, frame } = line;
    if (parentToolUseId === undefined) this.#ledger.speaks();
    const turn = this.#ledger.turn;
    const whole = this.#assembler(parentToolUseId).line(line);
    const rest = { added: line.content, complete: false, origin: undefined, error: line.error };
    this.#message(whole, { type: "message", turn, parentToolUseId, role: "assistant", ...rest, frame });
    return turn;
  }

  #notice({ word, fields, parentToolUseId, frame }: AgentNotice): void {
    // Words of seed 001 alone: the first tells that a turn runs.
    if (word === "system/queued") this.#ledger.speaks();
    if (word === "system/injected") this.#ledger.joined(number(fields.message_count) ?? 0);
    const turn = this.#ledger.turn;
    if (word === "command_lifecycle" && fields.state === "cancelled")
      this.#ledger.drop(String(fields.command_uuid), emptyResult("cancelled", [String(fields.command_uuid)]));
    if (statusWords.has(word)) {
      const status = text(fields.status) ?? text(fields.state) ?? word.slice("system/".length);
      return this.#events.push({
        type: "status",
        turn,
        parentToolUseId,
        status,
        permissionMode: text(fields.permissionMode),
        fields,
        frame,
      });
    }
    this.#events.push({ type: "notice", turn, parentToolUseId, word, fields, frame });
  }

  #result(result: Result): void {
    const turn = this.#ledger.turn;
    const { uuids, settle } = this.#ledger.end(result.promptUuids, {
      listed: texts(result.frame.message.user_message_uuids).length > 0,
      startedByAgent: result.origin !== undefined,
      names: this.#names(),
    });
    const outcome = outcomeOf(result);
    const isUnstructured = outcome === "success" && uuids.length > 0 && this.#lacksStructure(result);
    const ended: TurnResult = {
      outcome: isUnstructured ? "error" : outcome === "interrupted" && this.#isTimeUp() ? "timeout" : outcome,
      text: result.text,
      errors: isUnstructured ? [...result.errors, unstructured] : result.errors,
      apiErrorStatus: result.apiErrorStatus,
      stopReason: result.stopReason,
      terminalReason: result.terminalReason,
      subtype: result.subtype,
      usage: result.usage,
      costUsd: this.#meter.turn(result.totalCostUsd, result.frame.message.model_usage_since_last_result),
      totalCostUsd: result.totalCostUsd,
      durationMs: result.durationMs,
      prompts: uuids,
      origin: result.origin,
      denials: result.denials,
      structuredOutput: result.frame.message.structured_output,
      sessionId: result.sessionId,
    };
    const place = { turn: turn ?? uuids[0], parentToolUseId: undefined, frame: result.frame };
    this.#events.push({
      type: "usage",
      ...place,
      usage: ended.usage,
      costUsd: ended.costUsd,
      totalCostUsd: ended.totalCostUsd,
    });
    this.#events.push({ type: "turn_complete", ...place, result: ended });
    this.#lastResult = ended;
    settle(ended);
    this.#tools.clear();
    this.#assemblers.clear();
    this.#characters.clear();
  }

  /** Local commands and prompts that ask for no turn have none, and no turns. */
  #lacksStructure({ turns, frame }: Result): boolean {
    return this.#wantsStructure && turns > 0 && frame.message.structured_output === undefined;
  }

  /** Nothing came after the last turn: what it may have had in it, it had. */
  resolve(): void {
    const { folded, ignored } = this.#ledger.resolve();
    const last = this.#lastResult ?? emptyResult("success", []);
    // What it used was told once.
    const { usage, costUsd } = emptyResult("success", []);
    this.#over(folded, { ...last, usage, costUsd, prompts: folded.uuids });
    this.#over(ignored, { ...emptyResult("cancelled", ignored.uuids), errors: [hadBefore] });
  }

  #over({ uuids, settle }: Answered, result: TurnResult): void {
    if (uuids.length === 0) return;
    this.#events.push({ type: "turn_complete", turn: uuids[0], parentToolUseId: undefined, frame: undefined, result });
    settle(result);
  }
}

const unstructured = "the agent gave no structured output, though jsonSchema was given";
const hadBefore = "the agent has had a prompt with this uuid before and ignored it; send it with another";

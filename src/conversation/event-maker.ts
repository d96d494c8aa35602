import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { repeatsPrompts } from "../adapters/repeats-prompts.ts";
import { isShortName, RecentMap } from "../util/recent-map.ts";
import type { AgentNotice, Assistant, Canonical, Delta, Init, Problem, Result, User } from "../wire/canonical.ts";
import { number, text, texts } from "../wire/fields.ts";
import { type AssembledMessage, Assembler, type AssemblerState } from "./assembler.ts";
import type { CostMeter } from "./cost-meter.ts";
import type { Event, MessageEvent } from "./event.ts";
import type { Ledger } from "./ledger.ts";
import { OpenMessage, type OpenMessageState, type RunningTools, saidIn } from "./open-message.ts";
import { promptMark } from "./prompt-mark.ts";
import { emptyResult, type TurnOutcome, type TurnResult, turnResultOf } from "./turn-result.ts";
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

/** Takes events, in order. A list will do. */
export interface EventSink {
  push(event: Event): unknown;
}

/** What holds at the moment a message is taken. */
interface MakerContext {
  /** Where the events go. */
  readonly events: EventSink;
  /** The agent's, as far as its version is known by now. */
  readonly adapter: ProtocolAdapter;
  /** The agent is being ended because its time is over: a turn that is interrupted then is over for that reason. */
  readonly isTimeUp?: boolean;
}

/** What an event maker knows, as plain data that can be stored. */
export interface EventMakerState {
  readonly assemblers: readonly (readonly [parentToolUseId: string | null, state: AssemblerState])[];
  readonly tools: readonly (readonly [id: string, name: string])[];
  /** How the last turn ended. */
  readonly lastOutcome?: TurnOutcome | undefined;
  readonly halves?: Halves | undefined;
  readonly openMessage?: OpenMessageState | undefined;
}

interface EventMakerParts {
  readonly ledger: Ledger;
  readonly meter: CostMeter;
  /** Was structured output asked for? */
  readonly wantsStructure?: boolean;
  /** Whether a message has all its blocks so far as its content, or only those that a line added. Default true. */
  readonly keepsContent?: boolean;
  /** Of one message, how many become events at once; `goOn` makes those of the others. Default: all. */
  readonly blocksAtOnce?: number;
}

const none: readonly TurnResult[] = [];

/** Turns canonical messages into events, and keeps the ledger and the meter while it does. */
export class EventMaker {
  readonly #ledger: Ledger;
  readonly #meter: CostMeter;
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
      wantsStructure = false,
      keepsContent = true,
      blocksAtOnce = Number.POSITIVE_INFINITY,
    }: EventMakerParts,
    state?: EventMakerState,
  ) {
    this.#ledger = ledger;
    this.#meter = meter;
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

  /**
   * Everything but deltas, which are many and have a way of their own. Gives the results that prompts have got with this
   * message: each names its own.
   */
  take(message: Exclude<Canonical, Delta>, context: MakerContext): readonly TurnResult[] {
    const left = this.#left;
    this.#left = undefined;
    switch (message.kind) {
      case "assistant":
      case "user":
        this.#open = new OpenMessage(message, left ?? { turn: this.#begin(message, context.events), next: 0 });
        this.goOn(context.events);
        return none;
      case "result":
        return this.#result(message, context);
      case "notice":
        return this.#notice(message, context.events);
      case "init":
        context.events.push(this.#init(message));
        return none;
      case "unknown": {
        const { word, frame } = message;
        context.events.push({ type: "unknown", turn: this.#ledger.turn, parentToolUseId: undefined, word, frame });
        return none;
      }
      case "problem":
        context.events.push(this.#problem(message));
        return none;
      default:
        // Control frames are the channel's.
        return none;
    }
  }

  delta(delta: Delta, events: EventSink): void {
    const turn = this.#ledger.turn;
    const { type, parentToolUseId, index, frame } = delta;
    switch (type) {
      case "text_delta":
      case "thinking_delta":
      case "tool_input_delta": {
        const text = this.#characters.take(delta.text, parentToolUseId, type, index);
        // It comes with the second half of its only character.
        if (text === "" && delta.text !== "") return;
        if (type !== "tool_input_delta") {
          events.push({ type, turn, parentToolUseId, text, index, frame });
          return;
        }
        const { toolUseId, name } = this.#assembler(parentToolUseId).tool(index) ?? noTool;
        events.push({ type, turn, parentToolUseId, text, index, toolUseId, name, frame });
        return;
      }
      default: {
        const whole = this.#assembler(parentToolUseId).stream(delta);
        if (whole === undefined) return;
        const rest = { added: [], complete: true, origin: undefined, error: undefined };
        events.push(messageEvent(whole, { type: "message", turn, parentToolUseId, role: "assistant", ...rest, frame }));
      }
    }
  }

  /** Makes events of further blocks of a message that has many. */
  goOn(events: EventSink): void {
    const made = this.#open?.next(this.#blocksAtOnce, this.#running);
    // Before the events are pushed: their receiver may ask for the state.
    if (made?.isOver) this.#open = undefined;
    for (const event of made?.events ?? []) events.push(event);
  }

  /** Nothing came after the last turn: what it may have had in it, it had. Gives the results that prompts have got. */
  resolve(events: EventSink): readonly TurnResult[] {
    const { folded, ignored } = this.#ledger.resolve();
    const last = this.#lastResult ?? emptyResult("success", []);
    // What it used was counted once.
    const { usage, costUsd } = emptyResult("success", []);
    const results = [
      { ...last, usage, costUsd, prompts: folded },
      { ...emptyResult("cancelled", ignored), errors: [hadBefore] },
    ].filter(({ prompts }) => prompts.length > 0);
    for (const result of results) {
      const turn = result.prompts[0];
      events.push({ type: "turn_complete", turn, parentToolUseId: undefined, frame: undefined, result });
    }
    return results;
  }

  #assembler(parentToolUseId: string | undefined): Assembler {
    const assembler = this.#assemblers.get(parentToolUseId) ?? new Assembler(undefined, this.#keepsContent);
    this.#assemblers.set(parentToolUseId, assembler);
    return assembler;
  }

  #init({ sessionId, tools, model, cwd, permissionMode, mcpServers, agentVersion, frame }: Init): Event {
    const turn = this.#ledger.begin(texts(frame.message.user_message_uuids));
    const said = { sessionId, tools, model, cwd, permissionMode, mcpServers, agentVersion };
    return { type: "init", turn, parentToolUseId: undefined, ...said, frame };
  }

  #problem({ code, frame, message = "A line could not be read." }: Problem): Event {
    return { type: "error", turn: this.#ledger.turn, parentToolUseId: undefined, code, message, frame };
  }

  /** All that a message does but for its tools. Gives its turn. */
  #begin(message: Assistant | User, events: EventSink): string | undefined {
    if (message.kind === "assistant") return this.#assistant(message, events);
    const { synthetic, uuid, parentToolUseId } = message;
    const said = saidIn(message);
    // Before a turn's `system/init` there is only the result of a call that an earlier process left.
    if (parentToolUseId === undefined && said.length < message.content.length) this.#ledger.beginOwn();
    if (said.length > 0 && !synthetic && parentToolUseId === undefined) this.#ledger.took(uuid, promptMark(said));
    return this.#ledger.turn;
  }

  #assistant(line: Assistant, events: EventSink): string | undefined {
    const { parentToolUseId, frame } = line;
    if (parentToolUseId === undefined) this.#ledger.speaks();
    const turn = this.#ledger.turn;
    const whole = this.#assembler(parentToolUseId).line(line);
    const rest = { added: line.content, complete: false, origin: undefined, error: line.error };
    events.push(messageEvent(whole, { type: "message", turn, parentToolUseId, role: "assistant", ...rest, frame }));
    return turn;
  }

  #notice({ word, fields, parentToolUseId, frame }: AgentNotice, events: EventSink): readonly TurnResult[] {
    // Words of seed 001 (docs/dialects.md) alone: the first shows that a turn runs.
    if (word === "system/queued") this.#ledger.speaks();
    if (word === "system/injected") this.#ledger.joined(number(fields.message_count) ?? 0);
    const command = word === "command_lifecycle" ? String(fields.command_uuid) : undefined;
    if (command !== undefined && fields.state === "started") this.#ledger.started(command);
    const turn = this.#ledger.turn;
    const results = command !== undefined && fields.state === "cancelled" ? this.#cancelled(command) : none;
    if (statusWords.has(word)) {
      const status = text(fields.status) ?? text(fields.state) ?? word.slice("system/".length);
      const permissionMode = text(fields.permissionMode);
      events.push({ type: "status", turn, parentToolUseId, status, permissionMode, fields, frame });
    } else events.push({ type: "notice", turn, parentToolUseId, word, fields, frame });
    return results;
  }

  #cancelled(uuid: string): readonly TurnResult[] {
    return this.#ledger.drop(uuid) ? [emptyResult("cancelled", [uuid])] : none;
  }

  #result(result: Result, { events, adapter, isTimeUp = false }: MakerContext): readonly TurnResult[] {
    // Put off once more, it ends without having begun: that is never the end of a prompt's turn.
    if (result.deferred !== undefined) this.#ledger.beginOwn();
    const running = this.#ledger.turn;
    const prompts = this.#ledger.end(result.promptUuids, {
      listed: texts(result.frame.message.user_message_uuids).length > 0,
      startedByAgent: result.origin !== undefined,
      names: repeatsPrompts(adapter),
    });
    const costUsd = this.#meter.turn(result.totalCostUsd, result.frame.message.model_usage_since_last_result);
    const ended = turnResultOf(result, { prompts, costUsd, isTimeUp, wantsStructure: this.#wantsStructure });
    const { usage, totalCostUsd } = ended;
    const context = { turn: running ?? prompts[0], parentToolUseId: undefined, frame: result.frame };
    events.push({ type: "usage", ...context, usage, costUsd, totalCostUsd });
    events.push({ type: "turn_complete", ...context, result: ended });
    this.#lastResult = ended;
    this.#tools.clear();
    this.#assemblers.clear();
    this.#characters.clear();
    return [ended];
  }
}

/** The content stays as it is: it may be one that is made when somebody asks for it. */
function messageEvent(whole: AssembledMessage, rest: Omit<MessageEvent, keyof AssembledMessage>): MessageEvent {
  return Object.defineProperties(rest, Object.getOwnPropertyDescriptors(whole)) as MessageEvent;
}

const hadBefore = "the agent has had a prompt with this uuid before and ignored it; send it with another";

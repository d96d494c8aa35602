import { ClaudeAdapter, nothingLearned } from "../../adapters/claude-adapter.ts";
import { correctAdapter, type SelfDescription } from "../../adapters/correct.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import { BadLineRun } from "../../conversation/bad-line-run.ts";
import { CostMeter } from "../../conversation/cost-meter.ts";
import { EventMaker } from "../../conversation/event-maker.ts";
import { Ledger } from "../../conversation/ledger.ts";
import { promptMark } from "../../conversation/prompt-mark.ts";
import { TurnProgress } from "../../conversation/turn-progress.ts";
import { isShortName } from "../../util/recent-map.ts";
import type { Fields } from "../../wire/fields.ts";
import { adapterIn, type ConversationState } from "./conversation-state.ts";

/** Of one message; a round of reading has time for some times as many. */
const blocksAtOnce = 128;

/** What is said with one agent, as an object to work with: made of a state, and a state is made of it. */
export class Conversation {
  readonly ledger: Ledger;
  readonly maker: EventMaker;
  readonly progress: TurnProgress;
  readonly badLines: BadLineRun;
  /** More is to be stored than another offset in the same block. */
  isChanged = false;
  /** It may know more than its state says, and nothing that has to be stored. */
  hasMore = false;
  #state: ConversationState;
  readonly #meter: CostMeter;

  constructor(state: ConversationState) {
    this.#state = state;
    this.ledger = new Ledger(state.ledger);
    this.progress = new TurnProgress(state.progress);
    this.badLines = new BadLineRun(state.badLines);
    this.#meter = new CostMeter(state);
    this.maker = new EventMaker(
      {
        ledger: this.ledger,
        meter: this.#meter,
        // An event of the API has what a line added; and a message may go on for ever.
        keepsContent: false,
        blocksAtOnce,
      },
      state.maker,
    );
  }

  get adapter(): ProtocolAdapter {
    return adapterIn(this.#state);
  }

  get dialect(): ConversationState["dialect"] {
    return this.#state.dialect;
  }

  get wasResumed(): boolean {
    return this.#state.resumed;
  }

  /** Waits for no result, and runs no turn. */
  get isSettled(): boolean {
    return this.ledger.settled;
  }

  get quietSinceMs(): number | undefined {
    return this.#state.quietSinceMs;
  }

  /** A part of the message that comes next was told before. */
  get wasInMessage(): boolean {
    return this.#state.maker.openMessage !== undefined;
  }

  get hasLostLine(): boolean {
    return this.#state.lostLine !== undefined;
  }

  get degradedBecause(): string | undefined {
    return this.#state.degradedBecause;
  }

  /** Changes what has no object of its own. */
  set(changes: Partial<Pick<ConversationState, "degradedBecause" | "quietSinceMs" | "attempt" | "lostLine">>): void {
    this.#state = { ...this.#state, ...changes };
    this.isChanged = true;
  }

  /** A prompt is given to the agent; its result will name it. */
  prompted(uuid: string, contentJson: string): void {
    const mark = promptMark(JSON.parse(contentJson) as string | readonly Fields[]);
    this.ledger.add({ uuid, mark });
    this.isChanged = true;
  }

  /** What an agent says of itself corrects what is known of its version. */
  learn(said: SelfDescription): void {
    this.isChanged = true;
    const { adapter } = this;
    const version = isShortName(said.agentVersion) ? (said.agentVersion ?? this.#state.version) : this.#state.version;
    this.#state = { ...this.#state, version };
    if (!(adapter instanceof ClaudeAdapter)) return;
    const corrected = correctAdapter(adapter, said);
    const { gained, lost } = corrected instanceof ClaudeAdapter ? corrected.corrections : nothingLearned;
    this.#state = { ...this.#state, gained: [...gained], lost: [...lost] };
  }

  /** What was last taken of it. */
  get state(): ConversationState {
    return this.#state;
  }

  /**
   * It knows nothing that its state does not say. While prompts are in doubt the maker knows all of the last result, and
   * within a message it has that message.
   */
  get isExact(): boolean {
    return !this.isChanged && !this.hasMore && !this.ledger.inDoubt && !this.maker.isInMessage;
  }

  /** The state as it is now; what follows is another change. */
  take(): ConversationState {
    this.isChanged = false;
    this.hasMore = false;
    this.#state = {
      ...this.#state,
      ledger: this.ledger.state,
      maker: this.maker.state,
      progress: this.progress.state,
      totalCostUsd: this.#meter.state.totalCostUsd,
      badLines: this.badLines.state,
    };
    return this.#state;
  }
}

/**
 * The objects that a state was last taken from. Making them anew for every input would cost a tenth of the reading; what
 * they give is the same. Each is used once: who looks at the same state again gets new ones.
 */
const kept = new WeakMap<ConversationState, Conversation>();

export function conversationOf(state: ConversationState): Conversation {
  const known = kept.get(state);
  if (known === undefined) return new Conversation(state);
  kept.delete(state);
  return known;
}

/** It is done with, and what its state says is all that it knows. */
export function keepConversation(conversation: Conversation): void {
  if (conversation.isExact) kept.set(conversation.state, conversation);
}

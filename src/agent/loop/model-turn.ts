import { randomUUID } from "node:crypto";
import { ContextKeeper } from "../context/context-keeper.ts";
import type { Conversation } from "../context/conversation.ts";
import {
  answerEntries,
  deferredEntry,
  failureEntry,
  goOnEntry,
  joinedEntry,
  promptEntry,
  resultEntries,
  retryEntry,
  userEntry,
} from "../context/spoken-entries.ts";
import { dialectOf } from "../dialect/dialects.ts";
import type { TurnReturn } from "../kit/agent-definition.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { CallResult } from "../kit/call-tool.ts";
import type { AgentMessage } from "../kit/spoken-message.ts";
import type { Entry } from "../memory/entry.ts";
import type { Memory } from "../memory/memory.ts";
import { modelTitle } from "../model/anthropic-models.ts";
import { blocksOf, type ContentBlock, type MessageContent, textBlock } from "../model/content-block.ts";
import { type Fallback, streamWithFallback } from "../model/fallback.ts";
import { factsOf } from "../model/model-facts.ts";
import { ModelFailure } from "../model/model-failure.ts";
import type { ModelRequest, Provider } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { TurnOutcome } from "../session/turn-outcome.ts";
import type { StructuredOutput } from "../tool/structured-output.ts";
import { failureText } from "./failure-text.ts";
import { runCalls } from "./run-calls.ts";
import { systemPrompt } from "./system-prompt.ts";
import type { ToolBox } from "./tool-box.ts";

export interface TurnParts {
  readonly session: AgentSession;
  readonly provider: Provider;
  readonly conversation: Conversation;
  /** Absent: nothing is kept. */
  readonly memory?: Memory | undefined;
  readonly tools: ToolBox;
  readonly structuredOutput: StructuredOutput | undefined;
  /** What the project's own files tell the model. */
  readonly projectContext: string;
}

const maxContinuations = 3;
const maxStructuredOutputAttempts = 5;
const noStructuredOutput = { kind: "max_structured_output_retries", limit: maxStructuredOutputAttempts } as const;
const maxRetries = 10;

/** One turn of the model: it answers, its tools run, it reads what came of them, until it has nothing more to do. */
export async function modelTurn(turn: AgentTurn, parts: TurnParts): Promise<TurnReturn> {
  const { session, conversation } = parts;
  if (!turn.goesOn) conversation.add([promptOf(turn, parts)]);
  try {
    return await new ModelTurn(turn, parts).run();
  } catch (error) {
    if (turn.signal.aborted) {
      if (turn.brokenOff !== undefined) conversation.add(answerEntries(turn.brokenOff, session.model));
      const text = `[Request interrupted by user${turn.interruptedDuring === "tools" ? " for tool use" : ""}]`;
      const { promptId, interruptionUuid: uuid } = turn;
      conversation.add([userEntry([textBlock(text)], { promptId, uuid })]);
    }
    if (!(error instanceof ModelFailure)) throw error;
    const text = failureText(error, session.model);
    conversation.add([failureEntry(text, error.facts, turn.failure(text, error.facts))]);
    return { kind: "api_error", text, failure: error.facts };
  } finally {
    conversation.keepTotals(session.totals.stored);
    // Whoever has the result may read the transcript.
    await conversation.written();
  }
}

function promptOf(turn: AgentTurn, { session, conversation }: TurnParts): Entry {
  const { promptId, content, isFollowUp } = turn;
  const isDelegated = promptId !== turn.id;
  if (isFollowUp || isDelegated) return userEntry(content, { promptId });
  return promptEntry(content, {
    promptId,
    uuid: turn.prompts[0]?.uuid,
    permissionMode: session.permissions.mode,
    turnIndex: conversation.nextTurn(),
  });
}

class ModelTurn {
  readonly #turn: AgentTurn;
  readonly #parts: TurnParts;
  readonly #keeper: ContextKeeper;
  #continuations = 0;
  #misses = 0;
  #fallback: string | undefined;

  constructor(turn: AgentTurn, parts: TurnParts) {
    this.#turn = turn;
    this.#parts = parts;
    this.#keeper = new ContextKeeper(turn, { ...parts, memory: parts.memory });
  }

  async run(): Promise<TurnReturn> {
    const { maxTurns } = this.#parts.session.flags;
    const left = this.#turn.goesOn ? await this.#takeUp() : undefined;
    if (left !== undefined) return left;
    for (let asked = 0; ; asked++) {
      if (maxTurns !== undefined && asked >= maxTurns) return { kind: "max_turns", limit: maxTurns };
      const message = this.#overBudget() ?? (await this.#ask());
      if ("kind" in message) return message;
      const ending =
        message.calls.length > 0 ? (this.#overBudget() ?? (await this.#useTools(message))) : this.#finish(message);
      if (ending !== undefined) return ending;
    }
  }

  #overBudget(): TurnOutcome | undefined {
    const { flags, totals } = this.#parts.session;
    const { maxBudgetUsd: limitUsd } = flags;
    return limitUsd !== undefined && totals.costUsd > limitUsd ? { kind: "max_budget", limitUsd } : undefined;
  }

  async #ask(): Promise<AgentMessage> {
    const { session, tools, projectContext } = this.#parts;
    const preamble = { system: systemPrompt(session, projectContext), tools: tools.declarations() };
    await this.#keeper.prepare(preamble);
    try {
      return await this.#answer(preamble);
    } catch (error) {
      if (!(await this.#keeper.madeRoom(error))) throw error;
      return await this.#answer(preamble);
    }
  }

  async #answer(preamble: Pick<ModelRequest, "system" | "tools">): Promise<AgentMessage> {
    const { session, provider, conversation } = this.#parts;
    const model = this.#fallback ?? session.model;
    const { maxOutputTokens, usualOutputTokens } = factsOf(model);
    const limit = Number(session.env.CLAUDE_CODE_MAX_OUTPUT_TOKENS) || usualOutputTokens;
    const request = {
      model,
      ...preamble,
      messages: conversation.messages,
      maxTokens: Math.min(limit, maxOutputTokens),
      sessionId: session.id,
      onRequestId: (id: string) => this.#turn.answering(id),
      thinkingTokens: session.maxThinkingTokens ?? Number.POSITIVE_INFINITY,
      ...(session.effort !== undefined && { effort: session.effort }),
    };
    const stallMs = Number(session.env.API_TIMEOUT_MS);
    const events = streamWithFallback(provider, request, {
      signal: this.#turn.signal,
      maxRetries: numberOr(session.env.CLAUDE_CODE_MAX_RETRIES, maxRetries),
      ...(stallMs > 0 && { stallMs }),
      onRetry: ({ failure, ...retry }) => {
        conversation.add([retryEntry(failure, retry)]);
        this.#turn.retry({ ...retry, failure: failure.facts });
      },
      fallbacks: session.flags.fallbackModels.map((name) => provider.resolve(name)),
      onFallback: (fallback) => this.#fallBack(fallback),
    });
    // Before the first step of the generator, which may load a whole SDK.
    this.#turn.requesting();
    for await (const event of events) {
      const message = this.#turn.event(event);
      if (message !== undefined) {
        this.#keep(message);
        return message;
      }
      const full = this.#turn.drained();
      if (full !== undefined) await full;
    }
    throw new Error("the model's answer has no end");
  }

  /** For the rest of the turn; the next one tries the session's own model again. */
  #fallBack({ from, to, trigger }: Fallback): void {
    this.#fallback = to;
    const content = `Switched to ${modelTitle(to)} due to high demand for ${modelTitle(from)}`;
    this.#turn.notice("model_fallback", { trigger, original_model: from, fallback_model: to, content });
  }

  #keep(answer: AgentMessage): void {
    const { conversation, session } = this.#parts;
    conversation.add(answerEntries(answer, this.#fallback ?? session.model), answer.usage);
  }

  /** The call that the conversation was left with gets its result, then the turn begins as any other. */
  async #takeUp(): Promise<TurnReturn> {
    const { conversation, tools, session } = this.#parts;
    const turn = this.#turn;
    const { promptId } = turn;
    const call = conversation.deferred;
    if (call === undefined) return { kind: "failed", errors: ["No call waits in this conversation."] };
    const { results, deferred } = await runCalls(turn, [tools.prepare(call)]);
    if (deferred !== undefined) return { kind: "deferred", call: deferred };
    const facts = { promptId, permissionMode: session.permissions.mode, turnIndex: conversation.nextTurn() };
    conversation.add([
      ...resultEntries(results, (id) => conversation.sourceOf(id), promptId),
      goOnEntry(turn.content, facts),
    ]);
    turn.begin();
    turn.signal.throwIfAborted();
    return stoppedBy(results);
  }

  async #useTools(answer: AgentMessage): Promise<TurnReturn> {
    const { conversation, tools, structuredOutput, session } = this.#parts;
    const turn = this.#turn;
    const prepared = answer.calls.map((call) => tools.prepare(call));
    const { results, deferred } = await runCalls(turn, prepared);
    // Also when the turn is over: the next one must not find it.
    const value = structuredOutput?.take();
    const ends = turn.signal.aborted || turn.shouldYield || deferred !== undefined;
    const joined = ends ? undefined : turn.takeMessages();
    const sourceOf = (toolUseId: string) => answer.uuids[answer.blocks.findIndex(({ id }) => id === toolUseId)];
    conversation.add([
      ...resultEntries(results, sourceOf, turn.promptId),
      ...(joined === undefined ? [] : [joinedEntry(joined, this.#joinedBlocks(joined), turn.prompts.at(-1)?.uuid)]),
      ...(deferred === undefined ? [] : [deferredEntry(deferred, session.permissions.mode)]),
    ]);
    turn.signal.throwIfAborted();
    if (deferred !== undefined) return { kind: "deferred", call: deferred };
    if (value !== undefined) return { kind: "success", text: JSON.stringify(value), structuredOutput: value };
    if (prepared.some(({ call }) => call.name === structuredOutput?.name) && this.#missed()) return noStructuredOutput;
    const stopped = stoppedBy(results);
    if (stopped !== undefined) return stopped;
    return turn.shouldYield ? { kind: "success", text: "", yielded: true } : undefined;
  }

  /** The user said it while the model was at work: it is told so, where the dialect has words for it. */
  #joinedBlocks(joined: MessageContent): readonly ContentBlock[] {
    const { joinedHeading } = dialectOf(this.#parts.session.flags);
    return [...(joinedHeading === undefined ? [] : [textBlock(joinedHeading)]), ...blocksOf(joined)];
  }

  /** The model has said all it wants; undefined when it shall go on. */
  #finish({ stopReason }: AgentMessage): TurnReturn {
    if (stopReason === "max_tokens") return this.#continue();
    if (stopReason === "refusal") return this.#refused();
    if (this.#parts.structuredOutput !== undefined) return this.#remind();
    return { kind: "success", text: this.#turn.lastText };
  }

  #continue(): TurnReturn {
    if (this.#continuations++ < maxContinuations) return this.#goOn(goOnText);
    const limit = factsOf(this.#parts.session.model).maxOutputTokens;
    const text = `API Error: The answer exceeded the ${limit} output token maximum. Set CLAUDE_CODE_MAX_OUTPUT_TOKENS to change it.`;
    return this.#failed(text, "max_output_tokens");
  }

  #refused(): TurnReturn {
    return this.#failed("API Error: The model refused to answer this message.", "invalid_request");
  }

  #remind(): TurnReturn {
    return this.#missed() ? noStructuredOutput : this.#goOn(remindText);
  }

  /** Another attempt without the output that was asked for; true for the last one. */
  #missed(): boolean {
    return ++this.#misses >= maxStructuredOutputAttempts;
  }

  #goOn(text: string): undefined {
    const uuid = randomUUID();
    this.#turn.synthetic(text, uuid);
    this.#parts.conversation.add([userEntry(text, { promptId: this.#turn.promptId, uuid })]);
  }

  #failed(text: string, kind: "max_output_tokens" | "invalid_request"): TurnReturn {
    const failure = { kind, status: null, retryable: false } as const;
    this.#parts.conversation.add([failureEntry(text, failure, this.#turn.failure(text, failure))]);
    return { kind: "api_error", text, failure };
  }
}

/** The end that a hook of one of them wants. */
function stoppedBy(results: readonly CallResult[]): TurnOutcome | undefined {
  const stops = results.find(({ outcome }) => outcome.stops !== undefined)?.outcome.stops;
  return stops === undefined ? undefined : { kind: "success", text: stops, stoppedBy: "hook_stopped" };
}

const goOnText =
  "Output token limit hit. Go on exactly where you stopped, without repeating anything, and break what is left into smaller pieces.";
const remindText = "Give your answer by calling the StructuredOutput tool now.";

function numberOr(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return text === undefined || text === "" || !Number.isInteger(value) || value < 0 ? fallback : value;
}

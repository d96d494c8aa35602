import { randomUUID } from "node:crypto";
import { untilAborted } from "../../util/until-aborted.ts";
import type { Prompt } from "../../wire/command.ts";
import { SilentVoice } from "../dialect/silent-voice.ts";
import type { Denial, NoticeFields, RetryFacts, SubAgentVoice, TurnFacts, TurnOrigin } from "../dialect/voice.ts";
import type { HookInput, HookVerdict } from "../hook/hook-verdict.ts";
import type { ContentBlock, MessageContent, ToolUseInput } from "../model/content-block.ts";
import { MessageWriter } from "../model/message-writer.ts";
import type { FailureFacts } from "../model/model-failure.ts";
import type { MessageUsage, ModelEvent } from "../model/provider.ts";
import { contextTokens, readTokenUsage, type UsageAccount } from "../session/usage-account.ts";
import { callTool, type RunnableTool, type ToolOutcome } from "./call-tool.ts";
import { type Delegation, delegatedDeps } from "./delegated-deps.ts";
import { type HostTool, hostTools } from "./host-tool.ts";
import { type AgentMessage, SpokenMessage } from "./spoken-message.ts";
import { runnableOf, type ToolBody } from "./tool-body.ts";
import type { ToolCall } from "./tool-gate.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { TurnInterruption } from "./turn-interruption.ts";
import { TurnMeter } from "./turn-meter.ts";
import { TurnPrompts } from "./turn-prompts.ts";

/** One turn: from prompts to their result. What is written here is on the wire at once, in order. */
export class AgentTurn implements TurnFacts {
  /** Names the turn in the input of hooks. */
  readonly id = randomUUID() as string;
  /** Of the message that reports its interruption, should it come to that. */
  readonly interruptionUuid = randomUUID() as string;
  readonly startedAt: number;
  readonly account: UsageAccount;
  readonly own: UsageAccount;
  readonly origin: TurnOrigin | undefined;
  /** @internal It takes up the call that the conversation was left with. */
  readonly goesOn: boolean;
  readonly #deps: TurnDeps;
  readonly #interruption = new TurnInterruption();
  readonly #message = new SpokenMessage();
  readonly #meter: TurnMeter;
  readonly #denials: Denial[];
  /** The turn this one works for. */
  readonly #parent: AgentTurn | undefined;
  readonly #prompts: TurnPrompts;
  #writer: MessageWriter | undefined;
  #lastText = "";
  #hasBegun = false;
  #numTurns = 1;
  #toolCycles = 0;

  constructor(deps: TurnDeps, prompts: readonly Prompt[], origin?: TurnOrigin, parent?: AgentTurn, goesOn = false) {
    this.#deps = deps;
    this.#prompts = new TurnPrompts(prompts, deps.joiner);
    this.origin = origin;
    this.goesOn = goesOn;
    this.#parent = parent;
    this.#denials = parent === undefined ? [] : parent.#denials;
    this.#meter = new TurnMeter(() => (parent === undefined ? [deps.session.totals] : parent.#meter.accounts));
    this.startedAt = this.#meter.startedAt;
    this.account = this.#meter.account;
    this.own = this.#meter.own;
  }

  /** What the user said, as text. After a hook sent the agent back to work: what the hook said. */
  get prompt(): string {
    return this.#prompts.text;
  }

  /** The same as the content of a message, with images and the like, and with what hooks add for the model. */
  get content(): MessageContent {
    return this.#prompts.content;
  }

  /** @internal Without what hooks add. */
  get asked(): MessageContent {
    return this.#prompts.asked;
  }

  get sessionId(): string {
    return this.#deps.session.id;
  }

  get cwd(): string {
    return this.#deps.session.cwd;
  }

  get model(): string {
    return this.#deps.session.model;
  }

  /** Did a hook send the agent back to work? */
  get isFollowUp(): boolean {
    return this.#prompts.isFollowUp;
  }

  /** Aborts when the host interrupts: everything the turn started should end then. */
  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  /** Some text, as it comes. */
  text(delta: string): void {
    this.#writing().text(delta);
  }

  thinking(delta: string): void {
    this.#writing().thinking(delta);
  }

  /**
   * Uses a tool: says so, asks for permission (hooks, rules, the person), runs
   * it and reports the result. Rejects when the turn is interrupted meanwhile.
   */
  async useTool<I extends ToolUseInput>(
    name: string,
    input: I,
    tool: ToolBody<I> | RunnableTool,
  ): Promise<ToolOutcome> {
    const call = { id: `toolu_${randomUUID().replaceAll("-", "")}`, name, input };
    const writer = this.#writing();
    writer.toolUse(call, JSON.stringify(input));
    writer.end("tool_use");
    this.#writer = undefined;
    const runnable = typeof tool === "function" ? runnableOf(tool as ToolBody<ToolUseInput>) : tool;
    const outcome = await this.callTool(call, runnable);
    this.signal.throwIfAborted();
    return outcome;
  }

  /** Tools of the MCP servers; call one with `useTool(name, input, tool)`. */
  async hostTools(): Promise<readonly HostTool[]> {
    await this.#deps.mcp.ready();
    return hostTools(this.#deps.mcp);
  }

  /** What the user said meanwhile, as one message: it belongs to this turn from now on. Undefined: nothing. */
  takeMessages(): MessageContent | undefined {
    // A hook that may keep a prompt from the model is asked when a turn begins: such a prompt has one of its own.
    if (this.#deps.hooks.has("UserPromptSubmit")) return undefined;
    const joining = this.#deps.queue.takeJoining(({ sessionId }) => this.#deps.joins(sessionId));
    if (joining.length === 0) return undefined;
    const { content, text } = this.#prompts.join(joining);
    this.#deps.voice.joined(joining, text.length);
    return content;
  }

  /** A message waits that shall not wait: the turn should end as soon as it can. */
  get shouldYield(): boolean {
    return this.#parent?.shouldYield ?? this.#deps.queue.urgent;
  }

  /** Settles when the host has read what was written; a long answer should wait for it now and then. Rejects when interrupted. */
  drained(): Promise<void> | undefined {
    return this.#deps.output.full ? untilAborted(this.#deps.output.drained(), this.signal) : undefined;
  }

  /** The model is asked now. */
  requesting(): void {
    this.#meter.requested();
    this.#message.requestId = undefined;
    this.#deps.voice.requesting();
    this.#deps.output.flush();
  }

  /** The model API answers under this name. */
  answering(requestId: string): void {
    this.#message.requestId = requestId;
  }

  /** An event of the model's answer. The last one gives the message. */
  event(event: ModelEvent): AgentMessage | undefined {
    this.signal.throwIfAborted();
    if (event.type === "message_start") this.#meter.answered();
    const block = this.#message.take(event);
    if (block !== undefined) this.#deps.voice.block(block, this.#message);
    this.#deps.voice.event(event, this.#message);
    return event.type === "message_stop" ? this.#finishMessage() : undefined;
  }

  retry(retry: RetryFacts): void {
    this.#deps.voice.retry(retry);
  }

  /** Gives the uuid under which the host knows it. */
  failure(text: string, failure: FailureFacts): string {
    const uuid = randomUUID();
    this.#deps.voice.failure(text, failure, uuid);
    return uuid;
  }

  /** Runs a call the model made, with permission, and reports the result. Never rejects. */
  async callTool(call: ToolCall, tool: RunnableTool): Promise<ToolOutcome> {
    return (await this.callOrDefer(call, tool, false)) as ToolOutcome;
  }

  /** @internal The same for an agent that keeps a call which a hook puts off; one that works for another has nowhere to. */
  async callOrDefer(call: ToolCall, tool: RunnableTool, keeps = !this.#parent): Promise<ToolOutcome | "deferred"> {
    return await this.#interruption.whileToolRuns(async () => {
      const outcome = await callTool(this.#deps, this, call, tool, keeps);
      if (outcome === "deferred") return outcome;
      this.#numTurns++;
      if (outcome.denied) this.#denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input });
      if (outcome.interrupts) this.interrupt();
      return outcome;
    });
  }

  /** @internal The same for a call that the host does not see: one that expands a prompt. */
  async callQuietly(call: ToolCall, tool: RunnableTool): Promise<ToolOutcome> {
    return (await callTool({ ...this.#deps, voice: new SilentVoice() }, this, call, tool, false)) as ToolOutcome;
  }

  /** @internal What the prompt expands to. */
  rewrite(content: readonly ContentBlock[]): void {
    this.#prompts.rewrite(content);
  }

  /** @internal A turn of an agent that works for this one: what it uses, and what is denied to it, counts here, too. */
  delegate(delegation: Delegation): { readonly turn: AgentTurn; readonly voice: SubAgentVoice } {
    const { prompt, signal } = delegation;
    signal.throwIfAborted();
    const voice = this.#deps.voice.subAgent(delegation.facts);
    const deps = { ...delegatedDeps(this.#deps, this.id, delegation), voice };
    const turn = new AgentTurn(deps, [{ kind: "prompt", content: prompt }], undefined, this);
    signal.addEventListener("abort", () => turn.#interruption.abort(), { once: true });
    return { turn, voice };
  }

  /** @internal What the hooks of an event say. */
  callHooks(event: string, fields: HookInput, subject?: string): Promise<HookVerdict> {
    const context = { toolUseId: randomUUID(), signal: this.signal, ...(subject !== undefined && { subject }) };
    return this.#deps.hooks.call(event, { ...this.#deps.hookInput(this.id), ...fields }, context);
  }

  /** Words put into the conversation in the user's place, for the host to see. */
  synthetic(text: string, uuid: string = randomUUID()): void {
    this.#numTurns++;
    this.#deps.voice.synthetic(text, uuid);
  }

  /** `system/<subtype>` for the host. */
  notice(subtype: string, fields: NoticeFields): void {
    this.#deps.voice.notice(subtype, fields);
  }

  /** What a person in a terminal would be shown. */
  localOutput(text: string): void {
    this.#deps.voice.localOutput(text);
  }

  /** The turn of the person that it belongs to, as hooks and transcripts name it. */
  get promptId(): string {
    return this.#parent?.promptId ?? this.id;
  }

  get prompts(): readonly Prompt[] {
    return this.#prompts.all;
  }

  get numTurns(): number {
    return this.#numTurns;
  }

  get toolCycles(): number {
    return this.#toolCycles;
  }

  get stopReason(): string | null {
    return this.#message.stopReason;
  }

  /** Of the newest message. */
  get usage(): MessageUsage {
    return this.#message.usage;
  }

  get firstTokenMs(): number | undefined {
    return this.#meter.firstTokenMs;
  }

  get denials(): readonly Denial[] {
    return this.#denials;
  }

  /** The text of the newest message. */
  get lastText(): string {
    return this.#lastText;
  }

  get interruptedDuring(): "streaming" | "tools" | undefined {
    return this.#interruption.during;
  }

  /** @internal Says that it begins; once. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#deps.voice.turnBegins(this);
  }

  /** @internal The agent has ended: what is still open is closed. What was interrupted stays open, and is reported as that. */
  finish(): void {
    if (!this.signal.aborted) this.#writer?.end("end_turn");
    this.#writer = undefined;
  }

  /** @internal A hook sends the agent back to work. */
  goOn(text: string): void {
    this.#prompts.followUp(text);
    this.synthetic(text);
  }

  /** @internal Text of hooks that goes to the model with the prompt. */
  addContext(contexts: readonly string[]): void {
    this.#prompts.addContext(contexts);
  }

  /** @internal */
  interrupt(): void {
    if (this.#parent === undefined) this.#interruption.abort();
    else this.#parent.interrupt();
  }

  /** @internal Reports to the host what broke off. */
  reportInterruption(): void {
    const during = this.interruptedDuring ?? "streaming";
    this.#numTurns++;
    this.#deps.voice.interrupted(during, this.#message.open, this.interruptionUuid);
  }

  /** @internal What there is of an answer that broke off. */
  get brokenOff(): AgentMessage | undefined {
    return this.#message.brokenOff;
  }

  #writing(): MessageWriter {
    this.signal.throwIfAborted();
    this.#writer ??= new MessageWriter((event) => this.event(event), { model: this.model });
    return this.#writer;
  }

  #finishMessage(): AgentMessage {
    const { model, usage, whole } = this.#message;
    this.#meter.charge(model, usage, this.#deps.modelFacts(model));
    this.#deps.session.contextTokens = contextTokens(readTokenUsage(usage));
    this.#lastText = this.#message.text;
    if (whole.calls.length > 0) this.#toolCycles++;
    this.#deps.voice.message(whole.blocks, this.#message);
    return whole;
  }
}

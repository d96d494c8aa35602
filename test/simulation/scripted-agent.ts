import { Random } from "../fuzz/random.ts";
import { AgentCalls, type Doing, type RanBy } from "./agent-calls.ts";
import { type AgentLine, AgentLines, optionalToken } from "./agent-lines.ts";
import type { AgentMood } from "./agent-mood.ts";
import type { HostFrame } from "./host-frame.ts";
import type { ModelConversation } from "./model-conversation.ts";
import type { ToolCall } from "./model-rules.ts";
import { recordedTurns } from "./recorded-turn.ts";
import { must } from "./violation.ts";

export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** An event that has to be in the log once, and where the line ends that it is of. */
export interface Expected {
  readonly token: string;
  readonly lineEnd: number;
}

export interface AgentFacts {
  readonly id: string;
  readonly session: string;
  readonly version: string;
  readonly resumes: boolean;
  readonly conversation: ModelConversation;
  readonly seed: number;
}

/** Is told what an agent does. */
interface AgentWitness {
  prompted(uuid: string): void;
  ran(agent: string, call: ToolCall, by: RanBy): void;
}

/** Agents that list the prompts a result answers, and those that fold prompts without a word. */
export const listing = "2.1.310";
export const silent = "2.1.15";
export const repeating = "2.1.250";

/** An agent process: reads lines, says lines, and behaves as its mood is. */
export class ScriptedAgent {
  readonly id: string;
  readonly session: string;
  readonly expected: Expected[] = [];
  /** All it ever said. */
  output = "";
  readonly calls: AgentCalls;
  exit: ProcessExit | undefined;
  mood: AgentMood;
  readonly #version: string;
  readonly #resumes: boolean;
  readonly #lines: AgentLines;
  readonly #random: Random;
  readonly #witness: AgentWitness;
  readonly #conversation: ModelConversation;
  #input = "";
  #read = 0;
  #isInputOver = false;
  #doing: Doing[] = [];
  /** Prompts of the turn that runs, and those that wait for the next one. */
  #turn: string[] | undefined;
  /** It said so. */
  #hasBegun = false;
  #waiting: { readonly uuid: string; readonly text: string }[] = [];
  #made = 0;
  #said = 0;

  constructor(facts: AgentFacts, mood: AgentMood, witness: AgentWitness) {
    this.id = facts.id;
    this.session = facts.session;
    this.mood = mood;
    this.#version = facts.version;
    this.#resumes = facts.resumes;
    this.#conversation = facts.conversation;
    this.#lines = new AgentLines(facts.conversation.id, facts.id, facts.version);
    const ran = (call: ToolCall, by: RanBy): void => witness.ran(this.id, call, by);
    this.calls = new AgentCalls({ agent: facts.id, lines: this.#lines, ran });
    this.#random = new Random(facts.seed);
    this.#witness = witness;
    if (facts.resumes && mood.refusesToResume) {
      this.#doing.push({ say: () => this.#lines.refusal() }, { exit: 1, stderr: "No conversation found" });
    } else if (mood.speaksFirst) this.#say(this.#lines.status(-1));
    if (this.isAlive && this.#doing.length === 0 && mood.resumesEarly) this.#resume();
  }

  get isAlive(): boolean {
    return this.exit === undefined;
  }

  /** Is there anything it can do by itself? */
  get canStep(): boolean {
    if (!this.isAlive) return false;
    const [next] = this.#doing;
    if (this.#canRead || (next !== undefined && !("await" in next))) return true;
    if (next !== undefined && "await" in next) return this.#isOver(next.await) || this.#isInputOver;
    return this.#waiting.length > 0 || (this.#isInputOver && this.mood.isPolite);
  }

  /** Reads a line, or goes on with what it does. */
  step(prefersReading: boolean): void {
    if (!this.canStep) return;
    if (this.#canRead && (prefersReading || !this.#canGoOn)) return this.#readLine();
    const [next] = this.#doing;
    if (next === undefined) return this.#idle();
    // Nobody will answer any more: what it asks for is taken as refused.
    if ("await" in next && !this.#isOver(next.await)) return void this.calls.giveUp();
    this.#doing.shift();
    if ("goOn" in next) {
      // What comes of it may put an end to all the rest.
      const more = next.goOn();
      this.#doing.unshift(...more);
      return;
    }
    if ("exit" in next) return this.#end({ exitCode: next.exit, signal: null, stderr: next.stderr });
    if (!("say" in next)) return;
    if (this.#said >= this.mood.crashesAfter) return this.#end({ exitCode: 1, signal: null, stderr: "" });
    this.#say(next.say());
    if (next.isResult) this.#turn = undefined;
  }

  receive(text: string): void {
    this.#input += text;
  }

  endInput(): void {
    this.#isInputOver = true;
  }

  signal(signal: string): void {
    if (signal === "SIGKILL" || this.mood.isPolite) this.kill(signal);
  }

  kill(signal = "SIGKILL"): void {
    if (this.isAlive) this.#end({ exitCode: null, signal, stderr: "" });
  }

  /** What was asked for permission and is not answered, while somebody is there to be told. */
  get openAsks(): readonly string[] {
    return this.isAlive ? this.calls.open : [];
  }

  get #canRead(): boolean {
    return this.#input.indexOf("\n", this.#read) >= 0;
  }

  get #canGoOn(): boolean {
    const [next] = this.#doing;
    if (next === undefined) return this.#waiting.length > 0 && this.#turn === undefined;
    return !("await" in next) || this.#isOver(next.await);
  }

  #idle(): void {
    const first = this.#waiting.shift();
    if (first !== undefined) return this.#beginTurn(first);
    this.#end({ exitCode: 0, signal: null, stderr: "" });
  }

  #end(exit: ProcessExit): void {
    this.exit = exit;
    this.#doing = [];
  }

  #isOver(ids: readonly string[]): boolean {
    return ids.every((id) => this.calls.isOver(id));
  }

  #say({ text, tokens }: AgentLine): void {
    this.#said += 1;
    this.output += text;
    for (const token of tokens) this.expected.push({ token, lineEnd: this.output.length });
  }

  #readLine(): void {
    const to = this.#input.indexOf("\n", this.#read);
    const line = this.#input.slice(this.#read, to);
    this.#read = to + 1;
    const frame = JSON.parse(line) as HostFrame;
    if (frame.type === "user") this.#prompt(String(frame.uuid), String(frame.message?.content));
    else if (frame.type === "control_request") this.#asked(String(frame.request_id), frame.request);
    else if (frame.type === "control_response") this.#answered(frame);
  }

  #prompt(uuid: string, text: string): void {
    this.#witness.prompted(uuid);
    must(!this.calls.hasDeferred, "no prompt follows a call that is put off", () => `${this.id}: ${uuid}`);
    if (this.#turn === undefined || !this.#hasBegun || !this.mood.folds) {
      this.#waiting.push({ uuid, text });
      return;
    }
    this.#turn.push(uuid);
    if (this.#version === repeating) this.#say(this.#lines.replay(uuid, text));
  }

  #answered({ response }: HostFrame): void {
    const { behavior, hookSpecificOutput: hook } = response?.response ?? {};
    const answer = behavior ?? hook?.permissionDecision ?? "";
    this.calls.answered(response?.request_id ?? "", answer, hook?.updatedInput?.command);
  }

  #asked(id: string, { subtype = "", hooks }: NonNullable<HostFrame["request"]> = { subtype: "" }): void {
    const { mood } = this;
    switch (subtype) {
      case "initialize":
        if (mood.handshake === "mute" || (this.#resumes && mood.refusesToResume)) return;
        if (mood.handshake === "refuses") return this.#say(this.#lines.refuse(id));
        this.calls.isHooked = hooks !== undefined;
        return this.#resume({ say: () => this.#lines.answer(id, { commands: [] }) });
      case "interrupt":
        if (mood.heedsInterrupt) this.#interrupt();
        if (mood.heedsInterrupt || mood.withdraws) this.#say(this.#lines.answer(id, {}));
        return;
      default:
        this.#say(mood.refusesSettings ? this.#lines.refuse(id) : this.#lines.answer(id, {}));
    }
  }

  #interrupt(): void {
    if (this.#turn === undefined) return;
    for (const id of this.calls.giveUp()) this.#say(this.#lines.withdraw(id));
    this.calls.takeDeferred();
    this.#conversation.parked = undefined;
    this.#doing = [{ say: () => this.#lines.result("", this.#named(), true), isResult: true }];
  }

  #named(): readonly string[] {
    return this.#version === listing ? (this.#turn ?? []) : [];
  }

  #beginTurn({ uuid, text }: { readonly uuid: string; readonly text: string }): void {
    this.#turn = [uuid];
    this.#conversation.parked = undefined;
    const lines = this.#lines;
    this.#hasBegun = false;
    this.#doing.push({ say: () => this.#begin() });
    if (this.#version === repeating) this.#doing.push({ say: () => lines.replay(uuid, text) });
    // What a person allowed when nobody was there to be told is done now, and sometimes once too often.
    const [, granted] = /has allowed .*"command":"([^"]+)"/s.exec(text) ?? [];
    if (granted !== undefined)
      for (let times = 1 + this.#random.below(2); times > 0; times -= 1) this.#tools([this.#call(granted)]);
    for (let parts = this.#random.below(4); parts > 0; parts -= 1) this.#part();
    const said = this.#name();
    const how = this.#random.next() < this.mood.limited ? "limited" : "result";
    this.#doing.push({ say: () => lines[how](said, this.#named()), isResult: true });
  }

  #begin(): AgentLine {
    this.#hasBegun = true;
    return this.#lines.init();
  }

  #part(): void {
    const lines = this.#lines;
    const say = (line: AgentLine): void => void this.#doing.push({ say: () => line });
    switch (this.#random.below(7)) {
      case 1:
        if (this.#random.below(8) !== 0) return say(lines.status(this.#made++));
        for (const line of this.#random.pick(recordedTurns())) say(line);
        return;
      case 0: {
        const id = this.#name();
        say(lines.streamStart(id));
        say(lines.blockStart());
        for (let n = 1 + this.#random.below(4); n > 0; n -= 1) say(lines.delta(`${this.#name()} `));
        return say(lines.assistant(id, "all of it"));
      }
      case 2:
        return say(this.#random.below(3) === 0 ? lines.bad() : lines.unknown(this.#made++));
      case 3: {
        const many = this.#random.below(12) === 0 ? 150 + this.#random.below(150) : 2;
        const calls = Array.from({ length: many }, () => this.#call());
        say(lines.toolUses(this.#name(), calls));
        return say(lines.toolResult(calls[0]?.id ?? ""));
      }
      default:
        return this.#tools(Array.from({ length: 1 + this.#random.below(3) }, () => this.#call()));
    }
  }

  /** Tools that need permission, several of one message. */
  #tools(calls: readonly ToolCall[]): void {
    this.#doing.push({ say: () => this.#lines.toolUses(`m-${calls[0]?.id}`, calls) });
    const groups = this.mood.asksTogether ? [calls] : calls.map((call) => [call]);
    for (const group of groups) this.#doing.push({ goOn: () => this.calls.together(group) });
    this.#doing.push({ goOn: () => this.#putOff() });
  }

  /** A turn ends before the call that was put off. */
  #putOff(): readonly Doing[] {
    const call = this.calls.takeDeferred();
    if (call === undefined) return [];
    const say = (): AgentLine => {
      this.#conversation.parked = call;
      return this.#lines.deferred(call, this.#named());
    };
    this.#doing = [];
    return [{ say, isResult: true }];
  }

  /** What was put off is asked about again, without a prompt; `answer`: to `initialize`, which is not waited for. */
  #resume(answer?: Doing): void {
    const { parked: call } = this.#conversation;
    const isUnderWay = this.#turn !== undefined || !this.#resumes;
    const doing = answer === undefined ? [] : [answer];
    if (call === undefined || isUnderWay) return void this.#doing.unshift(...doing);
    this.#turn = [];
    this.#hasBegun = false;
    const [first, ...rest] = this.calls.together([call], () => this.#resumed());
    if (first !== undefined)
      this.#doing.push(...(this.mood.speaksFirst ? [first, ...doing] : [...doing, first]), ...rest);
    this.#doing.push({ goOn: () => this.#putOff() }, { goOn: () => this.#resultOf(call) });
  }

  #resumed(): readonly Doing[] {
    return this.calls.hasDeferred ? [] : [{ say: () => this.#begin() }];
  }

  #resultOf(call: ToolCall): readonly Doing[] {
    if (this.#conversation.parked === call) this.#conversation.parked = undefined;
    const said = this.#name();
    return [{ say: () => this.#lines.result(said, this.#named()), isResult: true }];
  }

  #call(command?: string): ToolCall {
    const id = this.#name();
    return { id, command: command ?? id, isQuestion: command === undefined && this.#random.below(8) === 0 };
  }

  #name(): string {
    this.#made += 1;
    return `${this.id}.${this.#made}`;
  }
}

export function isOptional({ token }: Expected): boolean {
  return token.startsWith(optionalToken);
}

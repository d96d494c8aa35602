import { preToolUseId } from "../../src/daemon/core/hooked-tool.ts";
import { Random } from "../fuzz/random.ts";
import { type AgentLine, AgentLines, optionalToken } from "./agent-lines.ts";
import type { AgentMood } from "./agent-mood.ts";
import { recordedTurns } from "./recorded-turn.ts";
import { must } from "./violation.ts";

export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** What an agent does next: say a line, wait until these requests of its are over, or end. */
type Doing =
  | { readonly say: () => AgentLine; readonly isResult?: boolean }
  | { readonly await: readonly string[] }
  | { readonly exit: number; readonly stderr: string };

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
  readonly seed: number;
}

interface Frame {
  readonly type: string;
  readonly uuid?: string;
  readonly message?: { readonly content: unknown };
  readonly request_id?: string;
  readonly request?: { readonly subtype: string };
  readonly response?: { readonly request_id: string; readonly response?: { readonly behavior?: string } };
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
  /** How it was answered, by the ids of its requests. */
  readonly answers = new Map<string, string>();
  /** Those for permission, by their ids; `isOver`: answered or taken back. */
  readonly asked = new Map<string, { readonly tool: string; isOver: boolean }>();
  exit: ProcessExit | undefined;
  mood: AgentMood;
  readonly #version: string;
  readonly #resumes: boolean;
  readonly #lines: AgentLines;
  readonly #random: Random;
  readonly #prompted: (uuid: string) => void;
  #input = "";
  #read = 0;
  #isInputOver = false;
  #doing: Doing[] = [];
  /** Prompts of the turn that runs, and those that wait for the next one. */
  #turn: string[] | undefined;
  /** It said so. */
  #hasBegun = false;
  #waiting: { readonly uuid: string; readonly text: string }[] = [];
  /** Those for a hook; true: it is not waited for any more. */
  readonly #hooks = new Map<string, boolean>();
  #made = 0;
  #said = 0;

  constructor(facts: AgentFacts, mood: AgentMood, prompted: (uuid: string) => void) {
    this.id = facts.id;
    this.session = facts.session;
    this.mood = mood;
    this.#version = facts.version;
    this.#resumes = facts.resumes;
    this.#lines = new AgentLines(`c-${facts.id}`, facts.version);
    this.#random = new Random(facts.seed);
    this.#prompted = prompted;
    if (facts.resumes && mood.refusesToResume) {
      this.#doing.push({ say: () => this.#lines.refusal() }, { exit: 1, stderr: "No conversation found" });
    } else if (mood.speaksFirst) this.#say(this.#lines.status(-1));
  }

  get isAlive(): boolean {
    return this.exit === undefined;
  }

  /** Is there anything it can do by itself? */
  get canStep(): boolean {
    if (!this.isAlive) return false;
    const [next] = this.#doing;
    if (this.#canRead || (next !== undefined && !("await" in next))) return true;
    if (next !== undefined && "await" in next) return next.await.every((id) => this.#isOver(id));
    return this.#waiting.length > 0 || (this.#isInputOver && this.mood.isPolite);
  }

  /** Reads a line, or goes on with what it does. */
  step(prefersReading: boolean): void {
    if (!this.canStep) return;
    if (this.#canRead && (prefersReading || !this.#canGoOn)) return this.#readLine();
    const [next] = this.#doing;
    if (next === undefined) return this.#idle();
    this.#doing.shift();
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
    return this.isAlive ? [...this.asked].filter(([, { isOver }]) => !isOver).map(([id]) => id) : [];
  }

  get #canRead(): boolean {
    return this.#input.indexOf("\n", this.#read) >= 0;
  }

  get #canGoOn(): boolean {
    const [next] = this.#doing;
    if (next === undefined) return this.#waiting.length > 0 && this.#turn === undefined;
    return !("await" in next) || next.await.every((id) => this.#isOver(id));
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

  #isOver(id: string): boolean {
    return this.asked.get(id)?.isOver ?? this.#hooks.get(id) ?? true;
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
    const frame = JSON.parse(line) as Frame;
    if (frame.type === "user") this.#prompt(String(frame.uuid), String(frame.message?.content));
    else if (frame.type === "control_request") this.#asked(String(frame.request_id), frame.request?.subtype ?? "");
    else if (frame.type === "control_response") this.#answered(frame);
  }

  #prompt(uuid: string, text: string): void {
    this.#prompted(uuid);
    if (this.#turn === undefined || !this.#hasBegun || !this.mood.folds) {
      this.#waiting.push({ uuid, text });
      return;
    }
    this.#turn.push(uuid);
    if (this.#version === repeating) this.#say(this.#lines.replay(uuid, text));
  }

  #answered({ response }: Frame): void {
    const id = response?.request_id ?? "";
    must(!this.answers.has(id), "an agent is told once", () => `${this.id} was answered twice to ${id}`);
    const ask = this.asked.get(id);
    must(ask !== undefined || this.#hooks.has(id), "an agent is told once", () => `${this.id} never asked ${id}`);
    this.answers.set(id, response?.response?.behavior ?? "");
    if (ask !== undefined) ask.isOver = true;
    if (this.#hooks.has(id)) this.#hooks.set(id, true);
  }

  #asked(id: string, subtype: string): void {
    const { mood } = this;
    switch (subtype) {
      case "initialize":
        if (mood.handshake === "mute" || (this.#resumes && mood.refusesToResume)) return;
        this.#say(mood.handshake === "refuses" ? this.#lines.refuse(id) : this.#lines.answer(id, { commands: [] }));
        return;
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
    for (const [id, ask] of this.asked) {
      if (ask.isOver) continue;
      ask.isOver = true;
      this.#say(this.#lines.withdraw(id));
    }
    for (const id of this.#hooks.keys()) this.#hooks.set(id, true);
    this.#doing = [{ say: () => this.#lines.result("", this.#named(), true), isResult: true }];
  }

  #named(): readonly string[] {
    return this.#version === listing ? (this.#turn ?? []) : [];
  }

  #beginTurn({ uuid, text }: { readonly uuid: string; readonly text: string }): void {
    this.#turn = [uuid];
    const lines = this.#lines;
    this.#hasBegun = false;
    this.#doing.push({ say: () => this.#begin() });
    if (this.#version === repeating) this.#doing.push({ say: () => lines.replay(uuid, text) });
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
        const tools = Array.from({ length: many }, () => this.#name());
        say(lines.toolUses(this.#name(), tools));
        return say(lines.toolResult(tools[0] ?? ""));
      }
      default:
        return this.#tools(1 + this.#random.below(3), this.#random.below(4) === 0);
    }
  }

  /** Tools that need permission, several at once. */
  #tools(count: number, hasHook: boolean): void {
    const lines = this.#lines;
    const tools = Array.from({ length: count }, () => this.#name());
    this.#doing.push({ say: () => lines.toolUses(`m-${tools[0]}`, tools) });
    for (const tool of hasHook ? tools : [])
      this.#doing.push({ say: () => this.#callHook(tool) }, { await: [`h-${tool}`] });
    for (const tool of tools) {
      const isQuestion = this.#random.below(8) === 0;
      this.#doing.push({ say: () => this.#askFor(tool, isQuestion) });
    }
    this.#doing.push({ await: tools.map((tool) => `r-${tool}`) });
    for (const tool of tools) this.#doing.push({ say: () => lines.toolResult(tool) });
  }

  #callHook(tool: string): AgentLine {
    this.#hooks.set(`h-${tool}`, false);
    return this.#lines.hook(`h-${tool}`, preToolUseId, tool);
  }

  #askFor(tool: string, isQuestion: boolean): AgentLine {
    this.asked.set(`r-${tool}`, { tool, isOver: false });
    return this.#lines.canUseTool(`r-${tool}`, tool, isQuestion);
  }

  #name(): string {
    this.#made += 1;
    return `${this.id}.${this.#made}`;
  }
}

export function isOptional({ token }: Expected): boolean {
  return token.startsWith(optionalToken);
}

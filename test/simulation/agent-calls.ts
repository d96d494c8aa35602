import { preToolUseId } from "../../src/daemon/core/hooked-tool.ts";
import type { AgentLine, AgentLines } from "./agent-lines.ts";
import { type ToolCall, traitsOf } from "./model-rules.ts";
import { must } from "./violation.ts";

/** What an agent does next: say a line, wait until these requests of its are over, go on as it turns out, or end. */
export type Doing =
  | { readonly say: () => AgentLine; readonly isResult?: boolean }
  | { readonly await: readonly string[] }
  | { readonly goOn: () => readonly Doing[] }
  | { readonly exit: number; readonly stderr: string };

/** `self`: nobody had an opinion, and the agent needs nobody's. */
export type RanBy = { readonly by: "self" } | { readonly by: "host"; readonly request: string };

type Fate = RanBy | { readonly by: "nobody" } | { readonly by: "later" };

interface CallsOptions {
  readonly agent: string;
  readonly lines: AgentLines;
  readonly ran: (call: ToolCall, by: RanBy) => void;
}

/** The tool calls of one agent: its hook is asked, then a person, then they run or not. */
export class AgentCalls {
  /** Without one its hooks are not asked. */
  isHooked = false;
  /** How it was answered, by the ids of its requests. */
  readonly answers = new Map<string, string>();
  /** It was told to put a call off: no prompt may come any more. */
  hasDeferred = false;
  readonly #options: CallsOptions;
  /** `isOver`: answered, taken back or given up. */
  readonly #requests = new Map<string, { isOver: boolean }>();
  /** Commands that a person put in the place of others, by the ids of hooks. */
  readonly #edited = new Map<string, string>();
  readonly #fates = new Map<string, Fate>();
  /** The calls of the message that were put off. */
  #deferred: ToolCall[] = [];

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Of these it is not known yet what becomes. */
  get open(): readonly string[] {
    return [...this.#requests].filter(([, { isOver }]) => !isOver).map(([id]) => id);
  }

  isOver(id: string): boolean {
    return this.#requests.get(id)?.isOver ?? true;
  }

  answered(id: string, answer: string, edited?: string): void {
    const request = this.#requests.get(id);
    const { agent } = this.#options;
    must(!this.answers.has(id), "an agent is told once", () => `${agent} was answered twice to ${id}`);
    must(request !== undefined, "an agent is told once", () => `${agent} never asked ${id}`);
    this.answers.set(id, answer);
    if (answer === "defer") this.hasDeferred = true;
    if (edited !== undefined) this.#edited.set(id, edited);
    request.isOver = true;
  }

  /** Nobody waits for them any more; gives their ids. */
  giveUp(): readonly string[] {
    const { open } = this;
    for (const request of this.#requests.values()) request.isOver = true;
    return open;
  }

  /** Calls of one message that may run side by side; `behind`: when it is known what becomes of them. */
  together(calls: readonly ToolCall[], behind: () => readonly Doing[] = () => []): readonly Doing[] {
    const hooks = this.isHooked ? calls.map((call) => ({ say: () => this.#callHook(call) })) : [];
    return [
      ...hooks,
      { await: calls.map((call) => this.#hook(call)) },
      { goOn: () => this.#afterHooks(calls, behind) },
    ];
  }

  /** The one of the message that is kept for later; undefined: none is. */
  takeDeferred(): ToolCall | undefined {
    const last = this.#deferred.at(-1);
    this.#deferred = [];
    return last;
  }

  #afterHooks(calls: readonly ToolCall[], behind: () => readonly Doing[]): readonly Doing[] {
    const asked = calls.filter((call) => this.#needsRequest(call));
    return [
      ...asked.map((call) => ({ say: () => this.#ask(call) })),
      { await: asked.map((call) => this.#request(call)) },
      { goOn: () => [...behind(), ...calls.flatMap((call) => this.#finish(call))] },
    ];
  }

  /** The hook has left it open, and the agent's own settings do not decide it. */
  #needsRequest(call: ToolCall): boolean {
    const { asks, asksAnyway } = traitsOf(call);
    const request = this.#hook(call);
    const said = this.answers.get(request);
    const isGivenUp = this.#requests.has(request) && said === undefined;
    if (isGivenUp || said === "deny") return this.#decide(call, { by: "nobody" });
    if (said === "defer") return this.#decide(call, { by: "later" });
    if (said === "ask" || (said === "allow" ? asksAnyway : asks)) return true;
    return this.#decide(call, said === "allow" ? { by: "host", request } : { by: "self" });
  }

  #decide({ id }: ToolCall, fate: Fate): false {
    this.#fates.set(id, fate);
    return false;
  }

  #finish(call: ToolCall): readonly Doing[] {
    const { lines, ran } = this.#options;
    const request = this.#request(call);
    const byPerson: Fate = this.answers.get(request) === "allow" ? { by: "host", request } : { by: "nobody" };
    const fate = this.#fates.get(call.id) ?? byPerson;
    if (fate.by === "later") this.#deferred.push(call);
    if (fate.by === "later") return [];
    const result = { say: () => lines.toolResult(call.id, fate.by === "nobody") };
    if (fate.by === "nobody") return [result];
    const run = (): readonly Doing[] => {
      ran(call, fate);
      return [];
    };
    return [{ goOn: run }, result];
  }

  #callHook(call: ToolCall): AgentLine {
    this.#requests.set(this.#hook(call), { isOver: false });
    return this.#options.lines.hook(this.#hook(call), preToolUseId, call);
  }

  #ask(call: ToolCall): AgentLine {
    this.#requests.set(this.#request(call), { isOver: false });
    const command = this.#edited.get(this.#hook(call)) ?? call.command;
    return this.#options.lines.canUseTool(this.#request(call), { ...call, command });
  }

  #hook({ id }: ToolCall): string {
    return `h-${this.#options.agent}/${id}`;
  }

  #request({ id }: ToolCall): string {
    return `r-${this.#options.agent}/${id}`;
  }
}

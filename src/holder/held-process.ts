import { AgentProcess } from "../transport/agent-process.ts";
import { stop } from "../transport/stop.ts";
import { AgentInput } from "./agent-input.ts";
import type { AgentStatus, Ending, HolderSettings, StartRequest } from "./holder-protocol.ts";
import { OutputStore } from "./output-store.ts";
import { ReadingPace } from "./reading-pace.ts";
import { Spool } from "./spool.ts";

/** The attached daemon, as one agent sees it. */
export interface AgentReader {
  /** The bytes stay as they are until they are acknowledged. */
  output(at: number, bytes: Uint8Array): void;
  inputRoom(to: number): void;
  exited(ending: Ending): void;
}

type State =
  | { readonly at: "starting" }
  | { readonly at: "running"; readonly agent: AgentProcess }
  | { readonly at: "ended"; readonly pid: number; readonly ending: Ending };

/** An agent whose pipes outlive the daemon: keeps its output until that is acknowledged, writes what it was given. */
export class HeldProcess {
  readonly id: string;
  readonly startedMs = Date.now();
  readonly input: AgentInput;
  /** Rejects when the process cannot be started. */
  readonly started: Promise<void>;
  /** Resolves when its output is over and nothing of it is left. */
  readonly over: Promise<void>;
  readonly #settings: () => HolderSettings;
  readonly #output: OutputStore;
  readonly #ended = Promise.withResolvers<void>();
  readonly #pace = new ReadingPace(() => this.#flow());
  #state: State = { at: "starting" };
  #reader: AgentReader | undefined;
  #sentTo = 0;
  /** Output is wanted up to here, whatever the window is. */
  #roomTo = 0;
  #reading = true;
  /** Nobody will want its output any more. */
  #discarding = false;
  #spoolProblem = "";

  constructor(request: StartRequest, spoolFolder: string, settings: () => HolderSettings) {
    this.id = request.id;
    this.#settings = settings;
    this.#output = new OutputStore(new Spool(spoolFolder, request.id));
    this.input = new AgentInput(settings, (to) => this.#reader?.inputRoom(to));
    this.over = this.#ended.promise;
    this.started = this.#start(request);
    this.started.catch(() => this.#ended.resolve());
  }

  get starting(): boolean {
    return this.#state.at === "starting";
  }

  get pid(): number {
    if (this.#state.at === "starting") return 0;
    return this.#state.at === "running" ? this.#state.agent.pid : this.#state.pid;
  }

  status(): AgentStatus {
    return {
      id: this.id,
      pid: this.pid,
      startedMs: this.startedMs,
      outputFrom: this.#output.from,
      outputTo: this.#output.to,
      inputReceived: this.input.received,
      exited: this.#state.at === "ended",
    };
  }

  /** Output from that place on, or from the first byte that is kept. Gives the reason when there is none such. */
  attach(reader: AgentReader, from = this.#output.from): string | undefined {
    const { from: first, to: last } = this.#output;
    if (!(from >= first && from <= last)) return `output is kept from ${first} to ${last}, not from ${from}`;
    this.#reader = reader;
    this.#sentTo = from;
    this.#roomTo = 0;
    reader.inputRoom(this.input.room);
    this.#release(from);
    return undefined;
  }

  detach(): void {
    this.#reader = undefined;
    this.#flow();
  }

  /** Gives the reason when that was never sent. */
  acknowledge(to: number): string | undefined {
    if (to > this.#sentTo) return `output was sent up to ${this.#sentTo}, not ${to}`;
    if (to > this.#output.from) this.#release(to);
    return undefined;
  }

  /** A line may be longer than the window: it is acknowledged when it is whole. */
  allow(to: number): undefined {
    this.#roomTo = Math.max(this.#roomTo, to);
    this.#release(this.#output.from);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#state.at === "running") this.#state.agent.signal(signal);
  }

  /** From now on output is thrown away. */
  discard(): void {
    this.#discarding = true;
    this.#reader = undefined;
    this.#output.clear();
    this.#flow();
  }

  /** Ends it, politely first. */
  async end(): Promise<void> {
    await this.started.catch(() => undefined);
    if (this.#state.at === "running") await stop(this.#state.agent);
  }

  async #start({ command, args, cwd, env }: StartRequest): Promise<void> {
    const agent = await AgentProcess.start({ command, args, cwd, env, stderr: "tail" });
    this.#state = { at: "running", agent };
    this.input.open(agent);
    agent.start({ data: (chunk) => this.#take(chunk), end: () => void this.#finish(agent) });
  }

  #take(chunk: Uint8Array): void {
    if (this.#discarding) return;
    this.#output.append(chunk, this.#reader !== undefined, this.#limits());
    this.#pace.took(chunk.length);
    this.#send();
    this.#flow();
  }

  async #finish(agent: AgentProcess): Promise<void> {
    const stderr = agent.stderrTail() + this.#spoolProblem;
    this.#state = { at: "ended", pid: agent.pid, ending: { ...(await agent.exited), stderr } };
    this.#ended.resolve();
    this.#send();
  }

  #release(to: number): void {
    try {
      this.#output.release(to, this.#limits(to));
    } catch (error) {
      this.#lose(error);
    }
    this.#send();
    this.#flow();
  }

  #limits(from = this.#output.from): HolderSettings {
    const settings = this.#settings();
    if (this.#reader === undefined || this.#roomTo <= from + settings.windowBytes) return settings;
    return { ...settings, windowBytes: this.#roomTo - from };
  }

  /** What was spooled cannot be read back: an agent with a hole in its output is of no use. */
  #lose(error: unknown): void {
    this.#discarding = true;
    this.#output.clear();
    this.#spoolProblem = `\nbridle: ended, because its spooled output cannot be read: ${error}\n`;
    this.signal("SIGKILL");
  }

  #send(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    if (this.#sentTo < this.#output.sendableTo) {
      let at = this.#sentTo;
      this.#sentTo = this.#output.sendableTo;
      for (const bytes of this.#output.slices(at)) {
        reader.output(at, bytes);
        at += bytes.length;
      }
    }
    if (this.#state.at !== "ended" || this.#sentTo < this.#output.to) return;
    this.#reader = undefined;
    reader.exited(this.#state.ending);
  }

  /** Reads on, or lets the agent block in its write. */
  #flow(): void {
    const wanted =
      this.#discarding || (!this.#pace.isResting && this.#output.wantsMore(this.#reader !== undefined, this.#limits()));
    if (wanted === this.#reading || this.#state.at !== "running") return;
    this.#reading = wanted;
    if (wanted) this.#state.agent.resume();
    else this.#state.agent.pause();
  }
}

import type { Socket } from "node:net";
import { constants } from "node:os";
import { isBridleError } from "../errors.ts";
import { FrameSplitter } from "./frame-splitter.ts";
import { FrameWriter } from "./frame-writer.ts";
import type { AgentReader, HeldProcess } from "./held-process.ts";
import {
  type AskReplaced,
  type AttachRequest,
  type ForgetRequest,
  type Hello,
  type HolderSettings,
  message,
  placed,
  protocolVersion,
  type Refused,
  type SignalRequest,
  type StartRequest,
  type Welcome,
} from "./holder-protocol.ts";

/** What a connection may ask the holder for. */
export interface HolderCalls {
  /** Makes it the attached daemon. `ending`: the holder is about to exit. */
  admit(connection: DaemonConnection, settings: HolderSettings): Promise<Welcome | "ending">;
  /** Whether a daemon came after that one. */
  hasReplaced(daemon: number): boolean;
  start(request: StartRequest): HeldProcess | string;
  find(id: string): HeldProcess | undefined;
  forget(agent: HeldProcess): void;
  stop(): void;
  /** Called once, when the connection is over. */
  left(connection: DaemonConnection): void;
}

const helloMs = 10_000;
/** For a daemon that was replaced to read it. What it writes meanwhile is ignored, since a closed socket would lose it the news. */
const closeGraceMs = 5_000;

/** One daemon on the socket: reads what it asks for, tells it what its agents do. Knows them by its handles. */
export class DaemonConnection {
  readonly #socket: Socket;
  readonly #holder: HolderCalls;
  readonly #writer: FrameWriter;
  readonly #agents = new Map<number, HeldProcess>();
  /** Got input in this chunk: confirmed once, behind it. */
  readonly #fed = new Map<number, HeldProcess>();
  #at: "new" | "greeted" | "attached" | "over" = "new";

  constructor(socket: Socket, holder: HolderCalls) {
    this.#socket = socket;
    this.#holder = holder;
    this.#writer = new FrameWriter(socket);
    const splitter = new FrameSplitter({
      message: (type, body) => this.#take(type, body),
      placed: (type, handle, at, bytes) => this.#takePlaced(type, handle, at, bytes),
    });
    socket.on("data", (chunk) => this.#push(splitter, chunk));
    socket.on("error", () => {});
    const timer = setTimeout(() => this.#at === "new" && socket.destroy(), helloMs);
    socket.once("close", () => {
      clearTimeout(timer);
      this.#end();
    });
  }

  /**
   * Told to a daemon whose place another one takes. Output that waits for it is
   * dropped with the connection: its memory is used again once the other has it.
   * Such a daemon has to ask why it was cut off.
   */
  replace(): void {
    this.#end();
    this.#writer.message(message.replaced);
    this.#writer.flush();
    if (this.#socket.writableLength > 0) return void this.#socket.destroy();
    this.#socket.end();
    const timer = setTimeout(() => this.#socket.destroy(), closeGraceMs);
    this.#socket.once("close", () => clearTimeout(timer));
  }

  stopped(): void {
    this.#writer.message(message.stopped);
    this.#writer.flush();
    this.#socket.end();
  }

  #push(splitter: FrameSplitter, chunk: Buffer): void {
    if (this.#at === "over") return;
    try {
      splitter.push(chunk);
    } catch (error) {
      this.#problem(undefined, `what was sent is not understood: ${error}`);
      this.#writer.flush();
      this.#socket.destroySoon();
      return;
    }
    for (const [handle, agent] of this.#fed) this.#writer.placed(placed.inputReceived, handle, agent.input.received);
    this.#fed.clear();
  }

  #end(): void {
    if (this.#at === "over") return;
    this.#at = "over";
    for (const agent of this.#agents.values()) agent.detach();
    this.#agents.clear();
    this.#holder.left(this);
  }

  #take(type: number, body: unknown): void {
    if (type === message.hello && this.#at === "new") return void this.#handshake(body as Hello);
    if (type === message.askReplaced && this.#at === "new") return this.#answerReplaced(body as AskReplaced);
    if (this.#at !== "attached") throw new Error("hello has to come first, and once");
    switch (type) {
      case message.start:
        return void this.#start(body as StartRequest);
      case message.attach:
        return this.#attach(body as AttachRequest);
      case message.signal:
        return this.#signal(body as SignalRequest);
      case message.forget:
        return this.#forget(body as ForgetRequest);
      case message.stop:
        return this.#holder.stop();
      default:
        throw new Error(`unknown type ${type}`);
    }
  }

  async #handshake({ protocol, settings }: Hello): Promise<void> {
    this.#at = "greeted";
    const refused = (reason: Refused["reason"]): Refused => ({ reason, protocol: protocolVersion, pid: process.pid });
    if (protocol !== protocolVersion) {
      this.#writer.message(message.refused, refused("version"));
      this.#writer.flush();
      return void this.#socket.end();
    }
    const welcome = await this.#holder.admit(this, settings);
    // Another daemon may have come meanwhile.
    if (this.#at !== "greeted") return;
    if (welcome === "ending") return this.#writer.message(message.refused, refused("ending"));
    this.#at = "attached";
    this.#writer.message(message.welcome, welcome);
  }

  #answerReplaced({ daemon }: AskReplaced): void {
    this.#at = "over";
    if (this.#holder.hasReplaced(daemon)) this.#writer.message(message.replaced);
    this.#writer.flush();
    this.#socket.end();
  }

  async #start(request: StartRequest): Promise<void> {
    const { handle } = request;
    const agent = this.#holder.start(request);
    if (typeof agent === "string") return this.#writer.message(message.startFailed, { handle, message: agent });
    if (!this.#give(handle, agent)) return;
    try {
      await agent.started;
    } catch (error) {
      this.#agents.delete(handle);
      const reason = error instanceof Error ? error.message : String(error);
      const missingFolder = isBridleError(error, "folder_not_found") ? error.data.folder : undefined;
      return this.#writer.message(message.startFailed, { handle, message: reason, missingFolder });
    }
    if (this.#agents.get(handle) !== agent) return;
    this.#writer.message(message.started, { handle, pid: agent.pid });
    agent.attach(this.#readerFor(handle));
  }

  #attach({ handle, id, from }: AttachRequest): void {
    const agent = this.#holder.find(id);
    if (agent === undefined) return this.#problem(id, "there is no such agent");
    if (!this.#give(handle, agent)) return;
    const reason = agent.attach(this.#readerFor(handle), from);
    if (reason === undefined) return;
    this.#agents.delete(handle);
    this.#problem(id, reason);
  }

  #give(handle: number, agent: HeldProcess): boolean {
    const taken = this.#agents.has(handle) || [...this.#agents.values()].includes(agent);
    if (taken) this.#problem(agent.id, "it is attached already, or its handle is in use");
    else this.#agents.set(handle, agent);
    return !taken;
  }

  #signal({ id, signal }: SignalRequest): void {
    const agent = this.#holder.find(id);
    if (agent === undefined) this.#problem(id, "there is no such agent");
    else if (!Object.hasOwn(constants.signals, signal)) this.#problem(id, "there is no such signal");
    else agent.signal(signal);
  }

  #forget({ id }: ForgetRequest): void {
    const agent = this.#holder.find(id);
    if (agent === undefined) return;
    for (const [handle, other] of this.#agents) if (other === agent) this.#agents.delete(handle);
    this.#holder.forget(agent);
  }

  #takePlaced(type: number, handle: number, at: number, bytes: Uint8Array): void {
    const agent = this.#agents.get(handle);
    // A daemon may not have heard yet that its agent could not be started.
    if (agent === undefined) return;
    const reason = this.#dispatchPlaced(type, handle, agent, at, bytes);
    if (reason !== undefined) this.#problem(agent.id, reason);
  }

  #dispatchPlaced(type: number, handle: number, agent: HeldProcess, at: number, bytes: Uint8Array): string | undefined {
    switch (type) {
      case placed.acknowledge:
        return agent.acknowledge(at);
      case placed.outputRoom:
        return agent.allow(at);
      case placed.input:
        this.#fed.set(handle, agent);
        return agent.input.take(at, bytes);
      case placed.endInput:
        return agent.input.end(at);
      default:
        throw new Error(`unknown type ${type}`);
    }
  }

  #readerFor(handle: number): AgentReader {
    return {
      output: (at, bytes) => this.#writer.placed(placed.output, handle, at, bytes),
      inputRoom: (to) => this.#writer.placed(placed.inputRoom, handle, to),
      exited: (ending) => this.#writer.message(message.exited, { handle, ...ending }),
    };
  }

  #problem(id: string | undefined, text: string): void {
    this.#writer.message(message.problem, { id, message: text });
  }
}

import { join } from "node:path";
import { BridleError } from "../../errors.ts";
import { FrameError } from "../../holder/frame-splitter.ts";
import { holderFolder, socketIn } from "../../holder/holder-files.ts";
import {
  defaultSettings,
  type Exited,
  type HolderSettings,
  message,
  type Problem,
  placed,
  type Started,
  type StartFailed,
} from "../../holder/holder-protocol.ts";
import { sendSignal } from "../../transport/send-signal.ts";
import { connectHolder, type HolderConnection, wasReplaced } from "./connect-holder.ts";
import type { AgentListener, AgentSpec, HeldAgent, Holding } from "./held-agent.ts";
import { InputGate } from "./input-gate.ts";
import { type HolderStart, startHolder } from "./start-holder.ts";

type Limits = { readonly [limit in keyof HolderSettings]?: HolderSettings[limit] | undefined };

export interface HolderLinkOptions extends Limits {
  /** Of the socket; it is made, with mode 0700, or checked. Its path has at most 91 bytes. */
  readonly folder: string;
  /** Default: `spool` in the folder. Not on a file system in memory. */
  readonly spoolFolder?: string | undefined;
  /** Executable and file, both absolute. */
  readonly holderCommand: HolderStart["command"];
  /** Start one if none runs. */
  readonly spawn: boolean;
  /** How long a holder without agents waits for a daemon. Default: 10 s. */
  readonly graceMs?: number | undefined;
  readonly logFile?: string | undefined;
  /** For the holder to start, and for its welcome. Default: 20 s. */
  readonly timeoutMs?: number | undefined;
  /** Something we asked for was refused, which means an error in the daemon. */
  readonly trace?: ((problem: Problem) => void) | undefined;
}

type Closed = Awaited<Holding["closed"]>;

interface Agent {
  readonly id: string;
  readonly handle: number;
  readonly listener: AgentListener;
  readonly gate: InputGate;
  readonly started: PromiseWithResolvers<{ readonly pid: number }> | undefined;
  readonly executable: string;
  /** The holder has reported its exit. */
  hasExited: boolean;
  /** Place of the next byte; undefined before the first one. */
  outputAt: number | undefined;
}

/** Longer than the holder's ladder. */
const stopMs = 15_000;
const detachMs = 2_000;
/** For a holder that did not answer before. */
const stopAfterGivingUpMs = 1_000;
/** To be gone after SIGKILL. */
const killMs = 2_000;
/** Far longer than a busy holder needs to start a process. */
const startMs = 60_000;

/** The daemon's end of the holder's socket. */
export class HolderLink implements Holding {
  readonly pid: number;
  readonly agents: readonly HeldAgent[];
  readonly closed: Promise<Closed>;
  readonly #connection: HolderConnection;
  readonly #windowBytes: number;
  readonly #trace: (problem: Problem) => void;
  readonly #byId = new Map<string, Agent>();
  readonly #byHandle = new Map<number, Agent>();
  #handles = 0;
  /** What the end of the connection will mean. */
  #ending: Closed = "lost";
  /** An agent was given up: the holder did not report its exit. */
  #gaveUpAgent = false;

  /** Attaches to the folder's holder, or starts one. Rejects with `no_daemon` when there is none and none was to be started. */
  static async connect(options: HolderLinkOptions): Promise<HolderLink> {
    const { folder, timeoutMs = 20_000, graceMs = 10_000, logFile, spoolFolder = join(folder, "spool") } = options;
    const settings = settingsOf(options);
    const path = socketIn(folder);
    holderFolder(folder);
    // Twice: one that is found may just be leaving.
    for (let tries = 0; tries < 2; tries++) {
      const found = await connectHolder(path, settings, timeoutMs);
      if (found !== undefined) return new HolderLink(found, path, settings.windowBytes, options.trace);
      if (!options.spawn) break;
      await startHolder({ command: options.holderCommand, folder, spoolFolder, graceMs, logFile, timeoutMs });
    }
    const started = options.spawn ? await connectHolder(path, settings, timeoutMs) : undefined;
    if (started !== undefined) return new HolderLink(started, path, settings.windowBytes, options.trace);
    throw new BridleError("no_daemon", `no holder answers at ${path}`, { address: path });
  }

  private constructor(
    connection: HolderConnection,
    path: string,
    windowBytes: number,
    trace: HolderLinkOptions["trace"],
  ) {
    this.#connection = connection;
    this.#windowBytes = windowBytes;
    this.#trace = trace ?? (() => {});
    this.pid = connection.welcome.pid;
    this.agents = connection.welcome.agents;
    const { promise, resolve } = Promise.withResolvers<Closed>();
    this.closed = promise;
    connection.socket.on("error", () => {});
    connection.socket.once("close", () => {
      this.#fail();
      resolve(this.#ending === "lost" ? whyCut(path, connection.welcome.daemon) : this.#ending);
    });
    connection.listen({
      message: (type, body) => this.#take(type, body),
      placed: (type, handle, at, bytes) => this.#takePlaced(type, handle, at, bytes),
    });
  }

  async start(spec: AgentSpec, listener: AgentListener): Promise<{ readonly pid: number }> {
    const { id, command, args, cwd, env } = spec;
    const started = Promise.withResolvers<{ readonly pid: number }>();
    if (this.#connection.socket.destroyed) throw holderGone();
    const { handle } = this.#add(id, listener, started, command);
    this.#connection.writer.message(message.start, { handle, id, command, args, cwd, env });
    const timer = setTimeout(() => {
      started.reject(this.#notStarted(startMs));
      this.forget(id);
    }, startMs);
    return await started.promise.finally(() => clearTimeout(timer));
  }

  attach(id: string, outputFrom: number, listener: AgentListener): void {
    const held = this.agents.find((agent) => agent.id === id);
    if (held === undefined) throw new BridleError("not_found", `the holder has no agent ${id}`, { what: "agent", id });
    if (outputFrom < held.outputFrom || outputFrom > held.outputTo) {
      const text = `the holder has the output of agent ${id} from ${held.outputFrom} to ${held.outputTo}, not from ${outputFrom}`;
      throw new BridleError("conflict", text, { what: "output" });
    }
    const { handle } = this.#add(id, listener, undefined, "");
    this.#connection.writer.message(message.attach, { handle, id, from: outputFrom });
  }

  input(id: string, at: number, bytes: Uint8Array): void {
    this.#byId.get(id)?.gate.input(at, bytes);
  }

  endInput(id: string, at: number): void {
    this.#byId.get(id)?.gate.endInput(at);
  }

  acknowledge(id: string, outputTo: number, readTo = outputTo): void {
    const agent = this.#byId.get(id);
    if (agent === undefined) return;
    const { writer } = this.#connection;
    writer.placed(placed.acknowledge, agent.handle, outputTo);
    if (readTo - outputTo > this.#windowBytes / 2)
      writer.placed(placed.outputRoom, agent.handle, readTo + this.#windowBytes);
  }

  signal(id: string, signal: NodeJS.Signals): void {
    this.#connection.writer.message(message.signal, { id, signal });
  }

  forget(id: string): void {
    const agent = this.#byId.get(id);
    if (agent !== undefined) this.#remove(agent);
    if (agent?.hasExited === false) this.#gaveUpAgent = true;
    agent?.started?.reject(holderGone());
    this.#connection.writer.message(message.forget, { id });
  }

  async detach(): Promise<void> {
    this.#ending = "detached";
    const { socket, writer, listen } = this.#connection;
    listen({ message: () => {}, placed: () => {} });
    writer.flush();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), detachMs);
    await this.closed;
    clearTimeout(timer);
  }

  async stop(): Promise<void> {
    const { socket, writer } = this.#connection;
    writer.message(message.stop);
    const limitMs = this.#gaveUpAgent ? stopAfterGivingUpMs : stopMs;
    // One that does not end by itself: its reaper ends the agents.
    const kill = setTimeout(() => socket.destroyed || sendSignal(this.pid, "SIGKILL"), limitMs);
    const leave = setTimeout(() => socket.destroy(), limitMs + killMs);
    await this.closed;
    clearTimeout(kill);
    clearTimeout(leave);
  }

  #add(id: string, listener: AgentListener, started: Agent["started"], executable: string): Agent {
    if (this.#byId.has(id)) throw new BridleError("conflict", `agent ${id} is attached already`, { what: "agent" });
    const handle = ++this.#handles;
    const { writer } = this.#connection;
    const gate = new InputGate({
      input: (at, bytes) => {
        writer.placed(placed.input, handle, at, bytes);
        // Now: the end of the tick comes after every client was sent the events of this commit.
        writer.flush();
      },
      endInput: (at) => writer.placed(placed.endInput, handle, at),
    });
    const agent: Agent = { id, handle, listener, gate, started, executable, hasExited: false, outputAt: undefined };
    this.#byId.set(id, agent);
    this.#byHandle.set(handle, agent);
    return agent;
  }

  #remove(agent: Agent): void {
    this.#byId.delete(agent.id);
    this.#byHandle.delete(agent.handle);
  }

  #takePlaced(type: number, handle: number, at: number, bytes: Uint8Array): void {
    // One that was forgotten may still have something on the way.
    const agent = this.#byHandle.get(handle);
    if (agent === undefined) return;
    if (type === placed.inputReceived) return agent.listener.inputReceived(at);
    if (type === placed.inputRoom) return agent.gate.widen(at);
    if (agent.outputAt !== undefined && agent.outputAt !== at) throw new FrameError("output has a hole");
    agent.outputAt = at + bytes.length;
    agent.listener.output(at, bytes);
  }

  #take(type: number, body: unknown): void {
    switch (type) {
      case message.started:
        return this.#byHandle.get((body as Started).handle)?.started?.resolve({ pid: (body as Started).pid });
      case message.startFailed:
        return this.#startFailed(body as StartFailed);
      case message.exited:
        return this.#exited(body as Exited);
      case message.problem:
        return this.#trace(body as Problem);
      case message.stopped:
        this.#ending = "stopped";
        return;
      case message.replaced:
        this.#ending = "replaced";
    }
  }

  #startFailed({ handle, message: text, missingFolder }: StartFailed): void {
    const agent = this.#byHandle.get(handle);
    if (agent === undefined) return;
    this.#remove(agent);
    agent.started?.reject(
      missingFolder === undefined
        ? new BridleError("agent_not_found", text, { executable: agent.executable })
        : new BridleError("folder_not_found", text, { folder: missingFolder }),
    );
  }

  #exited({ handle, exitCode, signal, stderr }: Exited): void {
    const agent = this.#byHandle.get(handle);
    if (agent === undefined) return;
    agent.hasExited = true;
    agent.listener.exited({ exitCode, signal, stderr });
  }

  #notStarted(afterMs: number): BridleError<"timeout"> {
    const message = `the holder (pid ${this.pid}) did not start the agent within ${afterMs / 1000} s; kill -9 ${this.pid} ends it and its agents, and another is started`;
    return new BridleError("timeout", message, { waitingFor: "the agent to be started", afterMs });
  }

  #fail(): void {
    for (const { started } of this.#byId.values()) started?.reject(holderGone());
  }
}

function settingsOf(options: Limits): HolderSettings {
  return {
    windowBytes: options.windowBytes ?? defaultSettings.windowBytes,
    spoolBytes: options.spoolBytes ?? defaultSettings.spoolBytes,
    inputBytes: options.inputBytes ?? defaultSettings.inputBytes,
    lingerMs: options.lingerMs ?? defaultSettings.lingerMs,
  };
}

/** A holder of before 0.2 cannot say. */
async function whyCut(path: string, daemon: number | undefined): Promise<Closed> {
  return daemon !== undefined && (await wasReplaced(path, daemon)) ? "replaced" : "lost";
}

function holderGone(): BridleError {
  return new BridleError("closed", "the holder is gone, or the agent was forgotten", {
    exitCode: null,
    signal: null,
    stderr: "",
  });
}

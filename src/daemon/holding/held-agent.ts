import type { AgentStatus } from "../../holder/holder-protocol.ts";

/** How to start an agent. The id is made by the daemon and used once. */
export interface AgentSpec {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
}

export interface AgentExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last words on stderr, at most 64 KiB. Not redacted. */
  readonly stderr: string;
}

/** Of an agent that is gone, and how is not known. */
export const unconfirmedExit: AgentExit = { exitCode: null, signal: null, stderr: "" };

/** An agent that the holder has, as it says when we attach. */
export type HeldAgent = AgentStatus;

/** Told what an agent does, in order. */
export interface AgentListener {
  /** `at`: the offset of the first byte in the agent's whole output. The bytes are valid during the call only. */
  output(at: number, bytes: Uint8Array): void;
  /** The holder has all input before this offset, and will write it. */
  inputReceived(to: number): void;
  /** After all of its output. */
  exited(exit: AgentExit): void;
}

/** The daemon's end of the holder: starts agents, takes their bytes, gives them theirs. */
export interface Holding {
  readonly pid: number;
  /** What the holder had when we attached. */
  readonly agents: readonly HeldAgent[];
  /** Resolves once the process runs. Rejects with `folder_not_found`, or `agent_not_found` and the system's reason. */
  start(spec: AgentSpec, listener: AgentListener): Promise<{ readonly pid: number }>;
  /** Goes on with an agent of before: its output from that offset on. Throws `not_found`, or `conflict` when that is gone. */
  attach(id: string, outputFrom: number, listener: AgentListener): void;
  /**
   * `at`: the offset of the first byte in the agent's whole input. What the holder has already is left out by it. The
   * bytes are not copied: they must not change until `inputReceived`. Behind an agent that does not read they wait here.
   */
  input(id: string, at: number, bytes: Uint8Array): void;
  /** End of input at that offset. */
  endInput(id: string, at: number): void;
  /**
   * Output before this offset is stored and may be forgotten: more is sent. `readTo`: how far it was read, where that is
   * further: a line that is not whole has to be kept, and must not hold up what follows.
   */
  acknowledge(id: string, outputTo: number, readTo?: number): void;
  /** For the agent and everything it started. */
  signal(id: string, signal: NodeJS.Signals): void;
  /** The exit is stored; the holder may forget the agent. One that still runs is ended first, and nothing more is reported of it. */
  forget(id: string): void;
  /**
   * `replaced`: another daemon took over. `lost`: the holder is gone, and with it every agent, as a rule; connect
   * again and see which agents it has.
   */
  readonly closed: Promise<"lost" | "detached" | "stopped" | "replaced">;
  /** Leaves holder and agents running for the next daemon. */
  detach(): Promise<void>;
  /** Ends all agents, politely first, and the holder. */
  stop(): Promise<void>;
}

/**
 * What daemon and holder say to each other on the unix socket:
 * `[u32 length of the body][u8 type][body]`, big endian. A message is JSON. A
 * placed frame begins with `[u32 handle][u64 place]`: an agent, as the daemon
 * numbers them on this connection, and a place in its output or input. `hello`
 * and `refused` stay as they are in every version.
 */
export const protocolVersion = 1;

/** Types of messages. */
export const message = {
  hello: 1,
  refused: 2,
  welcome: 3,
  start: 4,
  started: 5,
  startFailed: 6,
  attach: 7,
  signal: 8,
  forget: 9,
  exited: 10,
  problem: 11,
  stop: 12,
  stopped: 13,
  replaced: 14,
  /** Instead of hello: a daemon whose connection was cut asks why. Answered with `replaced`, or by closing. */
  askReplaced: 15,
} as const;

/** Types of placed frames. Only `output` and `input` have bytes behind the place. */
export const placed = {
  output: 64,
  acknowledge: 65,
  input: 66,
  endInput: 67,
  /** The holder has all input before this place, and will write it. */
  inputReceived: 68,
  /** The holder takes input up to this place. */
  inputRoom: 69,
  /** The daemon reads a long line: output is wanted up to this place before anything is acknowledged. */
  outputRoom: 70,
} as const;

export const firstPlaced = 64;
export const headBytes = 5;
export const placeBytes = 12;
/** A spec may carry a whole environment; a longer message is an error of the peer. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** Limits that the daemon sets when it comes; a holder may be older than its settings. */
export interface HolderSettings {
  /** Output per agent that is sent, or kept in memory, without being acknowledged. */
  readonly windowBytes: number;
  /** Size of an agent's spool file, for output while no daemon is attached. 0: none. */
  readonly spoolBytes: number;
  /** Input per agent that is accepted and not yet taken by it. */
  readonly inputBytes: number;
  /** How long agents live without a daemon. */
  readonly lingerMs: number;
}

export const defaultSettings: HolderSettings = {
  windowBytes: 1024 * 1024,
  spoolBytes: 64 * 1024 * 1024,
  inputBytes: 16 * 1024 * 1024,
  lingerMs: 60 * 60 * 1000,
};

export interface Hello {
  readonly protocol: number;
  readonly settings: HolderSettings;
}

/** `ending`: it is about to exit, and keeps the connection until then. */
export interface Refused {
  readonly reason: "version" | "ending";
  readonly protocol: number;
  readonly pid: number;
}

/** An agent that the holder has. */
export interface AgentStatus {
  readonly id: string;
  readonly pid: number;
  readonly startedMs: number;
  /** The first byte of its output that is still there, and the number of bytes it wrote so far. */
  readonly outputFrom: number;
  readonly outputTo: number;
  /** How many bytes of input the holder has: what lies behind has to be sent again. */
  readonly inputReceived: number;
  readonly exited: boolean;
}

export interface Welcome {
  readonly pid: number;
  /** The how-manieth daemon this is. Holders before 0.2 do not count. */
  readonly daemon?: number;
  readonly agents: readonly AgentStatus[];
}

export interface AskReplaced {
  /** As the welcome of the connection that was cut said. */
  readonly daemon: number;
}

export interface StartRequest {
  readonly handle: number;
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
}

export interface Started {
  readonly handle: number;
  readonly pid: number;
}

export interface StartFailed {
  readonly handle: number;
  readonly message: string;
  /** Given where that is the reason. */
  readonly missingFolder?: string;
}

export interface AttachRequest {
  readonly handle: number;
  readonly id: string;
  readonly from: number;
}

export interface SignalRequest {
  readonly id: string;
  readonly signal: NodeJS.Signals;
}

export interface ForgetRequest {
  readonly id: string;
}

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

export interface Exited extends Ending {
  readonly handle: number;
}

/** Something the daemon asked for cannot be done; nothing was changed. */
export interface Problem {
  readonly id: string | undefined;
  readonly message: string;
}

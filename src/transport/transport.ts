/** How a process ended. */
export interface Exit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface OutputSink {
  data(chunk: Uint8Array): void;
  /** The output is over; called once. */
  end(): void;
}

/** Moves bytes to and from an agent, wherever it runs. Knows no frame. */
export interface Transport {
  readonly pid: number | undefined;
  /** Starts the reading; called once. */
  start(sink: OutputSink): void;
  pause(): void;
  resume(): void;
  /** One or more whole lines. After the agent is gone it does nothing. */
  write(text: string): void;
  /** End of input for the agent. */
  endInput(): void;
  /** A signal for the agent and everything it started. */
  signal(signal: NodeJS.Signals): void;
  readonly exited: Promise<Exit>;
  /** The last words on stderr, where they are kept. */
  stderrTail(): string;
}

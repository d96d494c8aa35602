import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { checkLimits } from "../../codec/limits.ts";
import { LineSplitter } from "../../codec/line-splitter.ts";
import { isFields } from "../../wire/fields.ts";
import { markedEnvironment } from "../tool/marked-processes.ts";
import { ProcessGroup } from "../tool/process-group.ts";
import type { McpTransport } from "./mcp-transport.ts";
import { plainMessage } from "./plain-message.ts";
import type { ProcessConfig } from "./server-config.ts";

/** How long a server may take to end by itself, and then after each signal. */
const exitGraceMs = 500;
const graceMs = 400;
/** How long the last words of a process that ended are waited for: what it started may hold its pipes for ever. */
const drainMs = 100;
/** Of what a server says on stderr, as much as explains an end. */
const maxTailChars = 1_000;

/**
 * A server that is a process, with a line for each message. The SDK's own
 * transport leaves what the process started: `npx` starts the real server.
 */
export class StdioTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #config: ProcessConfig;
  readonly #options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
  readonly #lines = new LineSplitter(checkLimits().maxLineBytes, {
    line: (text) => this.#read(text),
    badLine: (reason, bytes) => this.onerror?.(new Error(`a line of ${bytes} bytes is ${reason}`)),
  });
  readonly #mark = randomUUID();
  readonly #exited = Promise.withResolvers<void>();
  #child: ChildProcessWithoutNullStreams | undefined;
  #closing: Promise<void> | undefined;
  #tail = "";
  #ending: string | undefined;

  constructor(config: ProcessConfig, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    this.#config = config;
    this.#options = options;
  }

  /** How the process ended, and the last of what it said on stderr. */
  get exitReason(): string | undefined {
    if (this.#ending === undefined) return undefined;
    const tail = this.#tail.trim();
    return tail === "" ? this.#ending : `${this.#ending}: ${tail}`;
  }

  async start(): Promise<void> {
    if (this.#closing !== undefined) throw new Error("Connection closed");
    const { command, args, env } = this.#config;
    const { cwd } = this.#options;
    const marked = markedEnvironment({ ...this.#options.env, ...env }, this.#mark);
    const child = spawn(command, args, { cwd, env: marked, detached: true });
    this.#child = child;
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.#closing === undefined && this.#lines.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#tail = `${this.#tail}${chunk.subarray(-maxTailChars)}`.slice(-maxTailChars);
    });
    const { promise: spawned, resolve, reject } = Promise.withResolvers<void>();
    child.once("spawn", resolve);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      this.#ending = `The server ended with ${code === null ? `signal ${signal}` : `exit code ${code}`}`;
      this.#exited.resolve();
      setTimeout(() => void this.close(), drainMs);
    });
    child.once("close", () => void this.close());
    await spawned;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.#child === undefined || this.#closing !== undefined) throw new Error("Connection closed");
    this.#child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    await promise;
  }

  /** Settles when nothing of the server is left. */
  close(): Promise<void> {
    if (this.#closing === undefined) {
      this.#closing = this.#end();
      this.onclose?.();
    }
    return this.#closing;
  }

  async #end(): Promise<void> {
    if (this.#child?.pid === undefined) return;
    this.#child.stdin.end();
    const moment = new AbortController();
    const time = sleep(exitGraceMs, undefined, { signal: moment.signal }).catch(() => {});
    await Promise.race([this.#exited.promise, time]);
    moment.abort();
    await new ProcessGroup(this.#child.pid, this.#mark).end(graceMs);
    // Whoever left the group and its environment may hold the pipes.
    for (const pipe of [this.#child.stdout, this.#child.stderr]) pipe.destroy();
  }

  #read(text: string): void {
    const message = parse(text);
    // Many servers print what they have to say to a person.
    if (isFields(message) && this.#closing === undefined) this.onmessage?.(plainMessage(message));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

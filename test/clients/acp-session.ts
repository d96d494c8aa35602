import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Errand, Turn, Verdict } from "./client.ts";
import { JsonRpc } from "./json-rpc.ts";

interface AcpOptions {
  /** The id of a session to go on with. */
  readonly load?: string;
  /** Whether the editor offers to write files itself. */
  readonly editsFiles?: boolean;
}

/** A session with an adapter that offers `claude` to editors by the Agent Client Protocol; this is the editor. */
export class AcpSession {
  /** The inputs of the tools that the user was asked about. */
  readonly asked: unknown[] = [];
  /** What was written through the editor: paths and contents. */
  readonly written: [path: string, content: string][] = [];
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #rpc: JsonRpc;
  readonly #verdict: Verdict;
  #id = "";
  #history = "";
  #text = "";
  #onText: (() => void) | undefined;

  static async open(errand: Omit<Errand, "prompts">, options: AcpOptions = {}): Promise<AcpSession> {
    const session = new AcpSession(errand);
    try {
      await session.#start(errand.place.cwd, options);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  private constructor({ entry, command, place, verdict }: Omit<Errand, "prompts">) {
    this.#child = spawn(process.execPath, [entry], {
      cwd: place.cwd,
      env: { ...place.env, CLAUDE_CODE_EXECUTABLE: command },
      stdio: ["pipe", "pipe", "pipe"],
      timeout: 45_000,
      killSignal: "SIGKILL",
    });
    this.#verdict = verdict;
    this.#rpc = new JsonRpc(this.#child, (method, params) => {
      if (method === "session/update") this.#update(params as unknown as Update);
      if (method === "fs/write_text_file") this.written.push([String(params.path), String(params.content)]);
      return method === "session/request_permission" ? this.#decide(params as unknown as PermissionRequest) : null;
    });
  }

  async #start(cwd: string, { load, editsFiles = false }: AcpOptions): Promise<void> {
    const clientCapabilities = { fs: { readTextFile: editsFiles, writeTextFile: editsFiles } };
    await this.#rpc.call("initialize", { protocolVersion: 1, clientCapabilities });
    const common = { cwd, mcpServers: [] };
    if (load !== undefined) await this.#rpc.call("session/load", { sessionId: load, ...common });
    this.#id = load ?? String((await this.#rpc.call("session/new", common)).sessionId);
    this.#history = this.#text;
  }

  get id(): string {
    return this.#id;
  }

  /** What the agent had said in a session that was loaded. */
  get history(): string {
    return this.#history;
  }

  /** A turn. A refused one has an error, a cancelled one says so as its stop reason. */
  async prompt(text: string, options: { onText?: () => void } = {}): Promise<Turn & { stopReason?: unknown }> {
    this.#text = "";
    this.#onText = options.onText;
    const parameters = { sessionId: this.#id, prompt: [{ type: "text", text }] };
    const end = await this.#rpc.call("session/prompt", parameters).then(
      ({ stopReason }) => ({ stopReason }),
      (error: Error) => ({ error: error.message }),
    );
    return { text: this.#text, ...end };
  }

  cancel(): void {
    this.#rpc.tell("session/cancel", { sessionId: this.#id });
  }

  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    const ended = exitCode === null && signalCode === null ? once(this.#child, "close") : undefined;
    // Not all of them end at the end of their input.
    this.#child.stdin.end();
    this.#child.kill("SIGTERM");
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #update({ update }: Update): void {
    if (update.sessionUpdate !== "agent_message_chunk") return;
    this.#text += update.content?.text ?? "";
    this.#onText?.();
  }

  #decide({ toolCall, options }: PermissionRequest): object {
    this.asked.push(toolCall.rawInput);
    const chosen = options.find(({ kind }) => kind === kinds[this.#verdict]);
    return { outcome: { outcome: "selected", optionId: chosen?.optionId } };
  }
}

const kinds: Record<Verdict, string> = { allow: "allow_once", always: "allow_always", deny: "reject_once" };

interface Update {
  readonly update: { readonly sessionUpdate: string; readonly content?: { readonly text?: string } };
}

interface PermissionRequest {
  readonly toolCall: { readonly rawInput?: unknown };
  readonly options: readonly { readonly optionId: string; readonly kind: string }[];
}

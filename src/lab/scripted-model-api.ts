import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BridleError } from "../errors.ts";
import { type ChosenStep, chooseStep } from "../script/choose-step.ts";
import { modelAnswer } from "../script/model-answer.ts";
import { type ModelRequest, readModelRequest } from "../script/model-request.ts";
import type { Step } from "../script/script.ts";
import { isFields } from "../wire/fields.ts";
import { readBody } from "./read-body.ts";
import { type Outgoing, pause, sendError, sendStream, sendWhole } from "./send-answer.ts";

export interface ScriptedModelApiOptions {
  /** Answers instead of the script in the prompt; undefined leaves it to the script. */
  readonly answer?: (request: ModelRequest) => Step | undefined | Promise<Step | undefined>;
  /** How many requests are kept for looking at; the oldest go first. */
  readonly maxRequests?: number;
  readonly maxBodyBytes?: number;
}

/** `path` is without the query; `body` is parsed JSON, undefined when there was none. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Anthropic's Messages API on loopback, saying what a script tells it to: the one
 * in the prompt (`scripted()`), or a function's.
 *
 * ```ts
 * await using api = await ScriptedModelApi.start();
 * // with ANTHROPIC_BASE_URL=api.url, the prompt scripted({ text: "4" }) is answered "4"
 * ```
 */
export class ScriptedModelApi {
  readonly #server: Server;
  readonly #options: Required<Omit<ScriptedModelApiOptions, "answer">> & ScriptedModelApiOptions;
  readonly #requests: RecordedRequest[] = [];
  /** How often each step with a limited fault was asked for. */
  readonly #faults = new Map<string, number>();
  readonly #watchers = new Set<() => void>();
  #aborted = 0;
  #closed: Promise<void> | undefined;

  private constructor(options: ScriptedModelApiOptions) {
    this.#options = { maxRequests: 500, maxBodyBytes: 64 * 1024 * 1024, ...options };
    // An idle connection is never closed from this side: the client may be about to use it.
    this.#server = createServer({ keepAliveTimeout: 0 }, (request, response) => void this.#serve(request, response));
  }

  static async start(options: ScriptedModelApiOptions = {}): Promise<ScriptedModelApi> {
    const api = new ScriptedModelApi(options);
    await new Promise<void>((resolve, reject) => {
      api.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return api;
  }

  /** For `ANTHROPIC_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The newest requests, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** How many connections the other side closed before its answer was complete. */
  get aborted(): number {
    return this.#aborted;
  }

  /** Settles when the condition holds; it is looked at whenever a request came or a connection was aborted. */
  async waitFor(what: string, condition: (api: this) => boolean, timeoutMs = 10_000): Promise<void> {
    const failure = (how: string): BridleError =>
      new BridleError("timeout", `the model API ${how}: ${what}`, { waitingFor: what, afterMs: timeoutMs });
    const timeout = failure(`did not see this within ${timeoutMs} ms`);
    const closed = failure("was closed before it saw this");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = (): void => {
      if (condition(this)) resolve();
      else if (this.#closed !== undefined) reject(closed);
    };
    const timer = setTimeout(reject, timeoutMs, timeout);
    this.#watchers.add(look);
    look();
    await promise.finally(() => {
      clearTimeout(timer);
      this.#watchers.delete(look);
    });
  }

  /** Breaks off every answer; settles when no socket is left. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    this.#changed();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const out = { response, signal: gone.signal };
    let cut = false;
    response.on("error", () => gone.abort());
    response.on("close", () => {
      gone.abort();
      if (response.writableFinished || cut || this.#closed !== undefined) return;
      this.#aborted++;
      this.#changed();
    });
    try {
      cut = !(await this.#respond(request, out));
      if (cut) response.destroy();
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendError(out, { status: 500, message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** False when the connection is to be cut. */
  async #respond(request: IncomingMessage, out: Outgoing): Promise<boolean> {
    const method = request.method ?? "";
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const raw = await readBody(request, this.#options.maxBodyBytes);
    const body = parse(raw);
    this.#record({ method, path, body });
    if (method === "HEAD") {
      out.response.writeHead(200).end();
    } else if (method !== "POST" || !(path === "/v1/messages" || path === "/v1/messages/count_tokens")) {
      sendError(out, { status: 404, type: "not_found_error", message: "no such path" });
    } else if (raw === undefined) {
      sendError(out, { status: 413, type: "request_too_large", message: "the request is too large" });
    } else if (!isFields(body)) {
      sendError(out, { status: 400, type: "invalid_request_error", message: "the body is not a JSON object" });
    } else if (path === "/v1/messages/count_tokens") {
      out.response.writeHead(200, { "content-type": "application/json" });
      out.response.end(JSON.stringify({ input_tokens: Math.ceil(raw.length / 4) }));
    } else {
      return this.#answer(readModelRequest(body), out);
    }
    return true;
  }

  async #answer(request: ModelRequest, out: Outgoing): Promise<boolean> {
    const step = this.#withFaultsLeft(await this.#choose(request));
    if (step.delayMs !== undefined) await pause(step.delayMs, out.signal);
    if (out.signal.aborted) return true;
    if (step.error !== undefined) {
      sendError(out, step.error);
      return true;
    }
    return (request.stream ? sendStream : sendWhole)(out, modelAnswer(step, request.model), step);
  }

  async #choose(request: ModelRequest): Promise<ChosenStep> {
    const step = await this.#options.answer?.(request);
    return step === undefined ? chooseStep(request) : { step, key: JSON.stringify(step) };
  }

  /** The step without a fault that was already met as often as it should be. */
  #withFaultsLeft({ step, key }: ChosenStep): Step {
    const { error, cut, ...rest } = step;
    if (error?.times === undefined && cut?.times === undefined) return step;
    const met = (this.#faults.get(key) ?? 0) + 1;
    this.#faults.set(key, met);
    const isLeft = (fault: { times?: number }): boolean => fault.times === undefined || met <= fault.times;
    return {
      ...rest,
      ...(error !== undefined && isLeft(error) && { error }),
      ...(cut !== undefined && isLeft(cut) && { cut }),
    };
  }

  #record(request: RecordedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.#options.maxRequests) this.#requests.shift();
    this.#changed();
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }
}

function parse(raw: Buffer | undefined): unknown {
  try {
    return JSON.parse(raw?.toString() ?? "");
  } catch {
    return undefined;
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BridleError } from "../../src/errors.ts";
import { type ChosenStep, chooseStep } from "../../src/script/choose-step.ts";
import { errorAnswer } from "../../src/script/error-answer.ts";
import { Faults } from "../../src/script/faults.ts";
import { modelAnswer } from "../../src/script/model-answer.ts";
import { type ModelRequest, wantsJson } from "../../src/script/model-request.ts";
import type { ScriptedError, Step } from "../../src/script/script.ts";
import { isFields } from "../../src/wire/fields.ts";
import type { Dialect } from "./dialect.ts";
import { readBody } from "./read-body.ts";
import { type Outgoing, pause, sendError, sendJson, sendStream, sendWhole } from "./send-answer.ts";

export interface ScriptedApiOptions {
  /** Answers instead of the script in the prompt; undefined leaves it to the script. */
  readonly answer?: (request: ModelRequest) => Step | undefined | Promise<Step | undefined>;
  /** How many requests are kept for looking at; the oldest go first. */
  readonly maxRequests?: number;
  readonly maxBodyBytes?: number;
}

/** `path` is without the query; `body` is parsed JSON, undefined when there was none. */
interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A model API on loopback that says what a script tells it to, in the dialect of a real one. */
export class ScriptedApi {
  readonly #server: Server;
  readonly #options: Required<Omit<ScriptedApiOptions, "answer">> & ScriptedApiOptions;
  readonly #requests: RecordedRequest[] = [];
  readonly #dialect: Dialect;
  readonly #faults = new Faults();
  readonly #watchers = new Set<() => void>();
  #aborted = 0;
  #closed: Promise<void> | undefined;

  protected constructor(dialect: Dialect, options: ScriptedApiOptions) {
    this.#dialect = dialect;
    this.#options = { maxRequests: 500, maxBodyBytes: 64 * 1024 * 1024, ...options };
    // An idle connection is never closed from this side: the client may be about to use it.
    this.#server = createServer({ keepAliveTimeout: 0 }, (request, response) => void this.#serve(request, response));
  }

  protected static async listen<A extends ScriptedApi>(api: A): Promise<A> {
    await new Promise<void>((resolve, reject) => {
      api.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return api;
  }

  /** For the variable that tells clients where the API is, such as `ANTHROPIC_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#dialect.basePath}`;
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
      else this.#refuse(out, { status: 500, message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** False when the connection is to be cut. */
  async #respond(request: IncomingMessage, out: Outgoing): Promise<boolean> {
    const method = request.method ?? "";
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const raw = await readBody(request, this.#options.maxBodyBytes);
    const body = parse(raw);
    this.#record({ method, path, body });
    const isAnswer = path === this.#dialect.answerPath;
    const otherAnswer = isAnswer ? undefined : this.#dialect.otherAnswer(path, isFields(body) ? body : {});
    if (method === "HEAD") {
      out.response.writeHead(200).end();
    } else if (method !== "POST" || !(isAnswer || otherAnswer !== undefined)) {
      this.#refuse(out, { status: 404, type: "not_found_error", message: "no such path" });
    } else if (raw === undefined) {
      this.#refuse(out, { status: 413, type: "request_too_large", message: "the request is too large" });
    } else if (!isFields(body)) {
      this.#refuse(out, { status: 400, type: "invalid_request_error", message: "the body is not a JSON object" });
    } else if (otherAnswer !== undefined) {
      sendJson(out, otherAnswer);
    } else {
      return this.#answer(this.#dialect.readRequest(body), out);
    }
    return true;
  }

  async #answer(request: ModelRequest, out: Outgoing): Promise<boolean> {
    const step = this.#faults.leftIn(await this.#choose(request));
    if (step.delayMs !== undefined) await pause(step.delayMs, out.signal);
    if (out.signal.aborted) return true;
    if (step.error !== undefined) {
      this.#refuse(out, step.error);
      return true;
    }
    const answer = modelAnswer(step, request.model);
    if (!request.stream) return sendWhole(out, answer.id, this.#dialect.whole(answer), step);
    return sendStream(out, answer, step, this.#dialect.encoder(answer, request));
  }

  async #choose(request: ModelRequest): Promise<ChosenStep> {
    const step = await this.#options.answer?.(request);
    if (step !== undefined) return { step, key: JSON.stringify(step) };
    if (request.side) return { step: { text: wantsJson(request) ? '{"title":"Scripted"}' : "Scripted." }, key: "side" };
    return chooseStep(request) ?? { step: { text: "Hello from the scripted model." }, key: "unscripted" };
  }

  #refuse(out: Outgoing, error: ScriptedError): void {
    sendError(out, errorAnswer(error), this.#dialect.error);
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

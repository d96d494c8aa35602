import type { ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

type Fields = Record<string, unknown>;

/** What the other side may ask or tell. */
type Serve = (method: string, params: Fields) => unknown;

/** JSON-RPC with a child, a line each. When the child ends, whoever waits is told so. */
export class JsonRpc {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #waiting = new Map<number, PromiseWithResolvers<Fields>>();
  readonly #serve: Serve;
  #stderr = "";
  #calls = 0;
  #closed: Error | undefined;

  constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, serve: Serve) {
    this.#child = child;
    this.#serve = serve;
    createInterface({ input: child.stdout }).on("line", (line) => this.#read(JSON.parse(line) as Fields));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4_000);
    });
    child.stdin.on("error", () => undefined);
    child.once("close", (code, signal) => this.#close(new Error(`it ended (${code ?? signal}): ${this.#stderr}`)));
  }

  call(method: string, params: Fields): Promise<Fields> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    const id = ++this.#calls;
    const waiting = Promise.withResolvers<Fields>();
    this.#waiting.set(id, waiting);
    this.#write({ id, method, params });
    return waiting.promise;
  }

  tell(method: string, params: Fields): void {
    this.#write({ method, params });
  }

  #read({ id, method, params, result, error }: Fields): void {
    if (typeof method === "string") {
      const answer = this.#serve(method, (params ?? {}) as Fields);
      if (id !== undefined) this.#write({ id, result: answer });
      return;
    }
    const waiting = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    if (error === undefined) waiting?.resolve((result ?? {}) as Fields);
    else waiting?.reject(new Error(JSON.stringify(error)));
  }

  #write(message: Fields): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #close(reason: Error): void {
    this.#closed = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

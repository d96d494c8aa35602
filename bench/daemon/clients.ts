import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type ClientOrder =
  /** A client for each list of sessions. */
  | {
      readonly do: "open";
      readonly socket: string;
      readonly sessions: readonly (readonly string[])[];
      readonly stamped: boolean;
    }
  | { readonly do: "open-plain"; readonly socket: string; readonly clients: number }
  | { readonly do: "forget-ages" }
  /** Until every client has all events up to these numbers. */
  | { readonly do: "reach"; readonly last: { readonly [session: string]: number } };

export interface ClientAnswer {
  readonly events: number;
  readonly messages: number;
  readonly bytes: number;
  /** In ms since the epoch. */
  readonly lastAt: number;
  /** Microseconds. */
  readonly ages: readonly number[];
}

/** Light clients, spread over a few processes. */
export class Clients implements AsyncDisposable {
  readonly #children: ChildProcess[];

  constructor(processes: number) {
    this.#children = Array.from({ length: processes }, () => fork(join(import.meta.dirname, "client-process.ts")));
  }

  /** As many clients as there are lists, each with the sessions of its list. */
  async open(socket: string, sessions: readonly (readonly string[])[], stamped = false): Promise<void> {
    const share = (index: number) => sessions.filter((_, at) => at % this.#children.length === index);
    await this.#order((index) => ({ do: "open", socket, sessions: share(index), stamped }));
  }

  async openPlain(socket: string, clients: number): Promise<void> {
    await this.#order(() => ({ do: "open-plain", socket, clients: clients / this.#children.length }));
  }

  async forgetAges(): Promise<void> {
    await this.#order(() => ({ do: "forget-ages" }));
  }

  async reach(last: { readonly [session: string]: number } = {}): Promise<ClientAnswer> {
    const answers = await this.#order(() => ({ do: "reach", last }));
    const sum = (of: (answer: ClientAnswer) => number): number => answers.reduce((all, one) => all + of(one), 0);
    return {
      events: sum(({ events }) => events),
      messages: sum(({ messages }) => messages),
      bytes: sum(({ bytes }) => bytes),
      lastAt: Math.max(...answers.map(({ lastAt }) => lastAt)),
      ages: answers.flatMap(({ ages }) => ages),
    };
  }

  async #order(order: (index: number) => ClientOrder): Promise<ClientAnswer[]> {
    return Promise.all(
      this.#children.map(async (child, index) => {
        const settled = new AbortController();
        const { signal } = settled;
        const ended = once(child, "exit", { signal }).then(() => {
          throw new Error("a process of clients ended");
        });
        child.send(order(index));
        try {
          const [answer] = (await Promise.race([once(child, "message", { signal }), ended])) as [ClientAnswer];
          return answer;
        } finally {
          ended.catch(() => undefined);
          settled.abort();
        }
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      }),
    );
  }
}

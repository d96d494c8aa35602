import type { CallAnswer } from "../../src/daemon/core/effect.ts";
import { must } from "./violation.ts";

/** The calls of one life of a daemon: which ids are being worked on, and who waits for which answer of the core. */
export class ModelCalls {
  readonly #life: number;
  /** By what the core knows them as. */
  readonly #open = new Map<string, string>();
  readonly #running = new Set<string>();
  #made = 0;

  constructor(life: number) {
    this.#life = life;
  }

  get open(): number {
    return this.#open.size;
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Gives what the core knows the call as. */
  begin(id: string): string {
    this.#made += 1;
    const key = `${id}#${this.#life}.${this.#made}`;
    this.#open.set(key, id);
    this.#running.add(id);
    return key;
  }

  /** Undefined: whoever called did so in an earlier life. */
  answered(key: string, answer: CallAnswer, seq: number): { call: string; answer: string } | undefined {
    const id = this.#open.get(key);
    const isOurs = key.includes(`#${this.#life}.`);
    must(id !== undefined || !isOurs, "a call is answered once", () => `${key} got ${answer.to} again`);
    this.#open.delete(key);
    return id === undefined ? undefined : { call: id, answer: answerText(answer, seq) };
  }

  /** Its answer is told. Gives its id. */
  end(key: string): string {
    const id = key.slice(0, key.indexOf("#"));
    this.#running.delete(id);
    return id;
  }
}

/** What a client gets. */
export function answerText(answer: CallAnswer, seq: number): string {
  switch (answer.to) {
    case "prompt":
      return `${answer.promptId} is ${answer.state} at ${answer.position}, event ${seq}`;
    case "interrupt":
      return `interrupted: ${answer.interrupted}`;
    case "ask":
      return `${answer.ask.id} is ${answer.ask.state} by ${answer.ask.decidedBy}`;
    case "error":
      return `error: ${answer.error.code}`;
    default:
      return answer.to;
  }
}

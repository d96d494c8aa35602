import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Ask, AskSchema, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { type AskRow, putAsk } from "../store/asks-table.ts";
import type { Work } from "../store/work.ts";

interface OpenAsk {
  readonly ask: Ask;
  readonly agent: string;
  /** By which the agent knows it. */
  readonly requestId: string;
}

/** What one session may have open. Nobody decides more; every client that opens the session gets all of them. */
export const maxOpenAsks = 1000;
const maxOpenBytes = 16 * 1024 * 1024;

/** The open asks and questions of one session. Each is decided once: the first answer wins. */
export class AskBook {
  readonly #open = new Map<string, OpenAsk>();
  readonly #byRequest = new Map<string, OpenAsk>();
  #bytes = 0;
  #asks: readonly Ask[] | undefined;

  constructor(rows: readonly AskRow[] = []) {
    for (const { agent, requestId, ask } of rows) this.#keep({ agent, requestId, ask: fromBinary(AskSchema, ask) });
  }

  /** Undefined: there is room for this one. Else why there is none. */
  whyFull(ask: Ask): string | undefined {
    if (this.#open.size >= maxOpenAsks) return `${maxOpenAsks} asks of this session are open already`;
    if (this.#open.size === 0 || this.#bytes + ask.inputJson.length <= maxOpenBytes) return undefined;
    return `the open asks of this session hold ${maxOpenBytes} bytes already`;
  }

  /** The same list until one comes or goes: what is made of it can be shared. */
  get asks(): readonly Ask[] {
    this.#asks ??= [...this.#open.values()].map(({ ask }) => ask);
    return this.#asks;
  }

  get size(): number {
    return this.#open.size;
  }

  get(id: string): OpenAsk | undefined {
    return this.#open.get(id);
  }

  byRequest(requestId: string): OpenAsk | undefined {
    return this.#byRequest.get(requestId);
  }

  /** Gives what to store. */
  add(ask: Ask, agent: string, requestId: string): Work {
    this.#keep({ ask, agent, requestId });
    return putAsk(row({ ask, agent, requestId }));
  }

  /** Takes it out and gives it as it was decided, with what to store. */
  decide(id: string, state: AskState, decidedBy: string): { readonly ask: Ask; readonly work: Work } {
    const open = this.#open.get(id);
    if (open === undefined) throw new Error("an ask is decided once");
    this.#open.delete(id);
    this.#asks = undefined;
    this.#byRequest.delete(open.requestId);
    this.#bytes -= open.ask.inputJson.length;
    const ask = create(AskSchema, { ...open.ask, state, decidedBy, decidedMs: BigInt(Date.now()) });
    return { ask, work: putAsk(row({ ...open, ask })) };
  }

  #keep(open: OpenAsk): void {
    this.#open.set(open.ask.id, open);
    this.#asks = undefined;
    this.#byRequest.set(open.requestId, open);
    this.#bytes += open.ask.inputJson.length;
  }
}

function row({ ask, agent, requestId }: OpenAsk): AskRow {
  return {
    id: ask.id,
    session: ask.sessionId,
    agent,
    requestId,
    open: ask.state === AskState.OPEN,
    createdMs: Number(ask.createdMs),
    ask: toBinary(AskSchema, ask),
  };
}

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Ask, AskSchema, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { type AskRow, putAsk } from "../store/asks-table.ts";
import type { Db } from "../store/database.ts";

interface OpenAsk {
  readonly ask: Ask;
  readonly agent: string;
  /** By which the agent knows it. */
  readonly requestId: string;
}

/** The open asks and questions of one session. Each is decided once: the first answer wins. */
export class AskBook {
  readonly #open = new Map<string, OpenAsk>();

  constructor(rows: readonly AskRow[] = []) {
    for (const { id, agent, requestId, ask } of rows)
      this.#open.set(id, { agent, requestId, ask: fromBinary(AskSchema, ask) });
  }

  get asks(): readonly Ask[] {
    return [...this.#open.values()].map(({ ask }) => ask);
  }

  get size(): number {
    return this.#open.size;
  }

  get(id: string): OpenAsk | undefined {
    return this.#open.get(id);
  }

  byRequest(requestId: string): OpenAsk | undefined {
    return [...this.#open.values()].find((open) => open.requestId === requestId);
  }

  /** Gives what to store. */
  add(ask: Ask, agent: string, requestId: string): (db: Db) => void {
    this.#open.set(ask.id, { ask, agent, requestId });
    return (db) => putAsk(db, row({ ask, agent, requestId }));
  }

  /** Takes it out and gives it as it was decided, with what to store. */
  decide(id: string, state: AskState, decidedBy: string): { readonly ask: Ask; readonly work: (db: Db) => void } {
    const open = this.#open.get(id);
    if (open === undefined) throw new Error("an ask is decided once");
    this.#open.delete(id);
    const ask = create(AskSchema, { ...open.ask, state, decidedBy, decidedMs: BigInt(Date.now()) });
    return { ask, work: (db) => putAsk(db, row({ ...open, ask })) };
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

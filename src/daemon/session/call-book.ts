import { createHash } from "node:crypto";
import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { BridleError } from "../../errors.ts";
import { type CallRow, getCall, putCall } from "../store/calls-table.ts";
import type { Store } from "../store/store.ts";
import { together, type Work } from "../store/work.ts";
import { checkText } from "./check-text.ts";

/** What a changing call does. `keep` gives the work that makes its answer last: to be stored with its effect. */
type Act<A> = (keep: (answer: A, session: string) => Work) => Promise<A>;

interface Running {
  readonly digest: string;
  readonly answer: Promise<unknown>;
}

/** Changing calls by the ids their clients made: the same id twice has the effect of once and the same answer. */
export class CallBook {
  readonly #store: Store;
  readonly #running = new Map<string, Running>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** A call without an id is simply made. Rejects with `conflict` when the id was another request's. */
  async once<Q extends DescMessage, A extends DescMessage>(
    method: { readonly name: string; readonly input: Q; readonly output: A },
    request: MessageShape<Q> & { readonly callId: string },
    act: Act<MessageShape<A>>,
  ): Promise<MessageShape<A>> {
    this.#store.throwIfTroubled();
    const { callId: id } = request;
    if (id === "") return act(() => together());
    checkText("call_id", id);
    const digest = createHash("sha256").update(method.name).update(toBinary(method.input, request)).digest("hex");
    const running = this.#running.get(id);
    if (running !== undefined) return check(running.digest, digest, id) ?? (running.answer as Promise<MessageShape<A>>);
    const stored = this.#store.read(getCall(id));
    if (stored !== undefined)
      return check(stored.requestDigest, digest, id) ?? fromBinary(method.output, stored.answer);
    const keep = (answer: MessageShape<A>, session: string): Work => {
      const row: CallRow = {
        id,
        method: method.name,
        requestDigest: digest,
        answer: toBinary(method.output, answer),
        madeMs: Date.now(),
        session,
      };
      return putCall(row);
    };
    const answer = act(keep);
    this.#running.set(id, { digest, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(id);
    }
  }
}

function check(known: string, digest: string, id: string): undefined {
  if (known === digest) return undefined;
  throw new BridleError("conflict", "this call id was used for another request; make a new one", {
    what: `call ${id}`,
  });
}

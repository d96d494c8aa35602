import { randomUUID } from "node:crypto";
import type { Ledger } from "../conversation/ledger.ts";
import { promptMark } from "../conversation/prompt-mark.ts";
import type { TurnResult } from "../conversation/turn-result.ts";
import { BridleError } from "../errors.ts";
import type { Prompt } from "../wire/command.ts";
import type { Fields } from "../wire/fields.ts";
import { checkPrompt, checkSendOptions, type SendOptions } from "./check-prompt.ts";
import type { EventChannel } from "./event-channel.ts";
import type { ReaderSlot } from "./reader-slot.ts";
import { Turn } from "./turn.ts";
import type { WaitingTurns } from "./waiting-turns.ts";

interface PromptsParts {
  readonly ledger: Ledger;
  readonly waiting: WaitingTurns;
  readonly slot: ReaderSlot;
  readonly events: EventChannel;
  /** Throws `unsupported` for what the agent's version lacks. */
  readonly format: (prompt: Prompt) => string;
  readonly write: (line: string) => void;
  /** The error to reject `turn.result` with; undefined: the result resolves it. */
  readonly failure: (result: TurnResult) => Error | undefined;
  /** A result is awaited: whether the reading goes on has to be decided again. */
  readonly regulate: () => void;
}

/** Gives prompts to the agent, each once, and makes the turns that wait for their results. */
export class Prompts {
  readonly #parts: PromptsParts;
  /** The uuids of all prompts so far. */
  readonly #sent = new Set<string>();

  constructor(parts: PromptsParts) {
    this.#parts = parts;
  }

  /** Throws `invalid_option`, `conflict` or `unsupported`; nothing was sent then. */
  send(content: string | readonly Fields[], options: SendOptions, more: Partial<Prompt>): Turn {
    const { ledger, waiting, slot, events, format, write, regulate, failure } = this.#parts;
    checkPrompt(content);
    checkSendOptions(options);
    const uuid = options.uuid ?? randomUUID();
    if (this.#sent.has(uuid)) throw sentBefore(uuid);
    const line = format({ kind: "prompt", content, ...options, ...more, uuid });
    this.#sent.add(uuid);
    const { promise, resolve, reject } = Promise.withResolvers<TurnResult>();
    const over = (): void => slot.settled(uuid);
    ledger.add({ uuid, mark: promptMark(content) });
    waiting.add(uuid, {
      settle: (result) => {
        const error = failure(result);
        if (error === undefined) resolve(result);
        else reject(error);
        over();
      },
      fail: (error) => {
        reject(error);
        over();
      },
    });
    write(line);
    return new Turn(uuid, promise, {
      wantsResults: () => {
        if (!ledger.has(uuid)) return;
        slot.awaits(uuid);
        regulate();
      },
      isOver: () => !ledger.has(uuid) && !events.holdsEndOf(uuid),
      read: () => slot.take(),
    });
  }
}

/** Agents ignore a uuid they have had: its turn would never end. */
function sentBefore(uuid: string): BridleError<"conflict"> {
  const message = `a prompt with the uuid ${uuid} was sent in this session before, and the agent would ignore it; leave uuid out, or make a new one`;
  return new BridleError("conflict", message, { what: "uuid" });
}

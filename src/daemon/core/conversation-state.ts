import { adapterFor, type Dialect, dialects } from "../../adapters/adapters.ts";
import type { Word } from "../../adapters/change.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import type { LostLine } from "../../codec/held-line.ts";
import type { BadLineRunState } from "../../conversation/bad-line-run.ts";
import type { EventMakerState } from "../../conversation/event-maker.ts";
import type { LedgerState } from "../../conversation/ledger.ts";
import type { TurnProgressState } from "../../conversation/turn-progress.ts";
import { parseVersion } from "../../util/version.ts";

/** What was said between an agent process and us so far, as far as what follows depends on it. */
export interface ConversationState {
  /** Undefined: Claude Code's. */
  readonly dialect?: Dialect | undefined;
  /** Of the agent, as it was found or as it said itself. */
  readonly version?: string | undefined;
  /** Words that it has beside those of its version, and those that it lacks. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly ledger: LedgerState;
  readonly maker: EventMakerState;
  readonly progress?: TurnProgressState | undefined;
  readonly totalCostUsd?: number | undefined;
  /** It was started to go on with a conversation. */
  readonly resumed: boolean;
  readonly degradedBecause?: string | undefined;
  /** A run of lines that could not be read, and is not over. */
  readonly badLines?: BadLineRunState | undefined;
  /** When something was heard of it last, while it is in doubt whether prompts are over. By the steady clock. */
  readonly quietSinceMs?: number | undefined;
  /** The offset of a long line that is about to be read: whoever finds this did not survive it. */
  readonly attempt?: number | undefined;
  /** The line over the cap in whose middle the offset is. */
  readonly lostLine?: LostLine | undefined;
}

/** With an agent that has said nothing yet. */
export function freshConversation(
  version: string | undefined,
  resumed: boolean,
  dialect?: Dialect | undefined,
): ConversationState {
  return {
    dialect,
    version,
    gained: [],
    lost: [],
    ledger: { prompts: [], turns: 0, past: [] },
    maker: { assemblers: [], tools: [] },
    resumed,
  };
}

type Spoken = Pick<ConversationState, "dialect" | "version" | "gained" | "lost">;

const known = new WeakMap<
  readonly string[],
  { readonly version: string | undefined; readonly adapter: ProtocolAdapter }
>();

/** What the agent speaks. The same for the same words: it is asked for at every turn of the reading. */
export function adapterIn({ dialect, version, gained, lost }: Spoken): ProtocolAdapter {
  if (dialect !== undefined) return dialects[dialect];
  const found = known.get(lost);
  if (found !== undefined && found.version === version) return found.adapter;
  const plain = adapterFor(parseVersion(version ?? ""));
  const words = { gained: new Set(gained as Word[]), lost: new Set(lost as Word[]) };
  const adapter = gained.length + lost.length === 0 ? plain : plain.corrected(words);
  known.set(lost, { version, adapter });
  return adapter;
}

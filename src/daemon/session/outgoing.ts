import type { AuditEntry } from "../core/audit-entry.ts";
import type { CountedUsage, Effect } from "../core/effect.ts";
import { Drafts } from "../events/drafts.ts";
import { putAgentFacts } from "../store/agent-facts-table.ts";
import { putAsk } from "../store/asks-table.ts";
import { askRow } from "../store/session-state-rows.ts";
import { addText } from "../store/texts-table.ts";
import { addUsage } from "../store/usage-table.ts";
import type { Work } from "../store/work.ts";

/** What is done when all is stored, in order. */
export type OutwardEffect = Exclude<
  Effect,
  { type: "emit" | "index_text" | "count_usage" | "keep_agent_facts" | "close_ask" | "audit" | "answer" }
>;
export type AnswerEffect = Extract<Effect, { type: "answer" }>;

/** Where decisions about tool uses are kept. */
export interface AuditWriter {
  /** For the commit that makes the decision. */
  add(session: string, entry: AuditEntry): Work;
  /** After that commit. */
  added(): void;
  /** What is older, or more, than is to be kept goes. */
  cut(wish: { readonly beforeMs: number; readonly maxRows: number }, nowMs: number): Promise<number>;
}

/** What of a session waits for its next commit. */
export class Outgoing {
  readonly #session: string;
  readonly #audit: AuditWriter;
  readonly #settle: (usage: CountedUsage) => Work;
  readonly #drafts = new Drafts();
  #works: Work[] = [];
  #effects: (OutwardEffect | (() => void))[] = [];

  /** `settle`: what is stored of a turn beside its usage, for budgets. */
  constructor(session: string, audit: AuditWriter, settle: (usage: CountedUsage) => Work) {
    this.#session = session;
    this.#audit = audit;
    this.#settle = settle;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0 && this.#works.length === 0 && this.#effects.length === 0;
  }

  get events(): number {
    return this.#drafts.length;
  }

  /** Of something else that belongs into the same commit. */
  store(work: Work): void {
    this.#works.push(work);
  }

  /** After the commit, in its turn. */
  after(action: () => void): void {
    this.#effects.push(action);
  }

  /**
   * `lastSeq`: the number of the last event before those that wait. An answer is given with the number that the event
   * before it will have. Gives how many events of a kind that is not joined came.
   */
  add(effects: readonly Effect[], lastSeq: number, answered: (effect: AnswerEffect, seq: number) => void): number {
    let events = 0;
    for (const effect of effects) {
      switch (effect.type) {
        case "emit":
          if (!this.#drafts.add(effect.draft)) events += 1;
          break;
        case "index_text":
          this.#works.push(addText(this.#session, effect.text, lastSeq + this.#drafts.length));
          break;
        case "count_usage":
          this.#works.push(addUsage(this.#session, effect.usage), this.#settle(effect.usage));
          break;
        case "keep_agent_facts":
          this.#works.push(putAgentFacts(this.#session, effect.facts));
          break;
        case "close_ask":
          this.#works.push(putAsk(askRow(effect.ask, effect.waits)));
          break;
        case "audit":
          this.#works.push(this.#audit.add(this.#session, effect.entry));
          this.#effects.push(() => this.#audit.added());
          break;
        case "answer":
          answered(effect, lastSeq + this.#drafts.length);
          break;
        default:
          this.#effects.push(effect);
      }
    }
    return events;
  }

  take() {
    const taken = { drafts: this.#drafts.take(), works: this.#works, effects: this.#effects };
    this.#works = [];
    this.#effects = [];
    return taken;
  }
}

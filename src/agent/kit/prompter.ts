import type { Fields } from "../../wire/fields.ts";

/** Who is asked where the rules leave a tool use open. */
export interface Prompter {
  /** What was answered; the gate judges it. Rejects with the signal's reason, or with why nobody could be asked. */
  ask(ask: Fields, signal: AbortSignal): Promise<Fields | undefined>;
  /** What the model reads when the answer is none. */
  readonly unusable: string;
}

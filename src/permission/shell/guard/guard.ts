import type { Clause } from "./clauses.ts";
import { CommandReader } from "./command-reader.ts";
import type { Mark } from "./mark.ts";
import { Refusal, Source } from "./source.ts";

/** What a line consists of, or why that is not certain. */
type Guarded =
  | { readonly marks: readonly Mark[] }
  /** `isOversized`: not even for deny rules may it be read any further. */
  | { readonly refused: string; readonly isOversized: boolean };

/**
 * Reads a line by a grammar of its own, in which no shell has surprises: every word, quote, expansion, operator and redirection
 * is marked, and what it has no word for is refused. It knows nothing of the parser whose reading is judged.
 */
export function guard(line: string): Guarded {
  const source = new Source(line);
  try {
    new CommandReader(source).readScript();
    return { marks: source.marks };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.message, isOversized: error.clause !== undefined && bounds.has(error.clause) };
  }
}

const bounds: ReadonlySet<Clause> = new Set(["depth", "parts", "length"]);

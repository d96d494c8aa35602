import type { Message } from "../wire/frame.ts";

/**
 * What one agent version changed, as data. Names are words of the tables in
 * `wire/`; a dot makes one a field: `result` is a message, `result.errors` a
 * field of it. A field nobody claims came with its message or request.
 */
export interface Change {
  /** The first version known to have it: recorded, for what is sent; or by the bundle's text. From here on it is sent. */
  readonly since: string;
  /** The last version known to lack it. Versions between the two may say it, so from here on it is understood. */
  readonly absentIn?: string;
  /** What it brought, in a few words for a person. */
  readonly notes: string;
  readonly adds: Words;
  /** Repairs, by message word, of what is said differently from this version on. */
  readonly read?: { readonly [word: string]: (message: Message) => Message };
}

interface Words {
  /** What the agent says. */
  readonly messages?: readonly string[];
  /** Control requests of the agent. */
  readonly asks?: readonly string[];
  /** Control requests it answers. */
  readonly controls?: readonly string[];
  /** Fields of its answers; `*` stands for every answer's envelope. */
  readonly answers?: readonly string[];
  /** Command line flags. `--flag=value` is a value that came later than its flag. */
  readonly flags?: readonly string[];
  /** What it takes on stdin without dying. */
  readonly inputs?: readonly string[];
  /** Built-in tools that Bridle treats in a way of their own. */
  readonly tools?: readonly string[];
}

export type WordKind = keyof Words;

/** What the agent says: to understand it too early costs nothing. */
type SaidKind = "messages" | "asks" | "answers";

/** The other kinds are what a host sends or counts on; too early, they can end the agent or be dropped in silence. */
export function isSaid(kind: WordKind): kind is SaidKind {
  return kind === "messages" || kind === "asks" || kind === "answers";
}

/** A word with its kind in front, as sets and errors hold it: `controls set_model`. */
export type Word = `${WordKind} ${string}`;

/** A word that can be required of a version. What an agent may say is guessed, so nothing can be built on it. */
export type SentWord = `${Exclude<WordKind, SaidKind>} ${string}`;

const wordKinds: readonly WordKind[] = ["messages", "asks", "controls", "answers", "flags", "inputs", "tools"];

export function* wordsOf(words: Words): Generator<Word> {
  for (const kind of wordKinds) for (const name of words[kind] ?? []) yield `${kind} ${name}`;
}

/** A word as an error message names it. */
export function describeWord(word: Word): string {
  const [kind, name] = word.split(" ", 2) as [WordKind, string];
  switch (kind) {
    case "messages":
      return `the message ${name}`;
    case "asks":
      return `the agent's request ${name}`;
    case "controls":
      return `the control request ${name}`;
    case "answers":
      return `the answer field ${name}`;
    case "flags":
      return `the flag ${name}`;
    case "inputs":
      return `the input ${name}`;
    case "tools":
      return `the tool ${name}`;
  }
}

import { compareVersions, type Version, version } from "../util/version.ts";
import { controlRow } from "../wire/controls.ts";
import { inputs } from "../wire/message/input.ts";
import { type Families, familyWord } from "../wire/messages.ts";
import { type Change, isSaid, type Word, type WordKind, wordsOf } from "./change.ts";

/** When a word came: some version after `absentIn`, at the latest `since`. */
export interface Arrival {
  readonly since: Version;
  readonly absentIn: Version | undefined;
}

/** `untried`: the last version known to lack it is older, the first known to have it newer. */
type Availability = "present" | "absent" | "untried";

/** Which words a version has: those claimed by it or an older one, and unclaimed fields of what it has. */
export class Vocabulary {
  readonly #families: Families;
  readonly #claims = new Map<Word, Arrival>();

  constructor(families: Families, changes: readonly Change[]) {
    this.#families = families;
    for (const { since, absentIn, adds } of changes) {
      const arrival = { since: version(since), absentIn: absentIn === undefined ? undefined : version(absentIn) };
      for (const word of wordsOf(adds)) this.#claims.set(word, arrival);
    }
  }

  /** Undefined where no version is known to have the word. */
  arrival(word: Word): Arrival | undefined {
    const claimed = this.#claims.get(word);
    if (claimed !== undefined) return claimed;
    const { kind, parent, field } = splitWord(word);
    return field !== undefined && this.#declares(kind, parent, field) ? this.#parentArrival(kind, parent) : undefined;
  }

  /** What is known of the word in a version. */
  availability(word: Word, at: Version): Availability {
    const arrival = this.arrival(word);
    if (arrival === undefined) return "absent";
    if (compareVersions(at, arrival.since) >= 0) return "present";
    return arrival.absentIn !== undefined && compareVersions(at, arrival.absentIn) > 0 ? "untried" : "absent";
  }

  /** May it be said to, or expected of, a version? Where nobody has tried it, only if that costs nothing. */
  has(word: Word, at: Version): boolean {
    const availability = this.availability(word, at);
    return availability === "present" || (availability === "untried" && this.#isHarmless(word, at));
  }

  claimed(): readonly Word[] {
    return [...this.#claims.keys()];
  }

  /**
   * What is said costs nothing to understand early, and a request costs nothing where an unknown one is answered. A field
   * that came later than its request is another matter: agents drop fields they do not know without a word.
   */
  #isHarmless(word: Word, at: Version): boolean {
    const { kind, field } = splitWord(word);
    if (isSaid(kind)) return true;
    if (kind !== "controls" || (field !== undefined && this.#claims.has(word))) return false;
    return this.availability("inputs unknown_control", at) === "present";
  }

  /** The fields of an answer come with its request, those of a result with its first subtype. */
  #parentArrival(kind: WordKind, parent: string): Arrival | undefined {
    if (kind === "answers") return this.#claims.get(`controls ${parent}`);
    if (kind === "messages" && parent === "result") return this.#claims.get("messages result/success");
    return this.#claims.get(`${kind} ${parent}`);
  }

  #declares(kind: WordKind, parent: string, field: string): boolean {
    switch (kind) {
      case "messages":
        return hasField(this.#families[familyWord(parent)]?.shape, field);
      case "inputs":
        return hasField((inputs as Families)[parent]?.shape, field);
      case "asks":
        return hasField(shapeOf(controlRow("fromAgent", parent)?.request()), field);
      case "controls":
        return hasField(shapeOf(controlRow("fromHost", parent)?.request()), field);
      case "answers":
        return hasField(shapeOf(controlRow("fromHost", parent)?.answer()), field);
      case "flags":
      case "tools":
        return false;
    }
  }
}

function splitWord(word: Word): { kind: WordKind; parent: string; field: string | undefined } {
  const space = word.indexOf(" ");
  const kind = word.slice(0, space) as WordKind;
  const name = word.slice(space + 1);
  const dot = kind === "flags" ? -1 : name.indexOf(".");
  if (dot === -1) return { kind, parent: name, field: undefined };
  return { kind, parent: name.slice(0, dot), field: name.slice(dot + 1) };
}

function hasField(shape: object | undefined, field: string): boolean {
  return shape !== undefined && Object.hasOwn(shape, field);
}

function shapeOf(schema: unknown): object | undefined {
  return (schema as { shape?: object } | undefined)?.shape;
}

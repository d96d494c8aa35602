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

  has(word: Word, at: Version): boolean {
    const arrival = this.arrival(word);
    if (arrival === undefined) return false;
    if (compareVersions(at, arrival.since) >= 0) return true;
    return isBetween(arrival, at) && this.#harmless(splitWord(word).kind, at);
  }

  /** Nobody has looked: the last version known to lack the word is older, the first known to have it newer. */
  undecided(word: Word, at: Version): boolean {
    const arrival = this.arrival(word);
    return arrival !== undefined && isBetween(arrival, at);
  }

  claimed(): readonly Word[] {
    return [...this.#claims.keys()];
  }

  /** What is said costs nothing to understand early, and a request costs nothing where an unknown one is answered. */
  #harmless(kind: WordKind, at: Version): boolean {
    if (isSaid(kind)) return true;
    const answersUnknown = this.#claims.get("inputs unknown_control");
    return kind === "controls" && answersUnknown !== undefined && compareVersions(at, answersUnknown.since) >= 0;
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

function isBetween({ since, absentIn }: Arrival, at: Version): boolean {
  return absentIn !== undefined && compareVersions(at, absentIn) > 0 && compareVersions(at, since) < 0;
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

/**
 * One piece of syntax in a line: what it is, where it begins and ends, and what tells it from another of its kind (the operator
 * of a redirection, the value of a literal word). Two readers that agree on all marks of a line agree on what it does.
 * The kinds have the names that unbash gives its nodes.
 */
export interface Mark {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly detail: string;
}

/** Marks of a line, to be looked for by where they begin. */
export class Marks {
  readonly #byStart = new Map<number, ChainedMark>();

  constructor(marks: readonly Mark[]) {
    for (const { kind, start, end, detail } of marks)
      this.#byStart.set(start, { kind, start, end, detail, isTaken: false, next: this.#byStart.get(start) });
  }

  /** False: there is none that nobody took before. */
  take(kind: string, start: number, end: number, detail: string): boolean {
    let one = this.#byStart.get(start);
    while (one !== undefined && (one.isTaken || one.end !== end || one.kind !== kind || one.detail !== detail))
      one = one.next;
    if (one === undefined) return false;
    one.isTaken = true;
    return true;
  }

  /** One that nobody took. */
  get left(): Mark | undefined {
    for (const first of this.#byStart.values())
      for (let one: ChainedMark | undefined = first; one !== undefined; one = one.next) if (!one.isTaken) return one;
    return undefined;
  }
}

/** Allocated for every word of every line that is judged: a chain, and no list for each place. */
interface ChainedMark extends Mark {
  isTaken: boolean;
  readonly next: ChainedMark | undefined;
}

/** For a person. */
export function describeMark({ kind, start, end, detail }: Mark): string {
  return `${kind} ${start}-${end} ${detail}`;
}

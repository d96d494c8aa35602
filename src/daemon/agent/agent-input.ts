/** Bytes for an agent, by their place in its whole input. */
export interface Piece {
  readonly at: number;
  readonly data: Uint8Array;
}

/**
 * What is written to an agent, numbered by bytes. A piece is first stored, then
 * sent, then confirmed; so nothing is sent twice or not at all, whoever dies.
 */
export class AgentInput {
  #offset: number;
  /** Written since the last commit. */
  #fresh: Piece[] = [];
  #confirmed = 0;
  #removed = 0;
  /** What lies behind was not taken by the holder, as far as this daemon knows. */
  #takenTo: number;
  /** `asked`: end of input is to be told behind what is written so far. */
  #end: "open" | "asked" | "told" = "open";

  constructor(offset = 0) {
    this.#offset = offset;
    this.#takenTo = offset;
  }

  /** Bytes that the holder has no room for, or not yet: an agent that does not read makes them many. */
  get waiting(): number {
    return this.#offset - this.#takenTo;
  }

  /** The end of everything that was ever written. */
  get offset(): number {
    return this.#offset;
  }

  /** Behind the end there is nothing: an agent that still asks gets no answer. */
  write(line: string): void {
    if (this.#end !== "open") return;
    const data = Buffer.from(line);
    this.#fresh.push({ at: this.#offset, data });
    this.#offset += data.length;
  }

  end(): void {
    if (this.#end === "open") this.#end = "asked";
  }

  /** The holder has everything before this place. */
  confirm(to: number): void {
    this.#confirmed = Math.max(this.#confirmed, to);
    this.#takenTo = Math.max(this.#takenTo, to);
  }

  /** What to store now: new pieces, and up to where stored ones can go. */
  take(): { readonly pieces: readonly Piece[]; readonly ending: boolean; readonly removable: number | undefined } {
    const pieces = this.#fresh;
    const ending = this.#end === "asked";
    const removable = this.#confirmed > this.#removed ? this.#confirmed : undefined;
    this.#fresh = [];
    if (ending) this.#end = "told";
    this.#removed = this.#confirmed;
    return { pieces, ending, removable };
  }
}

/** Where the gate lets things through. */
interface InputSink {
  input(at: number, bytes: Uint8Array): void;
  endInput(at: number): void;
}

/** Lets an agent's input through as far as the holder has room for it; the rest waits, in order. */
export class InputGate {
  readonly #sink: InputSink;
  #waiting: { at: number; bytes: Uint8Array | "end" }[] = [];
  /** Of the first that still waits. */
  #first = 0;
  #room = 0;

  constructor(sink: InputSink) {
    this.#sink = sink;
  }

  input(at: number, bytes: Uint8Array): void {
    const rest = this.#isEmpty ? this.#pass(at, bytes) : bytes;
    if (rest.length > 0) this.#waiting.push({ at: at + bytes.length - rest.length, bytes: rest });
  }

  endInput(at: number): void {
    if (this.#isEmpty) this.#sink.endInput(at);
    else this.#waiting.push({ at, bytes: "end" });
  }

  /** The holder takes input up to that offset. */
  widen(to: number): void {
    this.#room = to;
    for (let first = this.#waiting[this.#first]; first !== undefined; first = this.#waiting[this.#first]) {
      if (first.bytes === "end") this.#sink.endInput(first.at);
      else {
        const rest = this.#pass(first.at, first.bytes);
        first.at += first.bytes.length - rest.length;
        first.bytes = rest;
        if (rest.length > 0) break;
      }
      this.#first += 1;
    }
    // Now and then: taken off one by one, many would cost the square of their number.
    if (this.#first * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#first);
    this.#first = 0;
  }

  get #isEmpty(): boolean {
    return this.#first === this.#waiting.length;
  }

  /** Gives what there is no room for. */
  #pass(at: number, bytes: Uint8Array): Uint8Array {
    const length = Math.max(0, Math.min(bytes.length, this.#room - at));
    if (length > 0) this.#sink.input(at, bytes.subarray(0, length));
    return bytes.subarray(length);
  }
}

import { type Fields, isFields } from "../wire/fields.ts";
import type { Exiting, Refusal, Repetition, Split } from "./fault.ts";
import { mergePatch } from "./merge-patch.ts";
import type { OutputAction } from "./output-action.ts";
import { splitPieces } from "./split-pieces.ts";

const paddingBlock = Buffer.alloc(1024 * 1024, "x");

/** A line between the moment it is said and the moment it is written: faults change it. */
export class OutgoingLine {
  #text: string;
  #ending = "\n";
  #split: Split | undefined;
  #hugeBytes: number | undefined;
  #repetition: Repetition = { times: 0 };

  /** Without its LF. */
  constructor(text: string) {
    this.#text = text;
  }

  edit(patch: Fields): void {
    this.#text = edited(this.#text, patch);
  }

  refuse({ error, code }: Refusal): void {
    const value: unknown = JSON.parse(this.#text);
    if (!isFields(value) || !isFields(value.response)) return;
    const { request_id } = value.response;
    const response = { subtype: "error", request_id, error, ...(code !== undefined && { error_code: code }) };
    this.#text = JSON.stringify({ ...value, response });
  }

  endInCrLf(): void {
    this.#ending = "\r\n";
  }

  repeat(repetition: Repetition): void {
    this.#repetition = repetition;
  }

  split(split: Split): void {
    this.#split = split;
  }

  makeHuge(bytes: number): void {
    this.#hugeBytes = bytes;
  }

  /** What has to be done to write it. */
  actions(): OutputAction[] {
    const { times = 1, edit = {} } = this.#repetition;
    const again = times === 0 ? [] : this.#once(edited(this.#text, edit));
    return [...this.#once(this.#text), ...Array.from({ length: times }, () => again).flat()];
  }

  /** What has to be done to write the beginning of it. */
  beginning(written: NonNullable<Exiting["written"]>): OutputAction[] {
    const bytes = Buffer.from(this.#text);
    return [{ write: written === "half" ? bytes.subarray(0, bytes.length >> 1) : bytes }];
  }

  #once(text: string): OutputAction[] {
    if (this.#hugeBytes !== undefined) return this.#padded(text, this.#hugeBytes);
    if (this.#split === undefined) return [{ write: text + this.#ending }];
    const { pauseMs = 5 } = this.#split;
    const pieces = splitPieces(Buffer.from(text + this.#ending), this.#split.at);
    return pieces.flatMap((write): OutputAction[] => [{ write }, { pauseMs }]);
  }

  /** In a field at the end, in blocks: a line of any length needs no memory of that length. */
  #padded(text: string, bytes: number): OutputAction[] {
    const [head, tail] = [`${text.slice(0, -1)},"padding":"`, `"}${this.#ending}`];
    let left = bytes - Buffer.byteLength(head) - Buffer.byteLength('"}');
    const actions: OutputAction[] = [{ write: head }];
    for (; left > 0; left -= paddingBlock.length) {
      actions.push({ write: left >= paddingBlock.length ? paddingBlock : paddingBlock.subarray(0, left) });
    }
    return [...actions, { write: tail }];
  }
}

function edited(text: string, patch: Fields): string {
  return JSON.stringify(mergePatch(JSON.parse(text), patch));
}

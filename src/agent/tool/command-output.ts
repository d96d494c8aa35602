import { StringDecoder } from "node:string_decoder";
import type { OutputStream } from "./group-command.ts";
import { OutputFile } from "./output-file.ts";
import { errorText } from "./tool-failure.ts";

interface CommandOutputOptions {
  /** Of both streams together, held in memory. */
  readonly maxChars: number;
  /** Of both streams together, kept in the file. */
  readonly maxFileBytes: number;
  /** Where all of it goes when it is more; made only then. */
  readonly filePath: () => string;
}

export interface CollectedOutput {
  /** The beginning of it, when there is a file. */
  readonly stdout: string;
  readonly stderr: string;
  readonly file?: { readonly path: string; readonly bytes: number; readonly whole: boolean };
  /** There was more, and it could not be kept. */
  readonly lost?: string;
}

/** What a command says: short outputs in memory, longer ones in a file, in the order in which they came. */
export class CommandOutput {
  readonly #options: CommandOutputOptions;
  readonly #texts: { [stream in OutputStream]: string } = { stdout: "", stderr: "" };
  readonly #decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  #chars = 0;
  /** Where the bytes go: held while they may fit, then a file, or nowhere when there can be none. */
  #bytes: { at: "held"; chunks: Buffer[] } | { at: "file"; file: OutputFile } | { at: "lost"; reason: string } = {
    at: "held",
    chunks: [],
  };

  constructor(options: CommandOutputOptions) {
    this.#options = options;
  }

  push(stream: OutputStream, chunk: Buffer): void {
    if (this.#bytes.at === "file") return this.#bytes.file.write(chunk);
    if (this.#bytes.at === "lost") return;
    this.#bytes.chunks.push(chunk);
    this.#keep(stream, this.#decoders[stream].write(chunk));
    if (this.#chars > this.#options.maxChars) this.#spill(this.#bytes.chunks);
  }

  finish(): CollectedOutput {
    if (this.#bytes.at === "held") {
      // A character that was never finished.
      for (const stream of ["stdout", "stderr"] as const) this.#keep(stream, this.#decoders[stream].end());
      return this.#texts;
    }
    if (this.#bytes.at === "lost") return { ...this.#texts, lost: this.#bytes.reason };
    const { file } = this.#bytes;
    file.close();
    return { ...this.#texts, file: { path: file.path, bytes: file.bytes, whole: file.whole } };
  }

  #keep(stream: OutputStream, text: string): void {
    const room = this.#options.maxChars - this.#chars;
    this.#chars += text.length;
    if (room > 0) this.#texts[stream] += text.length > room ? text.slice(0, room).toWellFormed() : text;
  }

  #spill(chunks: readonly Buffer[]): void {
    try {
      const file = new OutputFile(this.#options.filePath(), this.#options.maxFileBytes);
      for (const chunk of chunks) file.write(chunk);
      this.#bytes = { at: "file", file };
    } catch (error) {
      this.#bytes = { at: "lost", reason: errorText(error) };
    }
  }
}

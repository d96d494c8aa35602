import { plain } from "./output.ts";
import type { Screen } from "./render-event.ts";

/** Text to stdout, notes to stderr. On a terminal both are one place: a note never stands in the middle of a line. */
export class TerminalScreen implements Screen {
  readonly #cleans = process.stdout.isTTY === true;
  #atLineStart = true;

  readonly text = (text: string): void => {
    if (text === "") return;
    this.#atLineStart = text.endsWith("\n");
    process.stdout.write(this.#cleans ? plain(text) : text);
  };

  readonly endLine = (): void => {
    if (!this.#atLineStart) this.text("\n");
  };

  readonly note = (line: string): void => {
    if (process.stdout.isTTY && process.stderr.isTTY) this.endLine();
    process.stderr.write(`${line}\n`);
  };
}

/** The data of server-sent events, from bytes that may be split anywhere. Names, ids and comments are passed over. */
export class SseReader {
  readonly #decoder = new TextDecoder();
  #line = "";
  #data: string[] = [];
  /** A line feed that comes next belongs to the carriage return before it. */
  #afterReturn = false;

  /** The data of each event that these bytes complete. */
  read(bytes: Uint8Array): string[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    const events: string[] = [];
    const separator = /\r\n|\r|\n/g;
    let from = this.#afterReturn && text.startsWith("\n") ? 1 : 0;
    separator.lastIndex = from;
    for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
      this.#take(this.#line + text.slice(from, match.index), events);
      this.#line = "";
      from = separator.lastIndex;
    }
    this.#line += text.slice(from);
    if (text !== "") this.#afterReturn = text.endsWith("\r");
    return events;
  }

  #take(line: string, events: string[]): void {
    if (line !== "") {
      const [, data] = /^data(?:: ?(.*))?$/s.exec(line) ?? [];
      if (data !== undefined) this.#data.push(data);
    } else if (this.#data.length > 0) {
      events.push(this.#data.join("\n"));
      this.#data = [];
    }
  }
}

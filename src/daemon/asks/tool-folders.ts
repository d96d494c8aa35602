/** The folder that each tool use runs in: a hook tells it, and the request for permission that may follow does not. */
export class ToolFolders {
  readonly #byToolUse = new Map<string, string>();
  readonly #byAsk = new Map<string, string>();

  note(toolUseId: string, folder: string | undefined): void {
    if (toolUseId === "" || folder === undefined) return;
    this.#byToolUse.set(toolUseId, folder);
    // Most uses are never asked about.
    const [oldest] = this.#byToolUse.keys();
    if (this.#byToolUse.size > maxToolUses && oldest !== undefined) this.#byToolUse.delete(oldest);
  }

  /** For the ask that is made of it; undefined: no hook told it. */
  take(toolUseId: string, askId: string): string | undefined {
    const folder = this.#byToolUse.get(toolUseId);
    this.#byToolUse.delete(toolUseId);
    if (folder !== undefined) this.#byAsk.set(askId, folder);
    return folder;
  }

  /** Where an open ask would run; undefined: no hook told it, or another daemon heard it. */
  ofAsk(askId: string): string | undefined {
    return this.#byAsk.get(askId);
  }

  forget(askId: string): void {
    this.#byAsk.delete(askId);
  }
}

const maxToolUses = 256;

/** The folder that each tool use runs in: a hook tells it, and the request for permission that may follow does not. */
export class ToolFolders {
  readonly #byToolUse = new Map<string, string>();

  note(toolUseId: string, folder: string | undefined): void {
    if (toolUseId === "" || folder === undefined) return;
    this.#byToolUse.set(toolUseId, folder);
    // Most uses are never asked about.
    const [oldest] = this.#byToolUse.keys();
    if (this.#byToolUse.size > maxToolUses && oldest !== undefined) this.#byToolUse.delete(oldest);
  }

  /** Undefined: no hook told it. */
  take(toolUseId: string): string | undefined {
    const folder = this.#byToolUse.get(toolUseId);
    this.#byToolUse.delete(toolUseId);
    return folder;
  }
}

const maxToolUses = 256;

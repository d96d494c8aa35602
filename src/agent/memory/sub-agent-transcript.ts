import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { TranscriptFile, type TranscriptFileOptions } from "./transcript-file.ts";

export interface SubAgentMeta {
  readonly agentType: string;
  readonly isBuiltIn: boolean;
  readonly description: string;
  readonly toolUseId: string;
  readonly model: string;
}

/** What an agent said that worked for the session's own one: a file of its own beside the session's, and another that says whose it is. */
export class SubAgentTranscript {
  readonly file: TranscriptFile;
  readonly #meta: object;
  readonly #onWritten: TranscriptFileOptions["onWritten"];

  constructor(options: TranscriptFileOptions, { model, ...meta }: SubAgentMeta) {
    this.file = new TranscriptFile(options);
    this.#onWritten = options.onWritten;
    const shape = { requestShape: "foreground", requestNonInteractive: true };
    this.#meta = { ...meta, spawnDepth: 1, ...shape, pickedEffortModel: model };
  }

  begin(): Promise<void> {
    return this.#describe({});
  }

  /** After all of it is written. */
  async finish(): Promise<void> {
    await this.file.append([]);
    await this.#describe({ finished: true });
  }

  /** Readers do without it: a failure ends nothing. */
  async #describe(more: { readonly finished?: true }): Promise<void> {
    const meta = { ...this.#meta, ...more };
    const path = this.file.path.replace(/\.jsonl$/, ".meta.json");
    try {
      makeFolder(dirname(path), 0o700);
      await writeFile(path, JSON.stringify(meta), { mode: 0o600 });
      this.#onWritten?.(this.file.path, [{ type: "agent_metadata", ...meta }]);
    } catch {
      // The transcript's own failure is told.
    }
  }
}

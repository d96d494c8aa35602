import type { Attachment } from "../../../../src/api/prompt-content.ts";

/** Who sends what: kept from before it is sent until it is accepted, so that it is sent once, whatever happens. */
export interface PendingSend {
  readonly callId: string;
  readonly delivery: number;
  /** All of it is kept here: the same can be sent again after a reload. */
  readonly isWhole: boolean;
}

interface Draft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly sending?: PendingSend | undefined;
}

/** As `localStorage`: what is written is there at once, also when the tab dies now. */
export type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** The draft and the history of one session in this browser. */
export class ComposerStore {
  readonly #storage: Storage | undefined;
  readonly #id: string;

  /** Without a storage nothing is kept: a browser may forbid it. */
  constructor(storage: Storage | undefined, sessionId: string) {
    this.#storage = storage;
    this.#id = sessionId;
  }

  readDraft(): Draft {
    const { text = "", sending } = this.#read<Partial<Draft>>("draft") ?? {};
    const attachments = this.#read<readonly Attachment[]>("files") ?? [];
    return { text: String(text), attachments: Array.isArray(attachments) ? attachments : [], sending };
  }

  /** What stands in the field, and whether it is on its way. */
  writeText(text: string, sending?: PendingSend): void {
    this.#write("draft", text === "" && sending === undefined ? undefined : { text, sending });
  }

  /** False: they are too large to be kept over a reload. */
  writeAttachments(attachments: readonly Attachment[]): boolean {
    return this.#write("files", attachments.length === 0 ? undefined : attachments);
  }

  readHistory(): readonly string[] {
    const found = this.#read<readonly unknown[]>("history");
    return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
  }

  writeHistory(prompts: readonly string[]): void {
    this.#write("history", prompts);
  }

  #read<T>(what: string): T | undefined {
    try {
      const json = this.#storage?.getItem(this.#key(what));
      return json ? (JSON.parse(json) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  #write(what: string, value: unknown): boolean {
    try {
      if (value === undefined) this.#storage?.removeItem(this.#key(what));
      else this.#storage?.setItem(this.#key(what), JSON.stringify(value));
      return this.#storage !== undefined;
    } catch {
      // Full: an older one of the same would be wrong.
      this.#storage?.removeItem(this.#key(what));
      return false;
    }
  }

  #key(what: string): string {
    return `bridle.${what}.${this.#id}`;
  }
}

/** Forgets what is kept of sessions that are no more. */
export function forgetOthers(storage: globalThis.Storage, isThere: (sessionId: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  for (const key of keys) {
    const [, id] = /^bridle\.(?:draft|files|history)\.(.+)$/.exec(key) ?? [];
    if (id !== undefined && !isThere(id)) storage.removeItem(key);
  }
}

import { createHash, randomUUID } from "node:crypto";
import { realpathSync, renameSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { BridleError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";
import {
  type FolderTrust,
  formatTrusted,
  isTrusted,
  nothingTrusted,
  readTrusted,
  type Trusted,
} from "../../permission/settings/trust.ts";
import { homeFolder } from "../kit/home-folders.ts";
import { readFile } from "./node-files.ts";

/**
 * Which folders a person trusts: what Claude Code has written down, and what was told to Bridle. It is a file of the
 * person's, never one of the project's, so that nothing that comes with a project can speak for them.
 */
export class TrustStore {
  /** Undefined in an environment that names no folder of the person's: then nothing is trusted, and nothing is kept. */
  readonly file: string | undefined;
  readonly #claudeJson: string | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const home = homeFolder(env);
    const config = absolute(env.XDG_CONFIG_HOME) ?? (home && join(home, ".config"));
    this.file = config && join(config, "bridle", "trusted.json");
    const claude = env.CLAUDE_CONFIG_DIR || home;
    this.#claudeJson = claude && join(claude, ".claude.json");
  }

  /** What cannot be read vouches for nothing. */
  of(folder: string): FolderTrust {
    try {
      if (this.#isTrustedByClaude(folder)) return { project: true, local: true };
      const trusted = this.#read();
      if (trusted.folders.includes(realpathSync(folder))) return { project: true, local: true };
      return {
        project: isAsWritten(join(folder, ".claude", "settings.json"), trusted),
        local: isAsWritten(join(folder, ".claude", "settings.local.json"), trusted),
      };
    } catch {
      return { project: false, local: false };
    }
  }

  get folders(): readonly string[] {
    return this.#read().folders;
  }

  /** Throws `invalid_option` where it cannot be kept. */
  trust(folder: string): void {
    this.#change(({ folders, written }) => ({ folders: [...folders, realpathSync(folder)], written }));
  }

  /** False when it was not trusted. What the agent wrote there counts no more either. */
  forget(folder: string): boolean {
    const before = this.#read();
    const inside = join(folder, ".claude");
    const written = Object.entries(before.written).filter(([file]) => dirname(file) !== inside);
    const folders = before.folders.filter((one) => one !== folder);
    if (folders.length === before.folders.length && written.length === Object.keys(before.written).length) return false;
    this.#change(() => ({ folders, written: Object.fromEntries(written) }));
    return true;
  }

  /**
   * The agent wrote a person's answer into a settings file. It counts from here on as it stands, unless it said something
   * before that nobody has vouched for: then false.
   */
  wrote(file: string, before: string, after: string): boolean {
    const real = realpathSync(file);
    if (before.trim() !== "" && this.#read().written[real] !== digestOf(before)) return false;
    this.#change(({ folders, written }) => ({ folders, written: { ...written, [real]: digestOf(after) } }));
    return true;
  }

  #isTrustedByClaude(folder: string): boolean {
    const text = this.#claudeJson && readFile(this.#claudeJson);
    return text !== undefined && isTrusted(text, folder);
  }

  #read(): Trusted {
    const text = this.file && readFile(this.file);
    if (!text) return nothingTrusted;
    const trusted = readTrusted(text);
    if (trusted !== undefined) return trusted;
    throw unwritable(this.file, "it is damaged: mend the JSON, or remove the file");
  }

  #change(change: (trusted: Trusted) => Trusted): void {
    const file = this.file;
    if (file === undefined) throw unwritable(file, "the environment names no home: set HOME");
    const after = change(this.#read());
    try {
      makeFolder(dirname(file), 0o700);
      // Whole or not at all.
      const fresh = `${file}.${randomUUID()}.tmp`;
      writeFileSync(fresh, formatTrusted(after), { flag: "wx", mode: 0o600 });
      renameSync(fresh, file);
    } catch (error) {
      throw unwritable(file, error instanceof Error ? error.message : String(error));
    }
  }
}

function isAsWritten(file: string, { written }: Trusted): boolean {
  const text = readFile(file);
  return text !== undefined && written[realpathSync(file)] === digestOf(text);
}

function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

function unwritable(file: string | undefined, reason: string): BridleError<"invalid_option"> {
  const message = `which folders are trusted cannot be kept${file === undefined ? "" : ` in ${file}`}: ${reason}`;
  return new BridleError("invalid_option", message, {
    option: "trust",
    allowed: "a file that can be written",
    found: reason,
  });
}
